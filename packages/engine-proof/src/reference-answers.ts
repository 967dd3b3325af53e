/** Programs with the answers that every measured engine gave: public, so never asked of a visitor. */
export const referenceAnswers: readonly (readonly [program: number, answer: number])[] = [
  [2654435761, 285385775],
  [1013904226, 3559270666],
  [3668339987, 1094600564],
  [2027808452, 737299769],
  [387276917, 3491439555],
  [3041712678, 184317712],
  [1401181143, 1844292285],
  [4055616904, 301927275],
]
