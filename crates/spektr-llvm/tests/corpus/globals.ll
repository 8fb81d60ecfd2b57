; Variables, aliases, ifuncs and functions with every word of their headers.
source_filename = "globals.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm ".globl marker"
module asm "marker: .byte 7"

$any = comdat any
$largest = comdat largest
$"odd name" = comdat nodeduplicate

@any = weak_odr hidden local_unnamed_addr global i32 1, section ".mine", comdat($any), align 8
@tls = internal thread_local(localexec) unnamed_addr global i64 0
@tls2 = thread_local global i8 0
@import = external dllimport global i32
@weak = extern_weak global i32
@elsewhere = available_externally dso_local constant i32 5
@common = common global i32 0, align 4
@space = addrspace(3) externally_initialized global i32 9
@appended = appending global [1 x ptr] [ptr @any]
@guarded = global i32 0, code_model "large", no_sanitize_address, sanitize_memtag
@split = global i32 0, section "s", partition "part", comdat($largest), align 4, !associated !0 #0
@"odd name" = linkonce_odr protected global i8 2, comdat($"odd name")
@0 = private constant i8 3
@1 = private constant i8 4

@alias = weak alias i32, ptr @any
@inner = internal alias i8, ptr getelementptr (i8, ptr @any, i64 1)
@resolved = ifunc i32 (i32), ptr @resolver

define internal ptr @resolver() {
  ret ptr null
}

define linkonce_odr dso_local protected dllexport x86_stdcallcc noundef nonnull ptr @words(ptr nocapture nonnull readonly align 16 dereferenceable(8) %p, i32 signext %x) unnamed_addr #0 section ".text.words" comdat($any) align 32 gc "shadow-stack" prefix i32 42 prologue i8 -112 personality ptr @resolver {
  ret ptr %p
}

declare void @memory(ptr captures(address, read_provenance), ptr captures(ret: address, provenance)) memory(argmem: readwrite, inaccessiblemem: read) allocsize(0,1) allockind("alloc,zeroed") vscale_range(1,16) uwtable(sync) alignstack(16)

declare float @classes(float nofpclass(nan pinf), i32 range(i32 -1, 100), ptr initializes((0, 4), (8, 12)), ptr sret(i64), ptr elementtype(i8)) memory(none) nounwind willreturn "key"="value" "lonely"

attributes #0 = { nounwind align=16 alignstack=8 memory(read) "target-cpu"="x86-64" }

!named = !{!0, !1}
!empty = !{}

!0 = !{ptr @any}
!1 = !{!"text \22quoted\22", null, i32 7, !{!"inner"}}
