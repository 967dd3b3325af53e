import type { Statistics } from '@bollard/contracts'

/** How many visitors scored `threshold` or higher. The statistics know scores in twenty parts, so inside of a part it is a range. */
export function scoredFrom(scores: Statistics['scores'], threshold: number): { least: number; most: number } {
  const count = (parts: Statistics['scores']) =>
    parts.reduce((sum, { passed, flagged, refused }) => sum + passed + flagged + refused, 0)
  // Parts end at multiples of 0.05, which binary fractions miss by less than this.
  const nearly = 1e-6
  return {
    least: count(scores.filter(({ from }) => from >= threshold - nearly)),
    most: count(scores.filter(({ to }) => to > threshold + nearly || (to >= 1 - nearly && threshold >= 1 - nearly))),
  }
}
