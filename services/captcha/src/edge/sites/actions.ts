import { hkdfSync } from 'node:crypto'
import { createBatcher, type Database, type Queries } from '@bollard/database'
import { createTaker } from '@bollard/http'
import { sign, signingKey } from '@bollard/proof-of-work/server'
import { rateLimits } from '../../rate-limits.ts'
import { BoundedMap } from '../../records/memory/bounded-map.ts'
import { isWithin } from '../../records/memory/is-within.ts'
import { plainArray, textArray } from '../../records/store/array-literal.ts'
import type { Marks } from '../volume/marks.ts'

/**
 * Actions of sites by number. Names come from anyone who has seen a site key, so a site learns one only from a visitor who has
 * passed, or from its owner. Until then a challenge carries the mark of the name, and the answer names it again.
 */
export interface Actions {
  /** What a challenge carries for an action: the site's number, or the mark of a name that it has not learnt. */
  find(siteId: number, name: string): number | Promise<number>
  /** The name behind what a challenge carries; `given` is what the answer says. Null when nobody knows it. */
  nameOf(siteId: number, carried: number, given: string | undefined): string | null | Promise<string | null>
  /**
   * The number for the row of a visitor who has passed, learnt now when it is new. 0 when the answer names another action than
   * the challenge, or the site has learnt as many as it may: the action is then missing in the result.
   */
  passed(siteId: number, visitor: ActionOfVisitor): number | Promise<number>
  /** The number for the row of a visitor who has not passed. */
  refused(carried: number): number
}

