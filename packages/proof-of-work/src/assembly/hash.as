// Four SHA-256 computations side by side, one in each 32-bit lane.

@inline
export function add(x: v128, y: v128): v128 {
  return i32x4.add(x, y)
}

@inline
function rotate(x: v128, by: i32): v128 {
  return v128.or(i32x4.shr_u(x, by), i32x4.shl(x, 32 - by))
}

@inline
export function bigSigma0(x: v128): v128 {
  return v128.xor(v128.xor(rotate(x, 2), rotate(x, 13)), rotate(x, 22))
}

@inline
export function bigSigma1(x: v128): v128 {
  return v128.xor(v128.xor(rotate(x, 6), rotate(x, 11)), rotate(x, 25))
}

@inline
export function smallSigma0(x: v128): v128 {
  return v128.xor(v128.xor(rotate(x, 7), rotate(x, 18)), i32x4.shr_u(x, 3))
}

@inline
export function smallSigma1(x: v128): v128 {
  return v128.xor(v128.xor(rotate(x, 17), rotate(x, 19)), i32x4.shr_u(x, 10))
}

@inline
export function choose(x: v128, y: v128, z: v128): v128 {
  return v128.bitselect(y, z, x)
}

/** Where the first two agree they are the majority, elsewhere the third decides; one instruction less than the textbook on ARM. */
@inline
export function majority(x: v128, y: v128, z: v128): v128 {
  return v128.bitselect(z, y, v128.xor(x, y))
}

/** Word `i` of the schedule from the sixteen before it; `p` is the address of word `i − 16`. */
@inline
export function expand(p: usize): v128 {
  return add(add(v128.load(p), smallSigma0(v128.load(p, 16))), add(v128.load(p, 144), smallSigma1(v128.load(p, 224))))
}
