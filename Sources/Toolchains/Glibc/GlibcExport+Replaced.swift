extension GlibcExport.Place {
    /// Whether glibc keeps the symbol only for programs that were linked long ago: no version of it is the default, and
    /// no header declares it. The lists of symbols do not say so.
    ///
    /// Symbols that 2.34 renamed (`__res_search`, `__dn_expand`) are not among them, because earlier versions have them.
    var isReplaced: Bool {
        Self.replaced.contains(name) || (name.hasPrefix("__") && name.dropFirst(2).hasSuffix("_finite"))
    }

    /// Source: the dynamic symbols of glibc 2.36 and 2.41 whose versions `readelf --dyn-syms` writes after one `@` only.
    private static let replaced = Set(
        """
        _IO_vfscanf _LIB_VERSION __after_morecore_hook __ctype32_b __ctype32_tolower __ctype32_toupper __ctype_b
        __ctype_tolower __ctype_toupper __default_morecore __free_hook __ivaliduser __key_decryptsession_pk_LOCAL
        __key_encryptsession_pk_LOCAL __key_gendes_LOCAL __libc_clntudp_bufcreate __libc_rpc_getport __malloc_hook
        __malloc_initialize_hook __memalign_hook __mempcpy_small __morecore __nss_database_lookup __nss_group_lookup
        __nss_hosts_lookup __nss_next __nss_passwd_lookup __pthread_getspecific __pthread_mutex_destroy
        __pthread_mutex_init __pthread_mutex_lock __pthread_mutex_trylock __pthread_mutex_unlock
        __pthread_mutexattr_destroy __pthread_mutexattr_init __pthread_mutexattr_settype __pthread_once
        __pthread_rwlock_destroy __pthread_rwlock_init __pthread_rwlock_rdlock __pthread_rwlock_tryrdlock
        __pthread_rwlock_trywrlock __pthread_rwlock_unlock __pthread_rwlock_wrlock __pthread_setspecific __realloc_hook
        __rpc_thread_createerr __rpc_thread_svc_fdset __rpc_thread_svc_max_pollfd __rpc_thread_svc_pollfd
        __secure_getenv __sigaddset __sigdelset __sigismember __stpcpy_small __strcpy_small __strcspn_c1 __strcspn_c2
        __strcspn_c3 __strpbrk_c2 __strpbrk_c3 __strsep_1c __strsep_2c __strsep_3c __strspn_c1 __strspn_c2 __strspn_c3
        __strtok_r_1c __sysctl _authenticate _dl_mcount_wrapper _gethtbyaddr _gethtbyname _gethtbyname2 _gethtent
        _null_auth _obstack _pthread_cleanup_pop_restore _pthread_cleanup_push_defer _res _res_opcodes _rpc_dtablesize
        _seterr_reply _sethtent _sys_errlist _sys_nerr _sys_siglist advance authdes_create authdes_getucred
        authdes_pk_create authnone_create authunix_create authunix_create_default bdflush callrpc cbc_crypt cfree
        clnt_broadcast clnt_create clnt_pcreateerror clnt_perrno clnt_perror clnt_spcreateerror clnt_sperrno
        clnt_sperror clntraw_create clnttcp_create clntudp_bufcreate clntudp_create clntunix_create create_module
        des_setparity ecb_crypt fattach fdetach get_kernel_syms get_myaddress getmsg getnetname getpmsg getpublickey
        getrpcport getsecretkey host2netname isastream key_decryptsession key_decryptsession_pk key_encryptsession
        key_encryptsession_pk key_gendes key_get_conv key_secretkey_is_set key_setnet key_setsecret llseek loc1 loc2
        locs malloc_get_state malloc_set_state mallwatch matherr netname2host netname2user nfsservctl passwd2des
        pmap_getmaps pmap_getport pmap_rmtcall pmap_set pmap_unset pow10 pow10f pow10l pthread_atfork
        pthread_kill_other_threads_np pthread_mutex_consistent_np pthread_mutexattr_getkind_np
        pthread_mutexattr_getrobust_np pthread_mutexattr_setkind_np pthread_mutexattr_setrobust_np pthread_yield putmsg
        putpmsg query_module registerrpc res_gethostbyaddr res_gethostbyname res_gethostbyname2 res_send_setqhook
        res_send_setrhook rpc_createerr rtime sigvec sstk step stime svc_exit svc_fdset svc_getreq svc_getreq_common
        svc_getreq_poll svc_getreqset svc_max_pollfd svc_pollfd svc_register svc_run svc_sendreply svc_unregister
        svcauthdes_stats svcerr_auth svcerr_decode svcerr_noproc svcerr_noprog svcerr_progvers svcerr_systemerr
        svcerr_weakauth svcfd_create svcraw_create svctcp_create svcudp_bufcreate svcudp_create svcudp_enablecache
        svcunix_create svcunixfd_create sys_errlist sys_nerr sys_sigabbrev sys_siglist sysctl tr_break uselib
        user2netname ustat vtimes xdecrypt xdr_accepted_reply xdr_array xdr_authdes_cred xdr_authdes_verf
        xdr_authunix_parms xdr_bool xdr_bytes xdr_callhdr xdr_callmsg xdr_char xdr_cryptkeyarg xdr_cryptkeyarg2
        xdr_cryptkeyres xdr_des_block xdr_double xdr_enum xdr_float xdr_free xdr_getcredres xdr_hyper xdr_int
        xdr_int16_t xdr_int32_t xdr_int64_t xdr_int8_t xdr_key_netstarg xdr_key_netstres xdr_keybuf xdr_keystatus
        xdr_long xdr_longlong_t xdr_netnamestr xdr_netobj xdr_opaque xdr_opaque_auth xdr_pmap xdr_pmaplist xdr_pointer
        xdr_quad_t xdr_reference xdr_rejected_reply xdr_replymsg xdr_rmtcall_args xdr_rmtcallres xdr_short xdr_sizeof
        xdr_string xdr_u_char xdr_u_hyper xdr_u_int xdr_u_long xdr_u_longlong_t xdr_u_quad_t xdr_u_short xdr_uint16_t
        xdr_uint32_t xdr_uint64_t xdr_uint8_t xdr_union xdr_unixcred xdr_vector xdr_void xdr_wrapstring xdrmem_create
        xdrrec_create xdrrec_endofrecord xdrrec_eof xdrrec_skiprecord xdrstdio_create xencrypt xprt_register
        xprt_unregister
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
