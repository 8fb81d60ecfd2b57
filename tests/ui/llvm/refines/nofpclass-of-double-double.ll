; not understood: ppc_fp128
define nofpclass(nan) ppc_fp128 @src(ppc_fp128 %x) {
  ret ppc_fp128 %x
}

define ppc_fp128 @tgt(ppc_fp128 %x) {
  %c = fcmp uno ppc_fp128 %x, %x
  %r = select i1 %c, ppc_fp128 0xM00000000000000000000000000000000, ppc_fp128 %x
  ret ppc_fp128 %r
}
