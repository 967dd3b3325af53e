import { type Conclusion, conclusions } from '@bollard/decisions'
import { dryRunOf, type RecordedDecision } from './recorded-decision.ts'
import { tookClass } from './took.ts'

/**
 * What requests are counted by. `all` has one value, the empty one. `more` has what a request can be besides, by name. Values that
 * nobody chose are few; of those that visitors choose, only so many are counted by name, see `createKnownValues`.
 */
export const fewValued = ['all', 'more', 'took', 'dryRun', 'rung'] as const
export const manyValued = [
  'part',
  'reason',
  'path',
  'host',
  'country',
  'operator',
  'visitor',
  'program',
  'purpose',
] as const
export type Dimension = (typeof fewValued)[number] | (typeof manyValued)[number]

/** Not decisions, but counted with them: messages that forms refused or held, requests that passed undecided, decisions there was no room for. */
export const asides = ['messages', 'undecided', 'lost'] as const
export type Aside = (typeof asides)[number]
/** What a request can be besides. `savedBytes` is a sum. */
export type More = Aside | 'solved' | 'failedOpen' | 'probe' | 'control' | 'controlSolved' | 'savedKnown' | 'savedBytes'

export interface Counted {
  readonly allow: number
  readonly challenge: number
  readonly throttle: number
  readonly deny: number
}
export interface CountRow extends Counted {
  readonly solutionId: string
  /** Begin of five minutes. */
  readonly at: string
  readonly dimension: Dimension
  /** Empty for what is unknown. */
  readonly value: string
}

export const bucketMs = 5 * 60_000
/** Of one dimension of a site in five minutes, per process. */
export const knownValuesMax = 500
export const countedPathMax = 200

/** Says which values of a dimension are still counted by name: nobody fills the tables by asking for ever new paths. */
export type KnownValues = (row: Pick<CountRow, 'solutionId' | 'at' | 'dimension' | 'value'>) => boolean

/** The first 500 values of each dimension in five minutes are known; the others are in the counts of all requests alone. */
export function createKnownValues(max = knownValuesMax): KnownValues {
  const byBucket = new Map<string, Map<string, Set<string>>>()
  return ({ solutionId, at, dimension, value }) => {
    let sets = byBucket.get(at)
    if (sets === undefined) {
      byBucket.set(at, (sets = new Map()))
      // Reports of gateways come late, by minutes.
      const oldest = [...byBucket.keys()].toSorted().slice(0, -4)
      for (const one of oldest) if (one !== at) byBucket.delete(one)
    }
    const name = `${solutionId} ${dimension}`
    const known = sets.get(name) ?? new Set()
    sets.set(name, known)
    if (known.has(value)) return true
    if (known.size >= max) return false
    known.add(value)
    return true
  }
}

/** An aside, as if it were a decision that allows. */
export interface CountedAside {
  readonly solutionId: string
  readonly at: Date
  readonly aside: Aside
  readonly count: number
}

/** Adds decisions up, each in every dimension that it has a value in; sorted, so that processes lock rows in one order. */
export function countDecisions(
  decisions: readonly RecordedDecision[],
  asideCounts: readonly CountedAside[],
  isKnown: KnownValues,
): CountRow[] {
  const rows = new Map<string, { -readonly [Key in keyof CountRow]: CountRow[Key] }>()
  const add = (
    of: { readonly solutionId: string; readonly at: string },
    [dimension, value]: readonly [Dimension, string, number?],
    conclusion: Conclusion,
    count: number,
  ): void => {
    const { at } = of
    const key = `${of.solutionId}\n${at}\n${dimension}\n${value}`
    let row = rows.get(key)
    if (row === undefined) {
      row = { solutionId: of.solutionId, at, dimension, value, allow: 0, challenge: 0, throttle: 0, deny: 0 }
      if (manyValued.some((one) => one === dimension) && !isKnown(row)) return
      rows.set(key, row)
    }
    row[columns[conclusion]] += count
  }
  for (const recorded of decisions) {
    const { conclusion, parts } = recorded.decision
    const of = { solutionId: recorded.solutionId, at: bucketOf(recorded.at) }
    for (const value of valuesOf(recorded)) add(of, value, conclusion, value[2] ?? 1)
    if (recorded.probe) continue
    // A part is counted by what it found itself, in a dry run too.
    for (const [part, found] of foundBy(parts)) add(of, ['part', part], found, 1)
  }
  for (const { solutionId, at, aside, count } of asideCounts) {
    const of = { solutionId, at: bucketOf(at) }
    add(of, ['more', aside], 'ALLOW', count)
    if (aside !== 'undecided') continue
    add(of, ['all', ''], 'ALLOW', count)
    add(of, ['more', 'failedOpen'], 'ALLOW', count)
  }
  return [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

/** What each part found, once for each name: at a gateway its file and the dashboard may both have one that is called so. */
function foundBy(parts: RecordedDecision['decision']['parts']): Map<string, Conclusion> {
  const found = new Map<string, Conclusion>()
  for (const { part, state, finding } of parts) {
    if (state === 'NOT_RUN' || finding === null) continue
    const before = found.get(part) ?? 'ALLOW'
    found.set(part, conclusions.indexOf(finding.conclusion) > conclusions.indexOf(before) ? finding.conclusion : before)
  }
  return found
}

const columns = { ALLOW: 'allow', CHALLENGE: 'challenge', THROTTLE: 'throttle', DENY: 'deny' } as const

export function bucketOf(at: Date): string {
  return new Date(Math.floor(at.getTime() / bucketMs) * bucketMs).toISOString()
}

type Value = readonly [Dimension, string, number?]

/** Probes of our own are counted apart: they are nobody's visitors. */
function valuesOf(recorded: RecordedDecision): Value[] {
  const { decision, program, rung, savedBytes } = recorded
  if (recorded.probe) return [['more', 'probe' satisfies More]]
  const more = (name: More, holds: boolean, count = 1): Value[] => (holds ? [['more', name, count]] : [])
  const isStopped = decision.conclusion !== 'ALLOW'
  const dryRun = dryRunOf(decision)
  const texts = (dimension: Dimension, value: string | number | null): Value => [dimension, String(value ?? '')]
  return [
    ['all', ''],
    ['took', String(tookClass(decision.elapsedMs))],
    ...(dryRun === null ? [] : [['dryRun', dryRun] as const]),
    ...(rung === null ? [] : [['rung', rung] as const]),
    ...[...new Set(decision.reasons.map(({ code }) => code))].map((code) => ['reason', code] as const),
    ['path', recorded.path.slice(0, countedPathMax)],
    texts('host', recorded.host),
    texts('country', recorded.country),
    texts('operator', recorded.operator),
    texts('visitor', recorded.visitor?.toString('hex') ?? null),
    ...(program === null ? [] : [['program', program.name] as const, ['purpose', program.purpose] as const]),
    ...more('solved', recorded.solved),
    ...more('failedOpen', decision.failedOpen),
    ...more('control', recorded.control && decision.conclusion === 'CHALLENGE' && !recorded.solved),
    ...more('controlSolved', recorded.control && recorded.solved && recorded.isCountedMistake !== true),
    ...more('savedKnown', isStopped && savedBytes !== null),
    ...more('savedBytes', isStopped && savedBytes !== null, savedBytes ?? 0),
  ]
}
