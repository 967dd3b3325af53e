import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { type KindName, kindNames, kinds } from './kinds.ts'
import type { Findings } from './look-after.ts'
import type { Direct } from './write-directly.ts'

/** One time that something was killed, with everything checked afterwards. */
export interface Run extends Findings {
  readonly kind: KindName
  /** The longest pause between two acknowledged answers, in milliseconds. */
  readonly gapMs: number
  readonly answers: number
  readonly redemptions: number
  /** Visitors whose answer was committed and never told; they begin anew. */
  readonly untold: number
  /** Visits that ended in none of the ways in which visits end. */
  readonly broken: number
  /** Whether the token of a widget that gave up was accepted; null where the gap was too short for any. */
  readonly failoverToken: boolean | null
  /** Tokens of an outage that was none that were accepted. */
  readonly forgedFailovers: number
  /** Of the kind `hang` alone. */
  readonly direct?: Direct
  /** Until three PostgreSQL streamed again, in milliseconds. */
  readonly wholeMs: number
  /** Processes that wanted a processor, in the mean of the minute before. */
  readonly load: number
}

export interface Cost {
  readonly batches: readonly CostOfBatch[]
  /** Microseconds of CPU that each takes in a second without visitors, and that aren't counted above. */
  readonly idle: { readonly single: number; readonly primary: number }
  readonly measuredAt: string
}

/** Microseconds of CPU of PostgreSQL for a verification with its token, in rounds one after the other. */
export interface CostOfBatch {
  /** Verifications that are written at once. */
  readonly batch: number
  readonly single: readonly number[]
  readonly primary: readonly number[]
  /** What each standby needs to replay one, in the same rounds. */
  readonly standby: readonly number[]
  /** Medians, primary to single. */
  readonly ratio: number
}

/** One death of the primary's host of one cell, and what was noticed of it beside. */
export interface CellRun {
  /** The longest pause between two acknowledged answers of the cell whose primary died, in milliseconds. */
  readonly gapMs: number
  /** Of the other one: before anything died, and while its neighbour was away. */
  readonly besideCalmMs: number
  readonly besideMs: number
  /** Answers of the other one that were acknowledged while its neighbour was away, and as many of its calls as had to be repeated. */
  readonly besideAnswers: number
  readonly besideRepeated: number
  /** Answers of the other one in as many seconds before. */
  readonly besideCalmAnswers: number
  /** Acknowledged answers of both together, and what was found to be wrong with them. */
  readonly answers: number
  readonly faults: number
  readonly load: number
}

export interface Cells {
  readonly runs: readonly CellRun[]
  readonly measuredAt: string
}

interface Stored {
  readonly runs: readonly Run[]
  readonly cost: Cost | null
  readonly cells: Cells | null
}

export interface Result extends Stored {
  readonly measuredAt: string
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string }
  readonly versions: Readonly<Record<string, string>>
  readonly kinds: Readonly<Partial<Record<KindName, Summary>>>
}

type Summary = ReturnType<typeof summarise>

const file = new URL('../results/failover.json', import.meta.url)

/** What was stored last. Throws where nothing was. */
export function readResult(): Result {
  return JSON.parse(readFileSync(file, 'utf8'))
}

export function readStored(): Stored {
  return existsSync(file) ? readResult() : { runs: [], cost: null, cells: null }
}

/** Whether anything happened that must never happen, however busy the machine is. */
export function isUnsafe(run: Run): boolean {
  const { lostAnswers, lostRedemptions, acceptedTwice, wrongRollups, broken, forgedFailovers, failoverToken, direct } =
    run
  const lost = lostAnswers + lostRedemptions + (direct?.lost ?? 0)
  const faults = lost + acceptedTwice + wrongRollups + broken + forgedFailovers
  return faults > 0 || failoverToken === false
}

/** Whether answers were away for longer than they may be. */
export function isSlow({ kind, gapMs }: Run): boolean {
  return gapMs > kinds[kind].gapMax * 1_000
}

/** Whether anything was lost, or the other cell refused a call, or paused for three seconds longer than it did before. */
export function isCellAtFault({ faults, besideRepeated, besideMs, besideCalmMs }: CellRun): boolean {
  return faults > 0 || besideRepeated > 0 || besideMs > besideCalmMs + 3_000
}

/** Writes the runs with a line of sums for each kind. */
export function store({ runs, cost, cells }: Stored, versions: Readonly<Record<string, string>>): Result {
  const result: Result = {
    measuredAt: new Date().toISOString(),
    machine: { cpu: cpus()[0]?.model.trim() ?? 'unknown', cores: availableParallelism(), node: process.version },
    versions,
    kinds: Object.fromEntries(
      kindNames.flatMap((kind) => {
        const own = runs.filter((run) => run.kind === kind)
        return own.length === 0 ? [] : [[kind, summarise(own)]]
      }),
    ),
    cost,
    cells,
    runs,
  }
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  return result
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The upper one of two in the middle; 0 of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function summarise(runs: readonly Run[]) {
  const sum = (of: (run: Run) => number) => runs.reduce((total, run) => total + of(run), 0)
  const gaps = runs.map(({ gapMs }) => gapMs)
  const direct = runs.flatMap((run) => (run.direct === undefined ? [] : [run.direct]))
  const tokens = runs.flatMap(({ failoverToken }) => (failoverToken === null ? [] : [failoverToken]))
  return {
    times: runs.length,
    answers: sum(({ answers }) => answers),
    redemptions: sum(({ redemptions }) => redemptions),
    lost: sum(({ lostAnswers, lostRedemptions }) => lostAnswers + lostRedemptions),
    acceptedTwice: sum(({ acceptedTwice }) => acceptedTwice),
    wrongRollups: sum(({ wrongRollups }) => wrongRollups),
    load: median(runs.map(({ load }) => load)),
    untold: sum(({ untold }) => untold),
    slow: runs.filter(isSlow).length,
    gapMs: { median: median(gaps), worst: Math.max(...gaps) },
    failoverTokens: { tried: tokens.length, accepted: tokens.filter(Boolean).length },
    ...(direct.length === 0 ? {} : { direct: sumDirect(direct) }),
  }
}

function sumDirect(all: readonly Direct[]): Direct {
  return all.reduce((total, one) => ({
    acknowledged: total.acknowledged + one.acknowledged,
    afterTakeover: total.afterTakeover + one.afterTakeover,
    lost: total.lost + one.lost,
  }))
}
