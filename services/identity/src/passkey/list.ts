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

export const passkeyColumns = `id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt", backed_up AS "backedUp"`

export function asPasskey({ createdAt, lastUsedAt, ...rest }: PasskeyRow): Passkey {
  return { ...rest, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}

/** The passkeys of a person, oldest first. */
export async function listPasskeys(db: Queries, userId: string): Promise<Passkey[]> {
  const rows = await db.query<PasskeyRow>(
    'identity-passkeys',
    `SELECT ${passkeyColumns} FROM identity.passkeys WHERE user_id = $1 ORDER BY id`,
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
    'SELECT credential_id AS id, transports FROM identity.passkeys WHERE user_id = $1 ORDER BY passkeys.id',
    [userId],
  )
}
