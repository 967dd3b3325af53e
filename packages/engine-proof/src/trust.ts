import type { Source } from './bank.ts'

/** 0: only counted. 1: costs more work together with anything else. 2: a step-up by itself. */
export type Stage = 0 | 1 | 2

/** What is known of one cohort's answers to programs of one source. */
export interface Tally {
  readonly cohort: string
  readonly source: Source
  readonly answers: number
  readonly wrong: number
  /** Programs that two of its visitors answered alike, and otherwise than known. */
  readonly disputed: number
  readonly stage: Stage
  /** Its engine has changed, or was never as it was measured: it starts again from nothing. */
  readonly dropped: boolean
}

export interface Trust {
  /** How much a wrong answer of this cohort counts. `agreed`: its engine and version were measured. */
  stage(cohort: string, source: Source, agreed: boolean): Stage
  /** Counts an honest visitor's answer, at most one of each network, cohort and source in an hour. */
  count(cohort: string, source: Source, isRight: boolean, network: string): void
  /** A program was disputed by this cohort; returns whether the cohort was dropped for it. */
  dispute(cohort: string, source: Source): boolean
  tallies(): Tally[]
  /** Changes since the last call, to be written; and what all processes have written, to be taken up. */
  takeChanges(): Tally[]
  takeUp(stored: readonly Tally[]): void
}

/** Upper ends of the 95 % interval of the wrong share below which a cohort is trusted, and after how many answers. */
export const earning = { wrongShareMax: 0.0005, first: 20_000, second: 100_000 } as const
/** Disputed programs after which a cohort is dropped, unless they are few among its answers. */
const disputesMax = 5
const disputedShareMax = 0.005
const cohortsMax = 512
const networksMax = 50_000
const hourMs = 3_600_000
const z = 1.959963984540054

/** The stage that so many answers earn, by the upper end of Wilson's interval of the wrong share. */
export function earnedStage(answers: number, wrong: number): Stage {
  if (answers < earning.first) return 0
  const share = wrong / answers
  const middle = share + z ** 2 / (2 * answers)
  const half = z * Math.sqrt((share * (1 - share)) / answers + z ** 2 / (4 * answers ** 2))
  if ((middle + half) / (1 + z ** 2 / answers) >= earning.wrongShareMax) return 0
  return answers < earning.second ? 1 : 2
}

interface Cohort {
  answers: number
  wrong: number
  disputed: number
  stage: Stage
  dropped: boolean
}

/**
 * How far each engine and version can be held to answers. Random answers of forgers lower nobody's stage once it is earned, else a forger
 * would switch the check off: only answers on which visitors agree with each other do, since an engine that changed answers alike.
 */
export function createTrust(now: () => number): Trust {
  const cohorts = new Map<string, Cohort>()
  const changes = new Map<string, Cohort>()
  let hour = 0
  /** Networks of this hour, by cohort and source. */
  let counted = new Map<string, Set<string>>()
  let countedInAll = 0
  /** Cohorts come from user agents, of which engines and versions make a few thousand at most. */
  const keys: Record<Source, Map<string, string>> = { SEEDED: new Map(), LEARNED: new Map() }

  function keyOf(cohort: string, source: Source): string {
    const known = keys[source].get(cohort)
    if (known !== undefined) return known
    const key = `${cohort} ${source}`
    keys[source].set(cohort, key)
    return key
  }
  /** Whether a network is the first time here in this hour; beyond so many nobody is. */
  function isFirst(key: string, network: string): boolean {
    const thisHour = Math.floor(now() / hourMs)
    if (thisHour !== hour) {
      hour = thisHour
      counted = new Map()
      countedInAll = 0
    }
    const networks = counted.get(key) ?? new Set()
    if (networks.size === 0) counted.set(key, networks)
    if (countedInAll >= networksMax || networks.has(network)) return false
    networks.add(network)
    countedInAll++
    return true
  }

  function of(map: Map<string, Cohort>, key: string): Cohort {
    const known = map.get(key)
    if (known !== undefined) return known
    const made: Cohort = { answers: 0, wrong: 0, disputed: 0, stage: 0, dropped: false }
    if (map.size < cohortsMax) map.set(key, made)
    return made
  }
  function add(key: string, what: 'answers' | 'wrong' | 'disputed'): Cohort {
    of(changes, key)[what]++
    const cohort = of(cohorts, key)
    cohort[what]++
    return cohort
  }
  const describe = ([key, cohort]: [string, Cohort]): Tally => {
    const at = key.lastIndexOf(' ')
    return { cohort: key.slice(0, at), source: key.slice(at + 1) === 'SEEDED' ? 'SEEDED' : 'LEARNED', ...cohort }
  }
  return {
    stage(cohort, source, agreed) {
      const known = cohorts.get(keyOf(cohort, source))
      return agreed && source === 'SEEDED' && known?.dropped !== true ? 2 : (known?.stage ?? 0)
    },
    count(cohort, source, isRight, network) {
      const key = keyOf(cohort, source)
      if (!isFirst(key, network)) return
      const known = add(key, 'answers')
      if (!isRight) add(key, 'wrong')
      const earned = earnedStage(known.answers, known.wrong)
      if (earned <= known.stage) return
      known.stage = earned
      of(changes, key).stage = earned
    },
    dispute(cohort, source) {
      const known = add(keyOf(cohort, source), 'disputed')
      if (known.disputed < disputesMax || known.disputed < disputedShareMax * known.answers) return false
      for (const each of ['SEEDED', 'LEARNED'] as const) {
        const dropped = keyOf(cohort, each)
        const nothing: Cohort = { answers: 0, wrong: 0, disputed: 0, stage: 0, dropped: true }
        cohorts.set(dropped, { ...nothing })
        changes.set(dropped, nothing)
      }
      return true
    },
    tallies: () => [...cohorts].map(describe),
    takeChanges() {
      const taken = [...changes].map(describe)
      changes.clear()
      return taken
    },
    takeUp(stored) {
      for (const { cohort, source, ...tally } of stored) {
        const key = `${cohort} ${source}`
        const pending = changes.get(key)
        // What is not written yet comes on top of what is.
        cohorts.set(key, {
          answers: tally.answers + (pending?.answers ?? 0),
          wrong: tally.wrong + (pending?.wrong ?? 0),
          disputed: tally.disputed + (pending?.disputed ?? 0),
          stage:
            pending?.dropped === true ? 0 : tally.stage > (pending?.stage ?? 0) ? tally.stage : (pending?.stage ?? 0),
          dropped: tally.dropped || pending?.dropped === true,
        })
      }
    },
  }
}
