/** Work is never less than this, whatever an owner sets: a laptop's blink, and still something for a machine that comes often. */
const hashesMin = 2 ** 18
/** Nor more than this, about what the greatest step-up and a rule that triples it would make: an old phone's minute and a half. */
const hashesMax = 2 ** 28

/** Hashes after the owner's difficulty and that of a rule, both in percent, have been added to the work that was found right. */
export function hashesAtIssue(hashes: number, ...percents: readonly number[]): number {
  const changed = percents.reduce((so, percent) => so * (1 + percent / 100), hashes)
  // Small work of tests stays what it is.
  return Math.min(hashesMax, Math.max(Math.min(hashes, hashesMin), changed))
}
