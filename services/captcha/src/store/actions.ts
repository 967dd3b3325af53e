import type { Database } from '@bollard/database'
import { createBatcher } from '@bollard/database'
import { createTaker } from '@bollard/http'
import { BoundedMap } from '../bounded-map.ts'
import { plainArray, textArray } from './array-literal.ts'

export interface Actions {
  /**
   * The number of a site's action; made on first use. 0 when the site has as many actions as fit, or
   * made many new ones lately: the action is then missing in the result, so a customer who compares it refuses.
   */
  numberOf(siteId: number, name: string): number | Promise<number>
  /** The name behind a number that was given before; null when nobody knows it any more. */
  nameOf(siteId: number, number: number): string | null | Promise<string | null>
}

/** The column holds 16 bits with a sign. */
const highestAction = 32_767

interface Action {
  readonly siteId: number
  readonly name: string
}

/**
 * New actions of a site in an hour. Names come from anybody who has seen a site key; without a bound
 * one visitor could use up all numbers of a site, and keep the database busy with it.
 */
const newPerHour = { max: 30, windowSeconds: 3_600, maxKeys: 20_000 }

export function createActions(db: Database, now: () => number): Actions {
  const known = new BoundedMap<string, number>(50_000)
  const names = new BoundedMap<string, string>(50_000)
  const mayMake = createTaker(newPerHour)
  // All unknown names of one moment share one query, and one action at a time is made: a flood of names cannot take the connections of the others.
  const lookUps = createBatcher<Action, number | null>({ maxItems: 500, write: (actions) => findNumbers(db, actions) })
  const insertions = createBatcher<Action, number>({
    maxItems: 1,
    write: (actions) => Promise.all(actions.map((action) => insertAction(db, action))),
  })

  async function load(action: Action, key: string): Promise<number> {
    const found = await lookUps.add(action)
    const number = found ?? (mayMake(String(action.siteId), now()).allowed ? await insertions.add(action) : 0)
    if (number !== 0) known.set(key, number)
    return number
  }
  async function loadName(siteId: number, number: number): Promise<string | null> {
    const [row] = await db.query<{ name: string }>(
      'captcha-action-name',
      'select name from captcha.actions where site_id = $1 and number = $2',
      [siteId, number],
    )
    if (row !== undefined) names.set(`${siteId} ${number}`, row.name)
    return row?.name ?? null
  }
  return {
    numberOf(siteId, name) {
      const key = `${siteId} ${name}`
      return known.get(key) ?? load({ siteId, name }, key)
    },
    nameOf: (siteId, number) => names.get(`${siteId} ${number}`) ?? loadName(siteId, number),
  }
}

async function findNumbers(db: Database, actions: Action[]): Promise<(number | null)[]> {
  const rows = await db.query<{ number: number | null }>(
    'captcha-actions',
    `select a.number from unnest($1::int[], $2::text[]) with ordinality as asked(site_id, name, ord)
     left join captcha.actions a on a.site_id = asked.site_id and a.name = asked.name order by asked.ord`,
    [plainArray(actions.map(({ siteId }) => siteId)), textArray(actions.map(({ name }) => name))],
  )
  return rows.map(({ number }) => number)
}

async function insertAction(db: Database, { siteId, name }: Action): Promise<number> {
  return db.transaction(async (tx) => {
    // Numbers are given one after the other: two processes with two new actions take turns.
    await tx.query('captcha-site-lock', 'select id from captcha.sites where id = $1 for update', [siteId])
    const [row] = await tx.query<{ number: number }>(
      'captcha-action-insert',
      `insert into captcha.actions (site_id, number, name)
       select $1::int, coalesce(max(number), 0) + 1, $2::text from captcha.actions where site_id = $1::int having coalesce(max(number), 0) < ${highestAction}
       on conflict (site_id, name) do update set name = excluded.name returning number`,
      [siteId, name],
    )
    return row?.number ?? 0
  })
}
