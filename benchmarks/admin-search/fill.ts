import type { Database } from '@bollard/database'

/** One account or solution in so many is in a rare state. */
const oneIn = 5_000
/** So many are written at a time, since a statement of the product may not take long. */
const chunk = 5_000

/**
 * People and solutions as an installation has them after years: ids by time, addresses at many domains, each person with one solution,
 * some words that many labels have and some that few have.
 */
export async function fill({ pool }: Database, people: number): Promise<void> {
  for (let from = 1; from <= people; from += chunk)
    for (const sql of statements) await pool.query(sql, [from, Math.min(people, from + chunk - 1)])
  const connection = await pool.connect()
  try {
    // On a busy machine this takes longer than a statement of the product may.
    await connection.query('set statement_timeout = 0')
    for (const table of ['identity.users', 'solution.solutions', 'solution.members', 'solution.locks'])
      await connection.query(`analyze ${table}`)
  } finally {
    connection.release(true)
  }
}

/** An id of version 7 that follows the number: all lie before those that are made now. */
export function idOf(number: string): string {
  return `(lpad(to_hex(${number} + 1700000000000), 12, '0') || '70008' || lpad(to_hex(${number}), 15, '0'))::uuid`
}

const at = `timestamptz '2024-01-01' + interval '1 second' * n`
const statements = [
  `insert into identity.users (id, email, email_verified, given_name, language, created_at, updated_at, suspended_at, suspension_reason)
    select ${idOf('n')}, 'person' || n || '@company' || n % 50000 || '.example', n % ${oneIn} > 0,
      (array['Anna', 'Ben', 'Carla', 'Deniz', 'Emil', 'Fatma', 'Greta', 'Hugo'])[1 + n % 8] || ' ' || n, 'en', ${at}, ${at},
      case when n % ${oneIn} = 1 then ${at} end, case when n % ${oneIn} = 1 then 'Spam' end
    from generate_series($1::int, $2::int) n`,
  `insert into solution.solutions (id, label, type, created_by, created_at, updated_at, lifecycle)
    select ${idOf('n')}, case when n % 3 = 0 then 'Shop' else 'Contact form' end || ' of company ' || n % 50000 || ' no ' || n, 'CAPTCHA',
      ${idOf('n')}::text, ${at}, ${at}, case when n % ${oneIn} = 2 then 'CANCEL_SCHEDULED' else 'ACTIVE' end
    from generate_series($1::int, $2::int) n`,
  `insert into solution.members (solution_id, user_id, role, created_at)
    select ${idOf('n')}, ${idOf('n')}::text, 'ADMIN', ${at} from generate_series($1::int, $2::int) n`,
  `insert into solution.locks (id, solution_id, reason, effect, locked_at)
    select ${idOf('n')}, ${idOf('n')}, 'ABUSE', 'WORK_ONLY', ${at} from generate_series($1::int, $2::int) n where n % ${oneIn} = 3`,
]
