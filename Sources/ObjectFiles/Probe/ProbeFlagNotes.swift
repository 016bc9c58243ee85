/// Warnings of lld for flags that it accepts and ignores.
///
/// libtool considers a flag as supported only if the linker prints nothing, so the output matters. Source: the output
/// of `ld64.lld` of LLVM 19 for each flag.
enum ProbeFlagNotes {
    static func notes(on flag: String) -> [String] {
        if flag.hasPrefix("-upward-l"), flag != "-upward-l" {
            return ["Option `-upward-l' is not yet implemented. Stay tuned..."]
        }
        if unimplemented.contains(flag) { return ["Option `\(flag)' is not yet implemented. Stay tuned..."] }
        if undocumented.contains(flag) { return ["Option `\(flag)' is undocumented. Should lld implement it?"] }
        if obsolete.contains(flag) { return ["Option `\(flag)' is obsolete. Please modernize your usage."] }
        if ignored.contains(flag) { return ["Option `\(flag)' is ignored."] }
        guard let reason = deprecated[flag] else { return [] }
        return ["Option `\(flag)' is deprecated in ld64:", reason]
    }

    private static let deprecated = [
        "-single_module": "Unnecessary option: this is already the default",
        "-no_dead_strip_inits_and_terms":
            "Unnecessary option: initialization and termination are roots of the dead strip graph",
        "-lazy_framework": "This option is deprecated and is now an alias for -framework.",
        "-lazy_library": "This option is deprecated and is now an alias for regular linking",
    ]

    private static let ignored = flags("M new_linker")

    private static let unimplemented = flags(
        """
        dylinker static preload no_order_inits no_order_data no_zero_fill_sections merge_zero_fill_sections \
        no_branch_islands multi_module order_file_statistics print_statistics whatsloaded allow_stack_execute d \
        keep_private_externs allow_heap_execute allow_sub_type_mismatches bind_at_load force_cpusubtype_ALL \
        force_flat_namespace interposable keep_relocs no_arch_warnings no_eh_labels no_inits no_warn_inits \
        no_weak_exports no_weak_imports not_for_dyld_shared_cache objc_gc_compaction objc_gc_only objc_gc \
        page_align_data_atoms read_only_stubs root_safe setuid_safe text_exec trace_symbol_layout verbose_deduplicate \
        version_details warn_commons warn_compact_unwind warn_stabs warn_weak_exports dtrace stack_size \
        exported_symbols_order image_base seg1addr allowable_client client_name dirty_data_list dot dylib_file init \
        interposable_list max_default_common_align read_only_relocs segalign segment_order segs_read_only_addr \
        segs_read_write_addr stack_addr unaligned_pointers weak_reference_mismatches alias_list commons \
        reexported_symbols_list sdk_version move_to_ro_segment move_to_rw_segment section_order seg_page_size segaddr upward_framework upward_library
        """)

    private static let undocumented = flags(
        """
        add_linker_option add_source_version add_split_seg_info allow_dead_duplicates \
        allow_simulator_linking_to_macosx_dylibs classic_linker debug_snapshot executable_path fixup_chains_section \
        flto-codegen-only force_symbol_not_weak force_symbol_weak force_symbols_coalesce_list i keep_dwarf_unwind \
        kext_objects_dir kexts_use_stubs kext no_compact_unwind no_keep_dwarf_unwind no_kext_objects no_new_main \
        no_source_version pause random_uuid simulator_support snapshot_dir source_version threaded_starts_section \
        verbose_optimization_hints version_load_command force_symbols_not_weak_list force_symbols_weak_list
        """)

    private static let obsolete = flags(
        """
        bitcode_bundle bitcode_hide_symbols bitcode_verify b dependent_dr_info fvmlib m no_compact_linkedit \
        no_dependent_dr_info nofixprebinding nomultidefs noprebind_all_twolevel_modules noprebind noseglinkedit \
        prebind_all_twolevel_modules prebind_allow_overlap prebind private_bundle run_init_lazily sectorder_detail \
        seglinkedit Si slow_stubs Sn Sp s twolevel_namespace_hints X A bitcode_process_mode bitcode_symbol_map \
        multiply_defined_unused multiply_defined sect_diff_relocs seg_addr_table_filename Y sectobjectsymbols
        """)

    private static func flags(_ words: String) -> Set<String> {
        Set(words.split(separator: " ").map { "-\($0)" })
    }
}
