import type { Site, Statistics } from '@bollard/contracts'
import { findAttack } from './find-attack.ts'

/** The one sentence above everything: is it working, is someone attacking. */
export type Health =
  | { kind: 'unused' }
  | { kind: 'attack-now'; from: string; stopped: number; through: number }
  | { kind: 'server-silent' }
  | { kind: 'unfetched'; share: number }
  | { kind: 'attack-over'; from: string; to: string; stopped: number }
  | { kind: 'quiet' }
  | { kind: 'calm'; checked: number; stopped: number }

/** What of the statistics tells how a site does. */
export type Judged = Pick<Statistics, 'buckets' | 'bucketMinutes' | 'totals' | 'previous'>

/** What matters most comes first: an attack that goes on, then what is broken, then what is over. */
export function judgeHealth(site: Pick<Site, 'firstVerificationAt' | 'firstFetchedAt'>, statistics: Judged): Health {
  if (site.firstVerificationAt === null) return { kind: 'unused' }
  const attack = findAttack(statistics)
  if (attack?.ongoing)
    return { kind: 'attack-now', from: attack.from, stopped: attack.stopped, through: attack.through }
  if (site.firstFetchedAt === null) return { kind: 'server-silent' }
  if (isMostlyUnfetched(statistics.totals)) return { kind: 'unfetched', share: fetchedShare(statistics.totals) }
  if (attack) return { kind: 'attack-over', from: attack.from, to: attack.to, stopped: attack.stopped }
  const checked = checkedIn(statistics.totals)
  if (checked === 0) return { kind: 'quiet' }
  return { kind: 'calm', checked, stopped: statistics.totals.refused }
}

export type Mood = 'good' | 'attention' | 'attack' | 'idle'

export function moodOf({ kind }: Health): Mood {
  switch (kind) {
    case 'attack-now':
      return 'attack'
    case 'server-silent':
    case 'unfetched':
      return 'attention'
    case 'attack-over':
    case 'calm':
      return 'good'
    case 'unused':
    case 'quiet':
      return 'idle'
    default:
      return kind satisfies never
  }
}

/** What needs somebody comes before what runs, and that before what is not in use. */
const urgency: Record<Mood, number> = { attack: 0, attention: 1, good: 2, idle: 3 }

/** Orders solutions by what they need; null stands for one whose figures are missing. */
export function compareMoods(a: Mood | null, b: Mood | null): number {
  return (a === null ? urgency.attention : urgency[a]) - (b === null ? urgency.attention : urgency[b])
}

/** Up to this many visitors say nothing about the customer's server yet. */
const fewVisitors = 20
const fetchedEnough = 0.8

/** True when a customer's server asks for too few of the results that it could have. */
export function isMostlyUnfetched(totals: Pick<Statistics['totals'], 'fetched' | 'passed' | 'flagged'>): boolean {
  return totals.passed + totals.flagged > fewVisitors && fetchedShare(totals) < fetchedEnough
}

/** True when the one sentence would only repeat what the alert about unfetched results says at length. */
export function isSaidByAlert(site: Pick<Site, 'firstVerificationAt' | 'firstFetchedAt'>, statistics: Judged): boolean {
  return isMostlyUnfetched(statistics.totals) && moodOf(judgeHealth(site, statistics)) === 'attention'
}

/** 0 … 1. More than was let through in the period can be fetched in it: results of shortly before count too. */
function fetchedShare({
  fetched,
  passed,
  flagged,
}: Pick<Statistics['totals'], 'fetched' | 'passed' | 'flagged'>): number {
  return Math.min(1, fetched / Math.max(1, passed + flagged))
}

/** Verifications that came to an end, in contrast to those only begun. */
export function checkedIn({
  passed,
  flagged,
  refused,
}: Pick<Statistics['totals'], 'passed' | 'flagged' | 'refused'>): number {
  return passed + flagged + refused
}
