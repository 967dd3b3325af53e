/** How suspicious a verification looked when its work was chosen. Stored in 8 bits of the challenge. */
export const riskBands = { clean: 0, doubt: 1, stepUp: 2 } as const
export type RiskBand = (typeof riskBands)[keyof typeof riskBands]

/** Expected numbers of hashes. A laptop does 2^21 in about 0.1 s, a cheap phone in 0.3 s. */
export interface WorkRange {
  /** For a visitor against whom nothing speaks, on a quiet site. */
  readonly min: number
  /** The most at issue for what speaks against the visitor; volume can double it, see `workAtIssueMax`. */
  readonly max: number
  /** The least and the most of a step-up. */
  readonly stepUpMin: number
  readonly stepUpMax: number
}

export const defaultWork: WorkRange = { min: 2 ** 21, max: 2 ** 24, stepUpMin: 2 ** 24, stepUpMax: 2 ** 26 }

/** A step-up takes no longer than this on a device as fast as the first round showed, in milliseconds. */
export const stepUpBudgetMs = 6_000
/**
 * Whoever does not offer to do the kind of work that graphics cards gain little from is asked for so many times as much of the
 * other. An honest browser that cannot is protected by the time budget, and leaving the offer out to have it cheaper does not pay as well.
 */
export const withoutOffer = 4
/**
 * So many times as long as a hash of the first round may one of the second take: where a machine does much else, 95 % of visits stay
 * below (`benchmarks/widget/step-up.ts`). The first round is short, and ends before others on the machine have claimed their share;
 * Equi-X makes and compiles programs on the way and needs memory that others use too.
 */
const slowdown = { equix: 2.4, sha256: 1.4 }
/** One unit of log-odds against a visitor makes the work at issue this many bits harder. */
const bitsPerLogOdds = 0.8

/** The most at issue, whatever comes together: 2^25 hashes by default, a few seconds of a phone. */
export function workAtIssueMax(range: WorkRange): number {
  return range.max * 2
}

/**
 * Work at issue, from what the service alone can see: `doubt` is the log-odds that speak against the visitor (0 = none),
 * `volume` the bits that budgets of networks, operators and the site add.
 */
export function workAtIssue({
  doubt,
  volume,
  range,
}: {
  readonly doubt: number
  readonly volume: number
  readonly range: WorkRange
}): number {
  const byDoubt = Math.min(range.max, range.min * 2 ** (Math.max(0, doubt) * bitsPerLogOdds))
  return Math.min(workAtIssueMax(range), byDoubt * 2 ** volume)
}

/**
 * Work of a step-up: more with the score and with the site's load, and at least twice what was done already. The time
 * budget protects weak devices: how fast the device is was seen in the first round, as the widget says and the service's
 * clock allows, so a slow phone is asked for less, and with room to become slower. Pretending to be slow costs a bot the wait,
 * and never falls below the double.
 */
export function workOfStepUp(input: {
  /** 0 … 1. */
  readonly score: number
  readonly load: number
  /** Hashes of the first round, and the milliseconds that they took: at most from its issue to its answer. */
  readonly done: number
  readonly elapsedMs: number
  /** Whether the browser offered to do the other kind of work. */
  readonly offered: boolean
  /** False for a network over its budget: to say that its devices are slow earns it nothing. */
  readonly sparesSlow?: boolean
  readonly range: WorkRange
}): number {
  const { score, load, done, elapsedMs, offered, sparesSlow = true, range } = input
  const factor = offered ? 1 : withoutOffer
  const wanted = Math.min(range.stepUpMax, range.stepUpMin * 2 ** (2 * Math.max(0, score * 2 - 1) + load)) * factor
  const roomMs = stepUpBudgetMs / (offered ? slowdown.equix : slowdown.sha256)
  const affordable = sparesSlow ? (done / Math.max(1, elapsedMs)) * roomMs : Number.POSITIVE_INFINITY
  return Math.min(range.stepUpMax * factor, Math.max(done * 2, Math.min(wanted, affordable)))
}
