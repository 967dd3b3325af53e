import type { Database, Queries } from '@bollard/database'
import { addUsage } from '../space/usage.ts'
import { isError } from './is-error.ts'
import { addSeen, keyOf, type Seen } from './seen.ts'
import { countDecisions, type CountedAside, type CountRow, type KnownValues } from './count-decisions.ts'
import { dryRunOf, type Ending, isKept, type RecordedDecision } from './recorded-decision.ts'

/** What comes later is not counted: a gateway that was cut off for longer has its decisions forgotten. */
export const reportedLateHoursMax = 24

export interface QueuedDecision {
  readonly recorded: RecordedDecision
  readonly sampledPercent: number
}

export interface Settled {
  readonly id: string
  readonly solutionId: string
  readonly ending: Ending
  readonly status: number | null
}

export interface Batch {
  /** Written once, also when the answer of the database was lost and it is written again. */
  readonly id: string
  readonly decisions: readonly QueuedDecision[]
  readonly asides: readonly CountedAside[]
}

/** Counts and stores in one transaction. What was written before under the same id changes nothing. */
export async function writeBatch(db: Database, batch: Batch, isKnown: KnownValues, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const fresh = await tx.query('protection-batch-insert', batchSql, [batch.id, now])
    if (fresh.length === 0) return
    const decisions = await onlyNew(tx, batch.decisions, now)
    const rows = countDecisions(
      decisions.map(({ recorded }) => recorded),
      batch.asides,
      isKnown,
    )
    await addCounts(tx, rows)
    const seen = seenIn(decisions)
    if (seen.length > 0) await addSeen(tx, JSON.stringify(seen))
    const usage = usageOf(decisions)
    if (usage.length > 0) await addUsage(tx, JSON.stringify(usage))
    const kept = decisions.filter(({ recorded, sampledPercent }) => isKept(recorded, sampledPercent))
    if (kept.length > 0)
      await tx.query('protection-decisions-insert', decisionsSql, [
        JSON.stringify(kept.map(({ recorded }) => rowOf(recorded))),
      ])
  })
}

/** Adds to the counts that are there. What belongs to a site that is gone is left out. */
export async function addCounts(tx: Queries, rows: readonly CountRow[]): Promise<void> {
  if (rows.length > 0) await tx.query('protection-counts-add', countsSql, [JSON.stringify(rows)])
}

/** Writes what became of requests. Answers those that no stored decision was found for. */
export async function writeEndings(db: Queries, settled: readonly Settled[]): Promise<Settled[]> {
  const rows = await db.query('protection-decisions-settle', settleSql, [JSON.stringify(settled)])
  const found = new Set(rows.map(({ id }) => id))
  return settled.filter(({ id }) => !found.has(id.toLowerCase()))
}

/** Middlewares and gateways send again what they don't know to be stored. Their clocks are not believed about the future. */
async function onlyNew(tx: Queries, queued: readonly QueuedDecision[], now: Date): Promise<QueuedDecision[]> {
  const since = now.getTime() - reportedLateHoursMax * 3_600_000
  const inTime = queued.filter(({ recorded }) => !isReported(recorded) || recorded.at.getTime() > since)
  const reported = inTime.flatMap(({ recorded: { id, solutionId, from } }) =>
    isReported({ from }) ? [{ id, solutionId }] : [],
  )
  for (const { recorded } of inTime) if (isMistake(recorded)) reported.push(mistakeOf(recorded))
  const rows =
    reported.length === 0
      ? []
      : await tx.query('protection-reported-insert', reportedSql, [JSON.stringify(reported), now])
  const fresh = new Set(rows.map(nameOf))
  return inTime.flatMap((one) => {
    const { recorded } = one
    if (isReported(recorded) && !fresh.delete(nameOf(recorded).toLowerCase())) return []
    const isCountedMistake = isMistake(recorded) && !fresh.delete(nameOf(mistakeOf(recorded)))
    const at = recorded.at > now ? now : recorded.at
    return [{ ...one, recorded: { ...recorded, at, isCountedMistake } }]
  })
}

interface Named {
  readonly solutionId: string
  readonly id: string
}
const nameOf = ({ solutionId, id }: Named): string => `${solutionId} ${id}`

/** One of the control group who came back with the challenge solved. A pass is good for many requests, and is one mistake. */
function isMistake({ from, control, solved, mistakeId }: RecordedDecision): boolean {
  return isReported({ from }) && control && solved && mistakeId !== undefined
}

function mistakeOf({ solutionId, mistakeId = '' }: RecordedDecision): Named {
  return { solutionId, id: mistakeId }
}

