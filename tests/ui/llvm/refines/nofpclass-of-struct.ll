; refines
define nofpclass(nan) { float, float } @src(float %x) {
  %a = insertvalue { float, float } poison, float %x, 0
  %b = insertvalue { float, float } %a, float 1.0, 1
  ret { float, float } %b
}

define { float, float } @tgt(float %x) {
  %c = fcmp uno float %x, %x
  %y = select i1 %c, float 0.0, float %x
  %a = insertvalue { float, float } poison, float %y, 0
  %b = insertvalue { float, float } %a, float 1.0, 1
  ret { float, float } %b
}
