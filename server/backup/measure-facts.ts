import type { Facts, Session } from '@bollard/backup'

/** Tables whose loss would be the loss of the business. `grows`: nothing of it is ever deleted, so a later state has no fewer rows. */
export const keyTables = [
  { name: 'audit.entries', grows: true },
  { name: 'audit.heads', grows: true },
  { name: 'billing.invoices', grows: true },
  { name: 'billing.commission_ledger', grows: false },
  { name: 'billing.payments', grows: false },
  { name: 'billing.subscriptions', grows: false },
  { name: 'captcha.api_keys', grows: false },
  { name: 'captcha.environments', grows: false },
  { name: 'captcha.redemptions', grows: false },
  { name: 'captcha.rollup_daily', grows: false },
  { name: 'captcha.sites', grows: false },
  { name: 'captcha.verifications', grows: false },
  { name: 'contact.enquiries', grows: false },
  { name: 'identity.users', grows: false },
  { name: 'solution.members', grows: false },
  { name: 'solution.organizations', grows: false },
  { name: 'solution.solutions', grows: false },
] as const

/** Counts what a restored database is compared with, all of one moment. Needs the owner of the tables. */
export async function measureFacts(client: Session): Promise<Facts> {
  await client.query('begin isolation level repeatable read read only')
  try {
    const counts = Object.entries(await firstRow(client, countsSql)).map(([name, n]) => [name, Number(n)] as const)
    const rollups = await firstRow(client, rollupsSql)
    const { rows: heads } = await client.query<[string, string, string, string]>({ text: headsSql, rowMode: 'array' })
    return { counts: Object.fromEntries(counts), rollups, heads }
  } finally {
    await client.query('commit')
  }
}

async function firstRow(client: Session, text: string): Promise<Record<string, string>> {
  const { rows } = await client.query<Record<string, string>>(text)
  return rows[0] ?? {}
}

const countsSql = `select ${keyTables.map(({ name }) => `(select count(*) from ${name})::text as "${name}"`).join(', ')}`
/** Of the totals: what owners see as their statistics. */
const rollupsSql = `select ${['n', 'passed', 'flagged', 'refused', 'fetched']
  .map((figure) => `coalesce(sum(${figure}), 0)::text as "${figure}"`)
  .join(', ')} from captcha.rollup_daily where dimension = 0`
const headsSql = `select scope, scope_id, number::text, encode(hash, 'hex') from audit.heads order by scope, scope_id`
