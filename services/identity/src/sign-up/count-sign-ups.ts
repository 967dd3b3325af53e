import { findNetworks } from '@bollard/audit'
import type { SignUpSource, SignUpSourceKind } from '@bollard/contracts'
import type { IdentityContext } from '../identity-context.ts'
import { isDisposable } from './disposable-domains.ts'

/** Of so many accounts, the newest: the cost is bounded however many sign up. */
const accountsMax = 5_000

/** New accounts since a moment by network or by domain of their address, the most first. */
export async function countSignUps(
  { db }: Pick<IdentityContext, 'db'>,
  by: SignUpSourceKind,
  since: Date,
  limit: number,
): Promise<SignUpSource[]> {
  const accounts = await db.query('identity-new-accounts', newestSql, [since, accountsMax])
  const networks =
    by === 'NETWORK'
      ? await findNetworks(db, { scope: 'ACCOUNT', scopeIds: accounts.map(({ id }) => id), action: 'account.created' })
      : null
  const sources = new Map<string, { signUps: number; confirmed: number }>()
  for (const { id, domain, confirmed } of accounts) {
    const value = networks === null ? domain : networks.get(id)
    if (value === undefined) continue
    const source = sources.get(value) ?? { signUps: 0, confirmed: 0 }
    sources.set(value, { signUps: source.signUps + 1, confirmed: source.confirmed + (confirmed ? 1 : 0) })
  }
  return [...sources]
    .map(([value, counts]) => ({ value, ...counts, disposable: networks === null && isDisposable(value) }))
    .filter(({ disposable }) => disposable || by !== 'DISPOSABLE')
    .toSorted((a, b) => b.signUps - a.signUps || a.value.localeCompare(b.value))
    .slice(0, limit)
}

const newestSql = `select id, split_part(email, '@', 2) as domain, email_verified as confirmed from identity.users
  where created_at >= $1 order by created_at desc, id desc limit $2`
