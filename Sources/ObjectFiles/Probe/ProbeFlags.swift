/// The flags of Apple's ld(1) and the number of operands of each. With this table, arguments can be parsed without
/// interpreting flags, and flags of other linkers (`--gc-sections`, `-z`) are rejected as by the real linker.
///
/// Sources: Apple's ld(1), and `ld64.lld --help-hidden` for lld's own.
enum ProbeFlags {
    /// Returns the number of words that follow a flag; nil for an unknown flag.
    static func operands(of flag: String) -> Int? {
        if let count = operandCounts[flag] { return count }
        let isJoined = joined.contains { flag.hasPrefix($0) && flag.utf8.count > $0.utf8.count }
        return isJoined || !ProbeFlagNotes.notes(on: flag).isEmpty ? 0 : nil
    }

    /// Returns whether `-l...` names a library; `-lto_library`, `-load_hidden` and `-lazy_framework` are other flags.
    static func isLibrary(_ flag: String) -> Bool {
        flag.hasPrefix("-l") && !flag.hasPrefix("-lazy-l") && operandCounts[flag] == nil
    }

    // Of the flags in `ProbeFlagNotes`, this contains only those with operands.
    private static let operandCounts: [String: Int] = {
        var all: [String: Int] = [:]
        for (count, words) in [none, one, two, three, four].enumerated() {
            for word in words.split(separator: " ") { all["-\(word)"] = count }
        }
        for word in double.split(separator: " ") { all["--\(word)"] = 0 }
        for flag in ProbeOptions.versionFlags.keys { all[flag] = 1 }
        return all
    }()

    /// Flags whose operand is part of the same word.
    private static let joined = [
        "-l", "-weak-l", "-needed-l", "-reexport-l", "-upward-l", "-hidden-l", "-lazy-l", "-L", "-F", "-O", "-y",
        "--error-limit=", "--color-diagnostics=", "--threads=", "--thinlto-jobs=", "--thinlto-cache-policy=",
        "--thinlto-index-only=", "--thinlto-object-suffix-replace=", "--thinlto-prefix-replace=", "--reproduce=",
        "--time-trace=", "--time-trace-granularity=", "--icf=", "--keep-icf-stabs", "--lto-O", "--lto-CGO",
        "--print-symbol-order=", "--ignore-auto-link-option=", "--cs-profile-path=",
    ]

    private static let double = """
        verbose color-diagnostics no-color-diagnostics time-trace deduplicate-strings no-deduplicate-strings \
        dead-strip-duplicates print-dylib-search start-lib end-lib no-warn-dylib-install-name warn-dylib-install-name \
        call-graph-profile-sort no-call-graph-profile-sort strict-auto-link check-category-conflicts \
        lto-debug-pass-manager cs-profile-generate pgo-warn-mismatch no-pgo-warn-mismatch \
        warn-thin-archive-missing-members no-warn-thin-archive-missing-members thinlto-emit-imports-files \
        thinlto-emit-index-files thinlto-index-only no-warn-duplicate-rpath warn-duplicate-rpath version help
        """

    private static let none = """
        execute dylib bundle r dynamic Z search_paths_first search_dylibs_first all_load noall_load ObjC \
        force_load_swift_libs dead_strip no_deduplicate no_implicit_dylibs dead_strip_dylibs \
        mark_dead_strippable_dylib debug_variant no_warn_duplicate_libraries save-temps t why_load whyload \
        no_objc_category_merging objc_category_merging export_dynamic no_pie pie demangle adhoc_codesign \
        no_adhoc_codesign application_extension no_application_extension arch_errors_fatal arch_multiple data_const \
        no_data_const fatal_warnings headerpad_max_install_names ignore_auto_link no_dtrace_dof no_function_starts \
        no_uuid objc_stubs_fast objc_stubs_small reproducible v w flat_namespace no_exported_symbols \
        twolevel_namespace S x data_in_code_info encryptable fixup_chains function_starts ignore_optimization_hints \
        init_offsets no_data_in_code_info no_encryption no_fixup_chains no_objc_relative_method_lists \
        objc_relative_method_lists help
        """

    private static let one = """
        arch o e u U L F O framework weak_framework needed_framework reexport_framework upward_framework lazy_framework \
        weak_library needed_library reexport_library upward_library lazy_library force_load load_hidden syslibroot \
        filelist bundle_loader dtrace compatibility_version current_version dylib_compatibility_version \
        dylib_current_version dylib_install_name dylinker_install_name install_name objc_abi_version dependency_info map \
        why_live pagezero_size stack_size A bitcode_process_mode bitcode_symbol_map lto_library multiply_defined_unused \
        multiply_defined sect_diff_relocs seg_addr_table_filename Y exported_symbols_order image_base seg1addr \
        order_file allowable_client cache_path_lto client_name dirty_data_list dot dyld_env dylib_file final_output \
        headerpad init interposable_list max_default_common_align max_relative_cache_size_lto mcpu mllvm object_path_lto \
        prune_after_lto prune_interval_lto read_only_relocs segalign segment_order segs_read_only_addr \
        segs_read_write_addr stack_addr sub_library sub_umbrella umbrella unaligned_pointers weak_reference_mismatches \
        alias_list commons exported_symbols_list exported_symbol reexported_symbols_list rpath undefined \
        unexported_symbols_list unexported_symbol add_ast_path non_global_symbols_no_strip_list \
        non_global_symbols_strip_list oso_prefix force_symbols_not_weak_list force_symbols_weak_list sdk_version
        """

    private static let two = """
        add_empty_section sectobjectsymbols alias move_to_ro_segment move_to_rw_segment rename_segment section_order \
        seg_page_size segaddr
        """

    private static let three = """
        sectcreate segcreate sectorder platform_version sectalign segprot
        """

    private static let four = "rename_section"
}
