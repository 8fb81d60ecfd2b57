; Calls with all their words, bundles, inline assembly, exceptions.
declare i32 @plain(i32)

declare i32 @variadic(ptr, ...)

declare fastcc void @fast(ptr byval(i64) align 8)

declare i32 @__gxx_personality_v0(...)

declare void @llvm.assume(i1 noundef)

declare void @llvm.experimental.noalias.scope.decl(metadata)

define i32 @calling(ptr %p, ptr %f) personality ptr @__gxx_personality_v0 {
  %1 = call i32 @plain(i32 noundef 1)
  %2 = tail call fast float %f(float 1.0e+0) nounwind
  %3 = call i32 (ptr, ...) @variadic(ptr %p, i32 2, double 2.5e+0)
  call fastcc void @fast(ptr byval(i64) align 8 %p)
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16), "nonnull"(ptr %p) ]
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %4 = call i32 asm sideeffect alignstack "nop $0", "=r,~{memory}"()
  %5 = notail call cc11 zeroext i8 %f()
  %6 = invoke i32 @plain(i32 3) to label %good unwind label %bad

good:
  ret i32 %6

bad:
  %7 = landingpad { ptr, i32 } cleanup catch ptr null filter [1 x ptr] [ptr @global]
  resume { ptr, i32 } %7
}

define i32 @tail(i32 %x) {
  %r = musttail call i32 @plain(i32 %x)
  ret i32 %r
}

define i32 @passed(ptr %p, ...) {
  %r = musttail call i32 (ptr, ...) @variadic(ptr %p, ...)
  ret i32 %r
}

define void @funclets() personality ptr @__gxx_personality_v0 {
  invoke void @void() to label %done unwind label %dispatch

dispatch:
  %switch = catchswitch within none [label %handler] unwind label %cleanup

handler:
  %pad = catchpad within %switch [ptr null, i32 64, ptr null]
  catchret from %pad to label %done

cleanup:
  %last = cleanuppad within none []
  cleanupret from %last unwind to caller

done:
  ret void
}

declare void @void()

@global = external constant i8

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2, !"domain"}
