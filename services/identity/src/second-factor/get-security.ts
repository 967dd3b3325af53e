import { provenUntil } from '@bollard/access'
import type { Security } from '@bollard/contracts'
import { findFactorRemoval } from '../factor-removal/wait.ts'
import { findProtection } from '../factors/protection.ts'
import type { IdentityContext } from '../identity-context.ts'
import { listPasskeys } from '../passkey/list.ts'
import type { Actor } from '../session/actor.ts'

/** How the caller's account is protected. */
export async function getSecurity({ db, now, secondFactorFrom }: IdentityContext, actor: Actor): Promise<Security> {
  const { totpConfirmedAt, recoveryCodesLeft } = await findProtection(db, actor.userId)
  const [password] = await db.query('identity-password-changed-at', passwordSql, [actor.userId])
  if (!password) throw new Error('A user that must have a password has none')
  return {
    totp: totpConfirmedAt && { confirmedAt: totpConfirmedAt.toISOString() },
    recoveryCodesLeft,
    passkeys: await listPasskeys(db, actor.userId),
    passwordChangedAt: password.changedAt.toISOString(),
    secondFactorFrom: actor.hasSecondFactor ? null : ((await secondFactorFrom(actor.userId))?.toISOString() ?? null),
    adminNeedsSecondFactor: actor.adminNeedsSecondFactor,
    factorRemoval: await findFactorRemoval(db, actor.userId),
    provenUntil: provenUntil(actor, now())?.toISOString() ?? null,
  }
}

/** Nothing else than a new password changes this row. */
const passwordSql = `select updated_at as "changedAt" from identity.accounts where user_id = $1 and provider_id = 'credential'`
