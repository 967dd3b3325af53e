import type { Person } from '@bollard/access'
import { findOrganizationAdmins } from '../organization/find-facts.ts'
import { dayFor, findAdmins, notifyPeople } from '../people/notify.ts'
import { factorNeededFrom } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'

type PaidContext = Pick<SolutionContext, 'db' | 'enqueueMail' | 'identity' | 'billing' | 'identityUrl'>

/** Solutions of one question to billing. */
const batch = 500

/**
 * Keeps since when solutions, and organizations that manage some, are paid for, and tells their admins without a second factor from when
 * they need one. Run it every few minutes, in as many processes as you like: each beginning is written down and told once. What was
 * left out because of an error follows with the next run.
 */
export async function followPaid(context: PaidContext, now: Date): Promise<void> {
  for (let after: string | null = null; ;) {
    const rows: { id: string; isPaid: boolean }[] = await context.db.query('paid-candidates', candidatesSql, [
      after,
      batch,
    ])
    const last = rows.at(-1)
    if (last === undefined) break
    const paid = await context.billing.findPaid(rows.map(({ id }) => id))
    for (const { id, isPaid } of rows) {
      if (paid.has(id) && !isPaid)
        await begin(context, { ...ofSolutions, id, admins: await findAdmins(context, id) }, now)
    }
    const ended = rows.filter(({ id, isPaid }) => isPaid && !paid.has(id)).map(({ id }) => id)
    if (ended.length > 0)
      await context.db.query('paid-end', 'update solution.solutions set paid_since = null where id = any($1::uuid[])', [
        ended,
      ])
    after = last.id
  }
  await context.db.query('paid-end-of-gone', goneSql)
  await context.db.query('paid-end-of-organizations', endOrganizationsSql)
  const organizations = await context.db.query('paid-new-organizations', newOrganizationsSql)
  for (const { id } of organizations)
    await begin(context, { ...ofOrganizations, id, admins: await findOrganizationAdmins(context, id) }, now)
}

interface Beginning {
  readonly statement: (typeof ofSolutions | typeof ofOrganizations)['statement']
  readonly id: string
  readonly admins: readonly Person[]
}

/** Who was told and from when it counts are written together, so that nobody is refused without having been told. */
async function begin({ db, ...context }: PaidContext, { statement, id, admins }: Beginning, now: Date): Promise<void> {
  const unprotected = await context.identity.findUnprotected(admins.map(({ userId }) => userId))
  await db.transaction(async (tx) => {
    const [name, sql] = statement
    const [begun] = await tx.query(name, sql, [id, now])
    if (!begun) return
    await notifyPeople(
      context,
      tx,
      admins.filter(({ userId }) => unprotected.has(userId)),
      {
        kind: 'second-factor-due',
        key: `${id} ${now.toISOString()}`,
        values: (language) => ({
          link: `${context.identityUrl}/${language}/account/security`,
          name: begun.name,
          date: dayFor(language, factorNeededFrom(now), begun.timezone),
        }),
      },
    )
  })
}

const going = `lifecycle in ('ACTIVE', 'CANCEL_SCHEDULED')`
const candidatesSql = `select id, paid_since is not null as "isPaid" from solution.solutions
  where ${going} and ($1::uuid is null or id > $1) order by id limit $2`
const goneSql = `update solution.solutions set paid_since = null where paid_since is not null and not (${going})`
const ofSolutions = {
  statement: [
    'paid-begin',
    `update solution.solutions set paid_since = $2 where id = $1 and paid_since is null and ${going} returning id, label as name, timezone`,
  ],
} as const
const managesPaid =
  'exists (select from solution.solutions s where s.organization_id = o.id and s.paid_since is not null)'
const newOrganizationsSql = `select o.id from solution.organizations o where o.paid_since is null and o.deleted_at is null and ${managesPaid} order by o.id`
const endOrganizationsSql = `update solution.organizations o set paid_since = null where o.paid_since is not null and not ${managesPaid}`
// An organization has no time zone of its own.
const ofOrganizations = {
  statement: [
    'paid-begin-organization',
    `update solution.organizations o set paid_since = $2 where o.id = $1 and o.paid_since is null and ${managesPaid} returning o.id, o.name, 'UTC' as timezone`,
  ],
} as const
