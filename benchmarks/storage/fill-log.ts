import type { Database } from '@bollard/database'
import { attack, attackers, days, loneHostname, smallSites, visitors } from './row-source.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const tables = ['verifications', 'redemptions', 'feedback'] as const

/**
 * Fills the log with `rows` verifications of the days before `now`, a fifth of them never fetched. Each day is a table of its
 * own until its rows are in, so that its indexes are built in one go.
 */
export async function fillLog(db: Database, { rows, now, onDay }: { rows: number; now: number; onDay: (day: number) => void }): Promise<void> {
  await insertSites(db, now)
  const today = Math.floor(now / dayMs) * dayMs
  const perDay = Math.floor((rows * (1 - attack.share)) / days)
  const waiting = Array.from({ length: days }, (_, day) => day)
  const work = async (): Promise<void> => {
    for (let day = waiting.shift(); day !== undefined; day = waiting.shift()) {
      await fillDay(db, { start: today - (days - day) * dayMs, rows: perDay, attackers: day === attack.day ? Math.floor(rows * attack.share) : 0 })
      onDay(day)
    }
  }
  // Loading is bound by the processor; two cores are usual.
  await Promise.all([work(), work()])
  await db.pool.query(
    `update captcha.verifications set hostname = $1 where id = (select id from captcha.verifications where site_id = 1 and issued_at >= $2 order by issued_at limit 1)`,
    [loneHostname, new Date(today - 17 * dayMs)],
  )
  await db.pool.query('analyze captcha.verifications, captcha.redemptions, captcha.feedback')
}

async function insertSites(db: Database, now: number): Promise<void> {
  await db.pool.query(
    `insert into captcha.sites (solution_id, created_at, first_verification_at, first_fetched_at) select gen_random_uuid(), $2, $2, $2 from generate_series(1, $1)`,
    [smallSites + 1, new Date(now - days * dayMs)],
  )
  // The large site has the numbers 1 and 2, every other one the number of its site and one more.
  await db.pool.query(
    `insert into captcha.environments (site_id, name, site_key, domains, created_at, updated_at)
     select site_id, name, 'site-key-' || site_id || name, '{}', now(), now() from (
       select 1 as site_id, 'Production' as name union all select 1, 'Staging' union all select s, 'Production' from generate_series(2, $1) s order by 1, 2) e`,
    [smallSites + 1],
  )
  await db.pool.query(
    `insert into captcha.actions (site_id, number, name) select s, n, 'action-' || n from generate_series(1, $1) s, generate_series(1, 3) n`,
    [smallSites + 1],
  )
  await db.pool.query(
    `insert into captcha.rules (id, site_id, number, name, priority, conditions, action, created_at, updated_at)
     select gen_random_uuid(), 1, n, 'Rule ' || n, n, '[]', '{"type":"BLOCK"}', now(), now() from generate_series(1, 5) n`,
  )
}

async function fillDay(db: Database, day: { start: number; rows: number; attackers: number }): Promise<void> {
  const date = new Date(day.start).toISOString().slice(0, 10).replaceAll('-', '')
  const nameOf = (table: string): string => `${table}_${date}`
  for (const table of tables) await db.pool.query(`create table captcha.${nameOf(table)} (like captcha.${table} including defaults including constraints)`)
  const verifications = nameOf('verifications')
  await db.pool.query(visitors(verifications), [day.rows, day.start])
  if (day.attackers > 0) await db.pool.query(attackers(verifications), [day.attackers, day.start + attack.hour * hourMs])
  await db.pool.query(
    `insert into captcha.${nameOf('redemptions')} (verification_id, issued_at, site_id, fetched_at)
     select id, issued_at, site_id, finished_at + interval '2 seconds' from captcha.${verifications} where outcome < 2 and random() < 0.84`,
  )
  await db.pool.query(
    `insert into captcha.${nameOf('feedback')} (verification_id, issued_at, site_id, label, given_by, given_at)
     select id, issued_at, site_id, case when outcome = 2 then 1 else 0 end, 1, finished_at from captcha.${verifications} where outcome < 3 and random() < 0.0002`,
  )
  const [from, to] = [day.start, day.start + dayMs].map((time) => new Date(time).toISOString())
  for (const table of tables) {
    await db.pool.query(`alter table captcha.${table} attach partition captcha.${nameOf(table)} for values from ('${from}') to ('${to}')`)
    await db.pool.query(`vacuum analyze captcha.${nameOf(table)}`)
  }
}
