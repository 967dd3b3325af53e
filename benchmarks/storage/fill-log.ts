import type { Database } from '@bollard/database'
import { again, attack, attackers, days, loneHostname, smallSites, visitors } from './row-source.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const tables = ['verifications', 'redemptions', 'feedback'] as const

/** From so many rows on the first days are drawn and the others are like them, shifted: drawing takes far longer than copying. */
const copyFrom = 30_000_000
const drawnDays = 3

/** The day whose visitors a day repeats; itself where they are its own. */
export function templateOf(day: number, rows: number): number {
  return rows < copyFrom ? day : day % drawnDays
}

/**
 * Fills the log with `rows` verifications of the days before `now`, a fifth of them never fetched. Each day is a table of its
 * own until its rows are in, so that its indexes are built in one go.
 */
export async function fillLog(
  db: Database,
  { rows, now, onDay }: { rows: number; now: number; onDay: (day: number) => void },
): Promise<void> {
  await insertSites(db, now)
  const today = Math.floor(now / dayMs) * dayMs
  const perDay = Math.floor((rows * (1 - attack.share)) / days)
  const all = Array.from({ length: days }, (_, day) => day)
  const startOf = (day: number): number => today - (days - day) * dayMs
  const fillAll = (waiting: number[]): Promise<void>[] =>
    // Loading is bound by the processor; two cores are usual.
    [0, 1].map(async () => {
      for (let day = waiting.shift(); day !== undefined; day = waiting.shift()) {
        const template = templateOf(day, rows)
        const attacked = day === attack.day ? Math.floor(rows * attack.share) : 0
        await fillDay(db, {
          start: startOf(day),
          rows: perDay,
          attackers: attacked,
          template: template === day ? null : startOf(template),
        })
        onDay(day)
      }
    })
  await Promise.all(fillAll(all.filter((day) => templateOf(day, rows) === day)))
  await Promise.all(fillAll(all.filter((day) => templateOf(day, rows) !== day)))
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

interface Day {
  /** Milliseconds since 1970, like `template`. */
  readonly start: number
  readonly rows: number
  readonly attackers: number
  /** Start of the day whose visitors come again; null to draw them. */
  readonly template: number | null
}

async function fillDay(db: Database, day: Day): Promise<void> {
  const nameOf = (table: string, start = day.start): string =>
    `${table}_${new Date(start).toISOString().slice(0, 10).replaceAll('-', '')}`
  const verifications = nameOf('verifications')
  // What is written into a table of the same transaction goes past the write-ahead log.
  await db.transaction(async (tx) => {
    const run = (text: string, values: readonly unknown[] = []): Promise<unknown> => tx.query('', text, values)
    for (const table of tables)
      await run(
        `create table captcha.${nameOf(table)} (like captcha.${table} including defaults including constraints)`,
      )
    if (day.template === null) await run(visitors(verifications), [day.rows, day.start])
    else await run(again(verifications, nameOf('verifications', day.template)), [day.start - day.template])
    if (day.attackers > 0) await run(attackers(verifications), [day.attackers, day.start + attack.hour * hourMs])
    await run(
      `insert into captcha.${nameOf('redemptions')} (verification_id, issued_at, site_id, fetched_at)
       select id, issued_at, site_id, finished_at + interval '2 seconds' from captcha.${verifications} where outcome < 2 and random() < 0.84`,
    )
    await run(
      `insert into captcha.${nameOf('feedback')} (verification_id, issued_at, site_id, label, given_by, given_at)
       select id, issued_at, site_id, case when outcome = 2 then 1 else 0 end, 1, finished_at from captcha.${verifications} where outcome < 3 and random() < 0.0002`,
    )
    const [from, to] = [day.start, day.start + dayMs].map((time) => new Date(time).toISOString())
    for (const table of tables)
      await run(
        `alter table captcha.${table} attach partition captcha.${nameOf(table)} for values from ('${from}') to ('${to}')`,
      )
  })
  for (const table of tables) await db.pool.query(`vacuum analyze captcha.${nameOf(table)}`)
}
