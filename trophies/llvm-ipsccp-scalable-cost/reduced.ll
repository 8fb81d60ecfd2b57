target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i1 @ugt_offset(i8 %a) {
  %1 = extractelement <vscale x 512 x i8> zeroinitializer, i64 0
  ret i1 false
}
