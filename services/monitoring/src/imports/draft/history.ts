import type { Queries } from '@bollard/database'
import { emptyRollUp, type RollUp, type ServiceState } from '@bollard/uptime'
import type { Draft } from './draft.ts'

/** What another product keeps of a day: how often it was up and down, and how long checks took on the average. */
interface Day {
  /** Of the service. */
  readonly key: string
  /** `2026-11-27` */
  readonly day: string
  readonly up: number
  readonly down: number
  readonly averageMs: number
  readonly minMs: number
  readonly maxMs: number
  /** How far apart its checks were. */
  readonly everySeconds: number
}

interface Change {
  readonly key: string
  /** Unix milliseconds. */
  readonly at: number
  readonly to: ServiceState
}

export interface History {
  readonly days: readonly Day[]
  /** In order of time. */
  readonly changes: readonly Change[]
}

/** A draft with what happened before. */
export interface Imports extends Draft {
  readonly history: History
}

export const noHistory: History = { days: [], changes: [] }

/** Rows of one statement. */
const atOnce = 5_000
const daySeconds = 86_400

/**
 * Writes what happened to services before they were created here. Days are counted by checks: of a day, so much as its checks cover counts
 * as up or down. What the other product kept of changes of state becomes the history, which ends in UNKNOWN where ours begins.
 */
export async function writeHistory(
  tx: Queries,
  { days, changes }: History,
  {
    solutionId,
    ids,
    at,
    newId,
  }: { solutionId: string; ids: ReadonlyMap<string, string>; at: Date; newId: () => string },
): Promise<void> {
  const today = at.toISOString().slice(0, 10)
  const rows = days.flatMap((day) => {
    const serviceId = ids.get(day.key)
    return serviceId === undefined || day.day >= today ? [] : [{ serviceId, ...dayRow(day) }]
  })
  for (let start = 0; start < rows.length; start += atOnce)
    await tx.query('monitoring-import-days', daysSql, [solutionId, JSON.stringify(rows.slice(start, start + atOnce))])
  const moved = [...Map.groupBy(changes, ({ key }) => key)].flatMap(([key, all]) => {
    const serviceId = ids.get(key)
    return serviceId === undefined
      ? []
      : transitionsOf(all, at.getTime()).map((one) => ({ serviceId, id: newId(), ...one }))
  })
  for (let start = 0; start < moved.length; start += atOnce)
    await tx.query('monitoring-import-transitions', changesSql, [
      solutionId,
      JSON.stringify(moved.slice(start, start + atOnce)),
    ])
}

function dayRow({ day, up, down, averageMs, minMs, maxMs, everySeconds }: Day) {
  const [ups, downs] = [Math.max(0, Math.round(up)), Math.max(0, Math.round(down))]
  const checks = ups + downs
  const counted = Math.min(daySeconds, checks * everySeconds)
  const downSeconds = checks === 0 ? 0 : Math.round((counted * downs) / checks)
  const upSeconds = counted - downSeconds
  const micros = (ms: number): number => Math.round(Math.max(0, ms) * 1_000)
  const rollup: RollUp = {
    ...emptyRollUp,
    checks: { ...emptyRollUp.checks, UP: ups, DOWN: downs },
    time: {
      ...emptyRollUp.time,
      UP: upSeconds * 1_000,
      DOWN: downSeconds * 1_000,
      UNKNOWN: (daySeconds - counted) * 1_000,
    },
    // Only average, least and most are known, so that no percentile can be told.
    micros: ups === 0 ? emptyRollUp.micros : { sum: micros(averageMs * ups), min: micros(minMs), max: micros(maxMs) },
  }
  const until = new Date(Date.parse(day) + daySeconds * 1_000)
  return { day, rollup, until, countedSeconds: counted, upSeconds, downSeconds }
}

function transitionsOf(changes: readonly Change[], now: number) {
  const rows: { at: Date; from: ServiceState; to: ServiceState }[] = []
  let state: ServiceState = 'UNKNOWN'
  for (const { at, to } of [...changes].sort((one, other) => one.at - other.at)) {
    if (to === state || at >= now) continue
    rows.push({ at: new Date(at), from: state, to })
    state = to
  }
  if (state !== 'UNKNOWN') rows.push({ at: new Date(now), from: state, to: 'UNKNOWN' })
  return rows
}

const daysSql = `insert into monitoring.day_rollups (service_id, day, solution_id, rollup, until, counted_seconds, up_seconds, down_seconds)
  select n."serviceId", n.day, $1, n.rollup, n.until, n."countedSeconds", n."upSeconds", n."downSeconds" from jsonb_to_recordset($2::jsonb)
    as n ("serviceId" uuid, day date, rollup jsonb, until timestamptz, "countedSeconds" int, "upSeconds" int, "downSeconds" int)
  on conflict (service_id, day) do nothing`
const changesSql = `insert into monitoring.transitions (id, service_id, solution_id, at, from_state, to_state, reason)
  select n.id, n."serviceId", $1, n.at, n."from", n."to", 'IMPORTED' from jsonb_to_recordset($2::jsonb)
    as n (id uuid, "serviceId" uuid, at timestamptz, "from" text, "to" text)`
