import { LimitFault, requireWhole } from '../limit/limit-fault.ts'
import { meterTimes } from '../limit/rule-of.ts'

/** What a visitor meets, the mildest first. `LOG` is told to the owner alone; `EASY` and `HARD` are work. */
export const rungs = ['LOG', 'EASY', 'HARD', 'THROTTLE', 'DENY'] as const

export type Rung = (typeof rungs)[number]

export type Solved = 'EASY' | 'HARD'

/** How a limiter answers to pressure: what was used before a request, in percent of its limit. */
export interface Ladder {
  /** The rungs in use, in their order, each from a pressure that is higher than the one before. */
  readonly steps: readonly { readonly rung: Rung; readonly fromPercent: number }[]
  /** How long a key stays on a rung before it comes down by one, in milliseconds. */
  readonly holdMs: number
  /** Units of the limit that a solved challenge gives back. */
  readonly credit: Readonly<Record<Solved, number>>
  /** Work in percent of the usual. */
  readonly work: Readonly<Record<Solved, number>>
}

/** Work from the limit on, throttled at three times as much, denied at six times. */
export const usualLadder: Ladder = {
  steps: [
    { rung: 'LOG', fromPercent: 80 },
    { rung: 'EASY', fromPercent: 100 },
    { rung: 'HARD', fromPercent: 200 },
    { rung: 'THROTTLE', fromPercent: 300 },
    { rung: 'DENY', fromPercent: 600 },
  ],
  holdMs: 60_000,
  credit: { EASY: 1, HARD: 2 },
  work: { EASY: 100, HARD: 400 },
}

/** Where a key stands. It is plain data, and stores keep it beside what they count of the key. */
export interface Standing {
  /** How many steps were climbed; 0 is the ground. */
  readonly step: number
  /** The moment since when, in milliseconds since 1970. */
  readonly since: number
  /** Challenges that were asked for and not credited. */
  readonly owed: number
}

export const ground: Standing = { step: 0, since: 0, owed: 0 }

/** Only below this part of a rung's pressure does a key come down from it. */
const comesDownBelow = 0.8
/** Challenges that a key owes at most. */
export const owedMax = 1_000
const hardest: Readonly<Record<Rung, Solved | null>> = {
  LOG: null,
  EASY: 'EASY',
  HARD: 'HARD',
  THROTTLE: null,
  DENY: null,
}

/**
 * Throws a LimitFault for the field `ladder`: `out-of-range`, `steps-out-of-order`, or `no-work-before-block` where
 * somebody could be refused without having been offered work.
 */
export function requireLadder({ steps, holdMs, credit, work }: Ladder): void {
  requireWhole(holdMs, 'ladder', 1_000, 86_400_000)
  for (const level of ['EASY', 'HARD'] as const) {
    requireWhole(credit[level], 'ladder', 0, 1_000)
    requireWhole(work[level], 'ladder', 1, 10_000)
  }
  let lastRung = -1
  let lastPercent = 0
  let works = false
  for (const { rung, fromPercent } of steps) {
    requireWhole(fromPercent, 'ladder', 1, 100 * meterTimes)
    if (rungs.indexOf(rung) <= lastRung || fromPercent <= lastPercent)
      throw new LimitFault(
        'steps-out-of-order',
        'ladder',
        `${rung} must come after what is milder, at a higher pressure`,
      )
    works ||= hardest[rung] !== null
    if (!works && rung !== 'LOG')
      throw new LimitFault('no-work-before-block', 'ladder', `work must come before ${rung}`)
    lastRung = rungs.indexOf(rung)
    lastPercent = fromPercent
  }
}

export interface Climbed {
  readonly standing: Standing
  /** Null on the ground. */
  readonly rung: Rung | null
  /** Units that a solved challenge gives back. */
  readonly credit: number
  /** Whether a solved challenge answers what the rung asks for, so that the request passes. */
  readonly answered: boolean
}

/**
 * The next standing after a request at `now` that raised the pressure to `percent` and may bring a solved challenge. A
 * key climbs one rung with a request at most, LOG aside, so it meets every rung before the next. It comes down one rung
 * for each `holdMs` it has stood, once the pressure is a fifth below the rung. A challenge that nobody asked for gives
 * no credit.
 */
export function climb(
  ladder: Ladder,
  standing: Standing,
  { percent, solved }: { percent: number; solved: Solved | null },
  now: number,
): Climbed {
  const { step, since } = next(ladder, standing, percent, now)
  const rung = ladder.steps[step - 1]?.rung ?? null
  const credited = solved !== null && standing.owed > 0
  const asked = rung === null ? null : hardest[rung]
  const answered = credited && (asked === 'EASY' || (asked === 'HARD' && solved === 'HARD'))
  const owed = standing.owed - (credited ? 1 : 0) + (asked !== null && !answered ? 1 : 0)
  return {
    // Who has come down owes nothing.
    standing: { step, since, owed: step === 0 ? 0 : Math.min(owedMax, owed) },
    rung,
    credit: credited ? ladder.credit[solved] : 0,
    answered,
  }
}

/** How a key moves on its ladder. */
export interface Move {
  readonly step: number
  readonly since: number
  /** How many challenges more or less are owed than before: other requests may change it at the same time. */
  readonly owed: number
  /** Until when the standing says something, in milliseconds since 1970. */
  readonly until: number
}

/** What a store is to be told of a key; null where it stays where it was. */
export function moveOf({ holdMs }: Ladder, before: Standing, { step, since, owed }: Standing): Move | null {
  if (step === before.step && since === before.since && owed === before.owed) return null
  return { step, since, owed: owed - before.owed, until: since + step * holdMs }
}

/** Where a key stands after a move. */
export function standingAfter({ owed: before }: Standing, { step, since, owed }: Move): Standing {
  return { step, since, owed: step === 0 ? 0 : Math.min(owedMax, Math.max(0, before + owed)) }
}

function next(
  { steps, holdMs }: Ladder,
  standing: Standing,
  percent: number,
  now: number,
): { step: number; since: number } {
  // A ladder may have become shorter, and a clock may have gone back.
  let step = Math.min(standing.step, steps.length)
  let since = Math.min(standing.since, now)
  const reaches = (index: number) => percent >= (steps[index]?.fromPercent ?? Infinity)
  // A visitor meets nothing on LOG, so nobody stands there for a request who is beyond it.
  if (steps[step]?.rung === 'LOG' && reaches(step + 1)) step++
  if (reaches(step)) return { step: step + 1, since: now }
  while (step > 0 && now - since >= holdMs && percent < (steps[step - 1]?.fromPercent ?? 0) * comesDownBelow) {
    step--
    since += holdMs
  }
  return { step, since }
}
