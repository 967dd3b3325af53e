import { secondFactors } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

export type SecondFactorKind = (typeof secondFactors)[number]

/** What an account is protected with besides its password. */
export interface Protection {
  /** When the authenticator app was switched on; null without one. */
  readonly totpConfirmedAt: Date | null
  readonly recoveryCodesLeft: number
  readonly passkeys: number
}

export async function findProtection(db: Queries, userId: string): Promise<Protection> {
  const [protection] = await db.query('identity-protection', protectionSql, [userId])
  if (!protection) throw new Error('A statement without a table answered no row')
  return protection
}

/** Whether a password alone does not sign in. Recovery codes stand in for a factor and are none themselves. */
export async function hasSecondFactor(db: Queries, userId: string): Promise<boolean> {
  return isProtected(await findProtection(db, userId))
}

export function isProtected({ totpConfirmedAt, passkeys }: Protection): boolean {
  return totpConfirmedAt !== null || passkeys > 0
}

/** With what a sign-in can be finished; empty without a second factor. */
export function kindsOf(protection: Protection): SecondFactorKind[] {
  if (!isProtected(protection)) return []
  const has = {
    TOTP: protection.totpConfirmedAt !== null,
    RECOVERY_CODE: protection.recoveryCodesLeft > 0,
    PASSKEY: protection.passkeys > 0,
  }
  return secondFactors.filter((kind) => has[kind])
}

const protectionSql = `select (select confirmed_at from identity.totp_secrets where user_id = $1) as "totpConfirmedAt",
  (select count(*)::int from identity.recovery_codes where user_id = $1) as "recoveryCodesLeft",
  (select count(*)::int from identity.passkeys where user_id = $1) as "passkeys"`
