; refines
define float @src(float %x) {
  %r = fsub nnan float %x, %x
  ret float %r
}

define float @tgt(float %x) {
  ret float 0.0
}