interface ActionOfVisitor {
  /** As in the challenge; 0 for no action. */
  readonly carried: number
  /** As the answer names it. */
  readonly given: string | undefined
  /** Of the visitor, as `networkOf` writes it. */
  readonly network: string
  /** Nothing about the visitor may be stored. */
  readonly isPrivate: boolean
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The column holds 16 bits with a sign. */
const highestAction = 32_767
/** From here on, what a challenge carries is the mark of a name: 15 bits of a keyed hash. */
const marked = 32_768
/** What visitors can teach a site in all. Declared actions are beside that. */
const learntMax = 1_000
/** A name that the site has not learnt is looked up again after so long: other processes learn, too. */
const unknownMs = 5_000
const dayMs = 86_400_000

interface Action {
  readonly siteId: number
  readonly name: string
}
/** An action to be learnt; `from` is the keyed name of the network that teaches it, null where that may not be stored. */
interface Lesson extends Action {
  readonly day: number
  readonly at: number
  readonly from: number | null
}
interface Touch {
  readonly siteId: number
  readonly number: number
  readonly day: number
}

export function createActions(
  db: Database,
  options: {
    readonly now: () => number
    readonly signingKeys: readonly { readonly secret: Buffer; readonly isNext?: boolean }[]
    readonly marks: Pick<Marks, 'ofNetwork'>
  },
): Actions {
  const { now, marks } = options
  const markOf = createMarker(options.signingKeys)
  const known = new BoundedMap<string, number>(50_000)
  const unknown = new BoundedMap<string, number>(20_000)
  const names = new BoundedMap<string, string>(50_000)
  /** The day on which an action was last said to have passed. */
  const touched = new BoundedMap<string, number>(50_000)
  // What one process alone has had is refused without a query; all together are counted where actions are learnt.
  const mayLearn = createTaker(rateLimits.newActions)
  const mayTeach = createTaker(rateLimits.newActionsOfNetwork, { keysMax: 50_000 })
  // All unknown names of one moment share one query, and one action at a time is made: a flood of names cannot take the connections of the others.
  const lookUps = createBatcher<Action, number | null>({ maxItems: 500, write: (actions) => findNumbers(db, actions) })
  const touches = createBatcher<Touch, boolean>({ maxItems: 500, write: (items) => touchActions(db, items) })
  const insertions = createBatcher<Action & { day: number; lesson?: Lesson }, number>({
    maxItems: 1,
    write: (actions) =>
      Promise.all(
        actions.map(({ day, lesson, ...action }) => db.transaction((tx) => insertAction(tx, action, day, lesson))),
      ),
  })

  async function lookUp(action: Action, key: string): Promise<number> {
    const number = await lookUps.add(action)
    if (number === null) unknown.set(key, now())
    else known.set(key, number)
    return number ?? markOf(key)
  }
  async function loadName(siteId: number, number: number): Promise<string | null> {
    const [row] = await db.query(
      'captcha-action-name',
      'select name from captcha.actions where site_id = $1 and number = $2',
      [siteId, number],
    )
    if (row !== undefined) names.set(`${siteId} ${number}`, row.name)
    return row?.name ?? null
  }
  /** Once a day an action is said to be in use; one that was forgotten meanwhile is learnt again, where its name is known. */
  async function touch({ siteId, number, day }: Touch, given: string | undefined): Promise<number> {
    if (await touches.add({ siteId, number, day })) {
      touched.set(`${siteId} ${number}`, day)
      return number
    }
    names.delete(`${siteId} ${number}`)
    if (given === undefined) return 0
    known.delete(`${siteId} ${given}`)
    return insertions.add({ siteId, name: given, day })
  }
  async function learn(
    action: Action,
    { network, isPrivate, now: at }: Pick<ActionOfVisitor, 'network' | 'isPrivate' | 'now'>,
  ): Promise<number> {
    const key = `${action.siteId} ${action.name}`
    const found = known.get(key) ?? (await lookUps.add(action))
    if (found !== null) {
      known.set(key, found)
      return found
    }
    const allowed = mayTeach(`${action.siteId} ${network}`, at).allowed && mayLearn(String(action.siteId), at).allowed
    const day = Math.floor(at / dayMs)
    const lesson = { ...action, day, at, from: isPrivate ? null : marks.ofNetwork(network) }
    const number = allowed ? await insertions.add({ ...action, day, lesson }) : 0
    if (number !== 0) known.set(key, number)
    return number
  }

  return {
    find(siteId, name) {
      const key = `${siteId} ${name}`
      const number = known.get(key)
      if (number !== undefined) return number
      return isWithin(unknownMs, unknown.get(key), now()) ? markOf(key) : lookUp({ siteId, name }, key)
    },
    nameOf(siteId, carried, given) {
      if (carried === 0) return null
      if (carried >= marked) return given !== undefined && markOf(`${siteId} ${given}`) === carried ? given : null
      return names.get(`${siteId} ${carried}`) ?? loadName(siteId, carried)
    },
    passed(siteId, { carried, given, network, isPrivate, now: at }) {
      if (carried === 0) return 0
      const day = Math.floor(at / dayMs)
      if (carried < marked)
        return touched.get(`${siteId} ${carried}`) === day ? carried : touch({ siteId, number: carried, day }, given)
      if (given === undefined || markOf(`${siteId} ${given}`) !== carried) return 0
      return learn({ siteId, name: given }, { network, isPrivate, now: at })
    },
    refused: (carried) => (carried < marked ? carried : 0),
  }
}

/**
 * Marks of names: the same in every process, and nobody can find a name of the mark that another one has, which would let a
 * visitor start as one action, past its rules, and pass as another.
 */
function createMarker(
  signingKeys: readonly { readonly secret: Buffer; readonly isNext?: boolean }[],
): (key: string) => number {
  // The last key that has signed is the oldest that is still valid: marks stay the same while a new key takes over.
  const oldest = signingKeys.findLast(({ isNext }) => isNext !== true)
  if (oldest === undefined) throw new RangeError('at least one signing key is needed')
  const key = signingKey(
    Buffer.from(hkdfSync('sha256', oldest.secret, Buffer.alloc(0), 'bollard captcha action marks 1', 32)),
  )
  const signature = Buffer.alloc(32)
  return (text) => {
    sign(key, Buffer.from(text), signature)
    return marked | signature.readUInt16BE()
  }
}

async function findNumbers(db: Database, actions: Action[]): Promise<(number | null)[]> {
  const rows = await db.query(
    'captcha-actions',
    `select a.number from unnest($1::int[], $2::text[]) with ordinality as asked(site_id, name, ord)
     left join captcha.actions a on a.site_id = asked.site_id and a.name = asked.name order by asked.ord`,
    [plainArray(actions.map(({ siteId }) => siteId)), textArray(actions.map(({ name }) => name))],
  )
  return rows.map(({ number }) => number)
}

/** Notes the day; tells for each whether there still is such an action. */
async function touchActions(db: Database, touches: Touch[]): Promise<boolean[]> {
  const rows = await db.query(
    'captcha-actions-touch',
    `update captcha.actions a set passed_on = greatest(a.passed_on, t.day)
     from (select site_id, number, max('epoch'::date + day) as day from unnest($1::int[], $2::smallint[], $3::int[]) as t(site_id, number, day) group by 1, 2) t
     where a.site_id = t.site_id and a.number = t.number returning a.site_id as "siteId", a.number`,
    [
      plainArray(touches.map(({ siteId }) => siteId)),
      plainArray(touches.map(({ number }) => number)),
      plainArray(touches.map(({ day }) => day)),
    ],
  )
  const there = new Set(rows.map(({ siteId, number }) => `${siteId} ${number}`))
  return touches.map(({ siteId, number }) => there.has(`${siteId} ${number}`))
}

/** The number of an action that is learnt now, unless its site or the network that teaches it has had enough: then 0. */
async function insertAction(tx: Queries, { siteId, name }: Action, day: number, lesson?: Lesson): Promise<number> {
  // Numbers are given one after the other: two processes with two new actions take turns.
  await lockNumbers(tx, siteId)
  if (lesson !== undefined && !(await takePaces(tx, lesson))) return 0
  const [row] = await tx.query('captcha-action-insert', insertStatement, [
    siteId,
    name,
    new Date(day * dayMs).toISOString().slice(0, 10),
    learntMax,
  ])
  return row?.number ?? 0
}

/** Gives each of the actions that an owner declares a number; in the transaction of the settings. */
export async function declareActions(tx: Queries, siteId: number, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await lockNumbers(tx, siteId)
  for (const name of names) await tx.query('captcha-action-insert', insertStatement, [siteId, name, null, null])
}

const wholeSite = 0

/**
 * Counts a new action for its site and its network over all processes, by the generic cell rate algorithm of `createTaker`; false, and nothing
 * is counted, where either has had its limit. The lock of the site keeps others from counting meanwhile.
 */
async function takePaces(tx: Queries, { siteId, name, at, from }: Lesson): Promise<boolean> {
  const known = await tx.query(
    'captcha-action-known',
    'select 1 as known from captcha.actions where site_id = $1 and name = $2',
    [siteId, name],
  )
  // Another process has learnt it since.
  if (known.length > 0) return true
  const limits = [
    { mark: wholeSite, ...rateLimits.newActions },
    ...(from === null ? [] : [{ mark: from, ...rateLimits.newActionsOfNetwork }]),
  ]
  const paces = await tx.query(
    'captcha-action-paces',
    'select mark::float8 as mark, done_at as "doneAt" from captcha.action_paces where site_id = $1 and mark = any($2::bigint[])',
    [siteId, limits.map(({ mark }) => mark)],
  )
  const taken = limits.map(({ mark, limit, seconds }) => {
    const done = paces.find((pace) => pace.mark === mark)?.doneAt.getTime() ?? 0
    const windowMs = seconds * 1_000
    // Further ahead than any load reaches: a clock was set back.
    const doneAt = (done > at + windowMs ? at : Math.max(done, at)) + windowMs / limit
    return { mark, doneAt, isFree: doneAt - at <= windowMs + 0.5 }
  })
  if (taken.some(({ isFree }) => !isFree)) return false
  await tx.query(
    'captcha-action-pace',
    `insert into captcha.action_paces (site_id, mark, done_at) select $1::int, mark, to_timestamp(done / 1000) from unnest($2::bigint[], $3::float8[]) as u(mark, done)
     on conflict (site_id, mark) do update set done_at = excluded.done_at`,
    [siteId, taken.map(({ mark }) => mark), taken.map(({ doneAt }) => doneAt)],
  )
  return true
}

async function lockNumbers(tx: Queries, siteId: number): Promise<void> {
  await tx.query('captcha-site-lock', 'select id from captcha.sites where id = $1 for update', [siteId])
}

// A number is given again only when all were given once.
const insertStatement = `
with there as (
  update captcha.actions set passed_on = greatest(passed_on, $3::date) where site_id = $1::int and name = $2::text returning number
), next as (
  update captcha.sites s set last_action = case when s.last_action < ${highestAction} then s.last_action + 1 else s.last_action end
  where s.id = $1::int and not exists (select from there) and ($4::int is null or (select count(*) from captcha.actions a where a.site_id = s.id) < $4::int)
  returning case when s.last_action < ${highestAction} or not exists (select from captcha.actions a where a.site_id = s.id and a.number = s.last_action)
    then s.last_action
    else (select min(n) from generate_series(1, ${highestAction}) n where not exists (select from captcha.actions a where a.site_id = s.id and a.number = n)) end as number
), made as (
  insert into captcha.actions (site_id, number, name, passed_on) select $1::int, number, $2::text, $3::date from next where number is not null returning number
)
select number from there union all select number from made`

/** At least so long a name outlives the last visitor who passed with it: statistics show it. */
const daysMin = 90

/**
 * Forgets learnt names that the log does not need any more: no visitor with one has passed for as long as it keeps rows, and for
 * 90 days; or none ever has, which the service does not learn but once did. What owners declare stays.
 */
export async function forgetActions(db: Queries, now: number): Promise<void> {
  await db.query('captcha-action-paces-old', 'delete from captcha.action_paces where done_at < $1', [new Date(now)])
  await db.query(
    'captcha-actions-forget',
    `delete from captcha.actions a using captcha.sites s
     where s.id = a.site_id and not coalesce(s.settings -> 'actions' ? a.name, false)
       and (case when a.passed_on is null then a.learned_at < $1::timestamptz - interval '1 day'
         else a.passed_on < $1::date - greatest(${daysMin}, coalesce((s.settings ->> 'retentionDays')::int, 30) + 1) end)`,
    [new Date(now)],
  )
}
