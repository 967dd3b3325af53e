import type { Database } from '@bollard/database'
import type { Conclusion } from '@bollard/decisions'
import { addSeen, keyOf, type Seen } from '../record/seen.ts'
import { addUsage } from '../space/usage.ts'
import { writeSoon } from '../record/write-soon.ts'

export interface Tally {
  /** A request was decided about, whatever came of it. */
  readonly request: (solutionId: string, at: Date) => void
  /** A limiter said so; in a dry run too. */
  readonly limiter: (
    limiter: { readonly limiterId: string; readonly solutionId: string },
    said: Conclusion,
    at: Date,
  ) => void
  /** An entry of the allow-list let a request through. */
  readonly allowed: (entry: { readonly allowedId: string; readonly solutionId: string }, at: Date) => void
  /** What became of a request of somebody for whom a change is tried. */
  readonly seen: (seen: Seen, what: { readonly refused: boolean; readonly denied: boolean }) => void
  /** What the site answered such a visitor. */
  readonly answered: (seen: Seen, isError: boolean) => void
  /** Writes what was counted until now. Never rejects: what the database did not take is counted with the next. */
  readonly flush: () => Promise<void>
}

const flushMs = 1_000
/** Of one kind between two writes; what beyond is not counted. */
const rowsMax = 20_000

type Numbers = Record<string, number>
interface Table {
  /** By a name of the key, in whose order rows are written. */
  readonly rows: Map<string, { readonly key: object; readonly numbers: Numbers }>
  readonly add: (name: string, key: object, numbers: Numbers) => void
}

/** Counts in memory and writes once a second, so that no decision waits for it. A process that is killed loses its last second. */
export function createTally(db: Database, onError: (error: unknown) => void): Tally {
  let tables = noTables()
  const { soon, flush } = writeSoon(write, flushMs)
  async function write(): Promise<void> {
    const taken = tables
    tables = noTables()
    try {
      await store(db, taken)
    } catch (error) {
      onError(error)
      for (const name of tableNames)
        for (const [key, row] of taken[name].rows) tables[name].add(key, row.key, row.numbers)
      soon()
    }
  }
  const count = (table: (typeof tableNames)[number], name: string, key: object, numbers: Numbers): void => {
    tables[table].add(name, key, numbers)
    soon()
  }
  return {
    flush,
    request(solutionId, at) {
      const day = dayOf(at)
      count('usage', `${solutionId} ${day}`, { solutionId, day }, { requests: 1 })
    },
    limiter({ limiterId, solutionId }, said, at) {
      const hour = hourOf(at)
      count(
        'limiters',
        `${limiterId} ${hour}`,
        { limiterId, solutionId, hour },
        {
          counted: 1,
          challenged: Number(said === 'CHALLENGE'),
          throttled: Number(said === 'THROTTLE'),
          denied: Number(said === 'DENY'),
        },
      )
    },
    allowed({ allowedId, solutionId }, at) {
      const day = dayOf(at)
      count('allowed', `${allowedId} ${day}`, { allowedId, solutionId, day }, { requests: 1 })
    },
    seen: (seen, { refused, denied }) =>
      count('guarded', nameOf(seen), keyOf(seen), {
        refused: Number(refused),
        denied: Number(denied),
        answers: 0,
        errors: 0,
      }),
    answered: (seen, isError) =>
      count('guarded', nameOf(seen), keyOf(seen), { refused: 0, denied: 0, answers: 1, errors: Number(isError) }),
  }
}

const tableNames = ['usage', 'limiters', 'allowed', 'guarded'] as const

function noTables(): Record<(typeof tableNames)[number], Table> {
  return { usage: tableOf(), limiters: tableOf(), allowed: tableOf(), guarded: tableOf() }
}

function tableOf(): Table {
  const rows: Table['rows'] = new Map()
  return {
    rows,
    add(name, key, numbers) {
      const known = rows.get(name)?.numbers
      if (known !== undefined)
        for (const field of Object.keys(numbers)) known[field] = (known[field] ?? 0) + (numbers[field] ?? 0)
      else if (rows.size < rowsMax) rows.set(name, { key, numbers: { ...numbers } })
    },
  }
}

function nameOf({ limiterId, round, visitor }: Seen): string {
  return `${limiterId} ${round} ${visitor.toString('latin1')}`
}

async function store(
  db: Database,
  { usage, limiters, allowed, guarded }: Record<(typeof tableNames)[number], Table>,
): Promise<void> {
  // In one order in every process, so that none waits for another that waits for it.
  const json = ({ rows }: Table) =>
    JSON.stringify(
      [...rows]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([, { key, numbers }]) => ({ ...key, ...numbers })),
    )
  await db.transaction(async (tx) => {
    if (usage.rows.size > 0) await addUsage(tx, json(usage))
    if (limiters.rows.size > 0) await tx.query('protection-count-limiters', limitersSql, [json(limiters)])
    if (allowed.rows.size > 0) await tx.query('protection-count-allowed', allowedSql, [json(allowed)])
    if (guarded.rows.size > 0) await addSeen(tx, json(guarded))
  })
}

const dayOf = eachFor(86_400_000, (text) => text.slice(0, 10))
const hourOf = eachFor(3_600_000, (text) => `${text.slice(0, 13)}:00:00Z`)

/** Writes moments of one span alike, and the last one from memory: thousands a second are of the same. */
function eachFor(spanMs: number, write: (iso: string) => string): (at: Date) => string {
  let last = { span: Number.NaN, text: '' }
  return (at) => {
    const span = Math.floor(at.getTime() / spanMs)
    if (span !== last.span) last = { span, text: write(at.toISOString()) }
    return last.text
  }
}

// What was deleted meanwhile is not counted any more.
const limitersSql = `insert into protection.limiter_hours as h (limiter_id, solution_id, hour, counted, challenged, throttled, denied)
  select n."limiterId", n."solutionId", n.hour, n.counted, n.challenged, n.throttled, n.denied
    from jsonb_to_recordset($1::jsonb) as n ("limiterId" uuid, "solutionId" uuid, hour timestamptz, counted bigint, challenged bigint,
      throttled bigint, denied bigint) where exists (select from protection.limiters l where l.id = n."limiterId")
  on conflict (limiter_id, hour) do update set counted = h.counted + excluded.counted, challenged = h.challenged + excluded.challenged,
    throttled = h.throttled + excluded.throttled, denied = h.denied + excluded.denied`
const allowedSql = `insert into protection.allowed_days as d (allowed_id, solution_id, day, requests)
  select n."allowedId", n."solutionId", n.day, n.requests
    from jsonb_to_recordset($1::jsonb) as n ("allowedId" uuid, "solutionId" uuid, day date, requests bigint)
    where exists (select from protection.allowed_visitors a where a.id = n."allowedId")
  on conflict (allowed_id, day) do update set requests = d.requests + excluded.requests`