/** What the change guard is to see of reported decisions, by the rule that holds for those of the API; in one order in every process. */
function seenIn(decisions: readonly QueuedDecision[]): object[] {
  const rows = new Map<string, { key: object; refused: number; denied: number; answers: number; errors: number }>()
  for (const { recorded } of decisions) {
    const { decision, ending, status, tried = [], trials = [] } = recorded
    const { conclusion } = decision
    const isAnswered = conclusion === 'ALLOW' && ending !== null
    const rowFor = (seen: Seen) => {
      const key = keyOf(seen)
      const name = JSON.stringify(key)
      const row = rows.get(name) ?? { key, refused: 0, denied: 0, answers: 0, errors: 0 }
      rows.set(name, row)
      return row
    }
    for (const seen of trials) {
      const row = rowFor(seen)
      row.refused += Number(seen.refused)
      row.denied += Number(seen.denied)
    }
    for (const seen of tried) {
      const row = rowFor(seen)
      row.refused += Number(conclusion === 'DENY' || conclusion === 'THROTTLE')
      row.denied += Number(conclusion === 'DENY')
      row.answers += Number(isAnswered)
      row.errors += Number(isAnswered && isError(ending, status))
    }
  }
  return [...rows]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { key, ...numbers }]) => ({ ...key, ...numbers }))
}

/** What is reported counts against the plan only here, where it is known to be new; the rest was counted when it was decided. */
function usageOf(decisions: readonly QueuedDecision[]): object[] {
  const reported = decisions.filter(({ recorded }) => isReported(recorded))
  const byDay = Map.groupBy(
    reported,
    ({ recorded: { solutionId, at } }) => `${solutionId} ${at.toISOString().slice(0, 10)}`,
  )
  return [...byDay]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, { length: requests }]) => ({ solutionId: key.slice(0, -11), day: key.slice(-10), requests }))
}

function isReported({ from }: Pick<RecordedDecision, 'from'>): boolean {
  return from === 'MIDDLEWARE' || from === 'GATEWAY'
}

function rowOf(recorded: RecordedDecision): object {
  const { decision, visitor, from, ...rest } = recorded
  return {
    ...rest,
    source: from,
    conclusion: decision.conclusion,
    dryRun: dryRunOf(decision),
    reasons: decision.reasons,
    parts: decision.parts.map(({ part, state, finding, fault }) => ({
      part,
      state,
      conclusion: finding?.conclusion ?? null,
      reasons: finding?.reasons ?? [],
      fault,
    })),
    failedOpen: decision.failedOpen,
    tookMs: decision.elapsedMs,
    visitor: visitor?.toString('hex') ?? null,
  }
}

const batchSql =
  'insert into protection.recorded_batches (id, at) values ($1, $2) on conflict (id) do nothing returning id'
const reportedSql = `insert into protection.reported_ids (solution_id, id, at)
  select n."solutionId", n.id, $2 from jsonb_to_recordset($1::jsonb) as n ("solutionId" uuid, id uuid)
  where exists (select from protection.spaces s where s.solution_id = n."solutionId") order by 1, 2
  on conflict (solution_id, id) do nothing returning solution_id as "solutionId", id`
const countsSql = `insert into protection.counts as c (solution_id, at, dimension, value, allow, challenge, throttle, deny)
  select n."solutionId", n.at, n.dimension, n.value, n.allow, n.challenge, n.throttle, n.deny
  from jsonb_to_recordset($1::jsonb) as n ("solutionId" uuid, at timestamptz, dimension text, value text, allow bigint, challenge bigint,
    throttle bigint, deny bigint)
  where exists (select from protection.spaces s where s.solution_id = n."solutionId") order by 1, 2, 3, 4
  on conflict (solution_id, at, dimension, value) do update set allow = c.allow + excluded.allow,
    challenge = c.challenge + excluded.challenge, throttle = c.throttle + excluded.throttle, deny = c.deny + excluded.deny`
const decisionsSql = `insert into protection.decisions (id, solution_id, at, source, conclusion, dry_run, reasons, parts, failed_open, control, took_ms,
    method, host, path, country, operator, visitor, browser, program, probe, rung, solved, ending, status, labels, saved_bytes, keys)
  select n.id, n."solutionId", n.at, n.source, n.conclusion, n."dryRun", n.reasons, n.parts, n."failedOpen", n.control, n."tookMs",
    n.method, n.host, n.path, n.country, n.operator, decode(n.visitor, 'hex'), n.browser, n.program, n.probe, n.rung, n.solved, n.ending, n.status,
    n.labels, n."savedBytes", n.keys
  from jsonb_to_recordset($1::jsonb) as n (id uuid, "solutionId" uuid, at timestamptz, source text, conclusion text, "dryRun" text, reasons jsonb,
    parts jsonb, "failedOpen" boolean, control boolean, "tookMs" float8, method text, host text, path text, country text, operator bigint,
    visitor text, browser text, program jsonb, probe boolean, rung text, solved boolean, ending text, status integer, labels jsonb,
    "savedBytes" bigint, keys jsonb)
  where exists (select from protection.spaces s where s.solution_id = n."solutionId") on conflict (id) do nothing`
const settleSql = `update protection.decisions d set ending = n.ending, status = coalesce(n.status, d.status)
  from jsonb_to_recordset($1::jsonb) as n (id uuid, "solutionId" uuid, ending text, status integer)
  where d.id = n.id and d.solution_id = n."solutionId" returning d.id`
