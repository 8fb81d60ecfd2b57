; Every attribute that is one word, where it may stand.
define void @function() alwaysinline cold convergent hot inlinehint minsize mustprogress nobuiltin nocallback nocf_check nodivergencesource noduplicate nofree noimplicitfloat nomerge nonlazybind noprofile norecurse noredzone noreturn nosanitize_bounds nosanitize_coverage nosync nounwind null_pointer_is_valid optforfuzzing optsize optdebug presplitcoroutine returns_twice safestack sanitize_address sanitize_alloc_token sanitize_hwaddress sanitize_memory sanitize_memtag sanitize_numerical_stability sanitize_realtime sanitize_realtime_blocking sanitize_thread sanitize_type shadowcallstack skipprofile speculatable speculative_load_hardening ssp sspreq sspstrong strictfp willreturn coro_elide_safe coro_only_destroy_when_complete disable_sanitizer_instrumentation fn_ret_thunk_extern hybrid_patchable {
  unreachable
}

declare void @old() argmemonly inaccessiblememonly readnone

declare void @older() inaccessiblemem_or_argmemonly jumptable naked noinline optnone readonly writeonly nocreateundeforpoison

declare signext i8 @result(ptr noalias nest nofree nonnull noundef readnone returned swiftself writable writeonly dead_on_unwind dead_on_return, i8 zeroext inreg noext, i8 immarg, ptr swifterror, ptr swiftasync allocptr, i64 allocalign)
