define i32 @average(i32 %a, i32 %b) {
  %both = and i32 %a, %b
  %one = xor i32 %a, %b
  %half = lshr i32 %one, 1
  %sum = add i32 %both, %half
  ret i32 %sum
}

define i32 @clear_low_bit(i32 %x) {
  %less = sub i32 %x, 1
  %rest = and i32 %x, %less
  ret i32 %rest
}

define i1 @is_power_of_two(i32 %x) {
  %less = add i32 %x, -1
  %rest = and i32 %less, %x
  %none = icmp eq i32 %rest, 0
  %some = icmp ne i32 %x, 0
  %is = and i1 %none, %some
  ret i1 %is
}

define i32 @absolute(i32 %x) {
  %negative = icmp slt i32 %x, 0
  %other = sub nsw i32 0, %x
  %value = select i1 %negative, i32 %other, i32 %x
  ret i32 %value
}

define i32 @clamp(i32 %x, i32 %low, i32 %high) {
  %below = icmp slt i32 %x, %low
  %atleast = select i1 %below, i32 %low, i32 %x
  %above = icmp sgt i32 %atleast, %high
  %value = select i1 %above, i32 %high, i32 %atleast
  ret i32 %value
}

define i64 @scale(i32 %x, i32 %y) {
  %wide = sext i32 %x to i64
  %other = zext i32 %y to i64
  %product = mul nsw i64 %wide, %other
  %shifted = ashr i64 %product, 7
  ret i64 %shifted
}

define i8 @saturate(i16 %x) {
  %large = icmp ugt i16 %x, 255
  %narrow = trunc i16 %x to i8
  %value = select i1 %large, i8 -1, i8 %narrow
  ret i8 %value
}

define i32 @divide_by_eight(i32 %x) {
  %even = and i32 %x, -8
  %part = sdiv exact i32 %even, 8
  %odd = srem i32 %x, 8
  %sum = add nsw i32 %part, %odd
  ret i32 %sum
}

define i32 @unsigned_ratio(i32 %x, i32 %y) {
  %safe = or i32 %y, 1
  %ratio = udiv i32 %x, %safe
  %back = mul i32 %ratio, %safe
  %rest = sub i32 %x, %back
  ret i32 %rest
}

define i64 @mix(i64 %x, i64 %y) {
  %left = shl i64 %x, 13
  %right = lshr i64 %x, 51
  %turned = or disjoint i64 %left, %right
  %mixed = xor i64 %turned, %y
  %spread = mul i64 %mixed, -7046029254386353131
  ret i64 %spread
}

define i1 @in_range(i32 %x) {
  %low = icmp sge i32 %x, 10
  %high = icmp slt i32 %x, 20
  %inside = and i1 %low, %high
  ret i1 %inside
}

define i16 @pack(i8 %a, i8 %b) {
  %low = zext i8 %a to i16
  %high = zext i8 %b to i16
  %moved = shl nuw i16 %high, 8
  %both = or i16 %moved, %low
  ret i16 %both
}

define i32 @sign(i32 %x) {
  %spread = ashr i32 %x, 31
  %positive = icmp sgt i32 %x, 0
  %one = zext i1 %positive to i32
  %sign = or i32 %spread, %one
  ret i32 %sign
}

define i33 @odd_width(i33 %x, i33 %y) {
  %sum = add nuw i33 %x, %y
  %mask = and i33 %sum, 4294967295
  %wide = shl i33 %mask, 1
  ret i33 %wide
}

define i128 @wide(i64 %low, i64 %high) {
  %a = zext i64 %low to i128
  %b = zext i64 %high to i128
  %moved = shl i128 %b, 64
  %both = or i128 %moved, %a
  %product = mul i128 %both, 3
  ret i128 %product
}
