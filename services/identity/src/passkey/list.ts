import type { Passkey } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { AuthenticatorTransport } from '@simplewebauthn/server'

/** A row of `passkeys` as it leaves the service. */
export interface PasskeyRow {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly backedUp: boolean
}

export const passkeyColumns = `id, name, created_at as "createdAt", last_used_at as "lastUsedAt", backed_up as "backedUp"`

export function asPasskey({ createdAt, lastUsedAt, ...rest }: PasskeyRow): Passkey {
  return { ...rest, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}

/** The passkeys of a person, oldest first. */
export async function listPasskeys(db: Queries, userId: string): Promise<Passkey[]> {
  const rows = await db.query(
    'identity-passkeys',
    `select ${passkeyColumns} from identity.passkeys where user_id = $1 order by id`,
    [userId],
  )
  return rows.map(asPasskey)
}

/** The same as authenticators know them. */
export async function listCredentials(
  db: Queries,
  userId: string,
): Promise<{ id: string; transports: AuthenticatorTransport[] }[]> {
  return db.query(
    'identity-passkey-credentials',
    'select credential_id as id, transports from identity.passkeys where user_id = $1 order by passkeys.id',
    [userId],
  )
}
