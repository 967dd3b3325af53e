/** The bar goes from 100 to 0 in steps of this size. */
export const progressStep = 0.1

/** How much of the bar is left, in percent, after `elapsedMs` of a display time in seconds. */
export function remainingPercent(elapsedMs: number, displaySeconds: number): number {
  const ticks = Math.floor((elapsedMs / (displaySeconds * 1000)) * (100 / progressStep))
  return Math.max(0, 100 - ticks * progressStep)
}
