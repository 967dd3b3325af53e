import type { Database } from '@bollard/database'
import { BoundedMap } from '../bounded-map.ts'
import { highestAction } from '../verification-id.ts'

export interface Actions {
  /**
   * The number of a site's action; made on first use. 0 when the site has as many actions as fit:
   * the action is then missing in the result, so a customer who compares it refuses.
   */
  numberOf(siteId: number, name: string): number | Promise<number>
}

export function createActions(db: Database): Actions {
  const known = new BoundedMap<string, number>(50_000)
  async function load(siteId: number, name: string, key: string): Promise<number> {
    const number = (await findNumber(db, siteId, name)) ?? (await insertAction(db, siteId, name))
    known.set(key, number)
    return number
  }
  return {
    numberOf(siteId, name) {
      const key = `${siteId} ${name}`
      return known.get(key) ?? load(siteId, name, key)
    },
  }
}

async function findNumber(db: Database, siteId: number, name: string): Promise<number | undefined> {
  const [row] = await db.query<{ number: number }>('captcha-action', 'select number from captcha.actions where site_id = $1 and name = $2', [siteId, name])
  return row?.number
}

async function insertAction(db: Database, siteId: number, name: string): Promise<number> {
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
