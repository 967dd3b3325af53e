/** How many checks have a place in what a widget sends. */
export const slots = 64

/**
 * The permutation of 0 … 63 that follows from a number of 32 bits: where each thing comes to lie. Each build of the widget
 * has one, its layout, and each hour has one, its order; verdicts lie where both of them put them. (Fisher and Yates, drawn by
 * mulberry32 of Tommy Ettinger.)
 */
export function permutationOf(number: number): Uint8Array {
  const places = Uint8Array.from({ length: slots }, (_, index) => index)
  let state = number
  for (let last = slots - 1; last > 0; last--) {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    const other = ((((mixed ^ (mixed >>> 14)) >>> 0) * (last + 1)) / 2 ** 32) | 0
    const moved = places[last] ?? 0
    places[last] = places[other] ?? 0
    places[other] = moved
  }
  return places
}
