import { ProblemError, limitedIp } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import { cancelFactorRemoval } from '../factor-removal/cancel.ts'
import { findProtection, kindsOf, type SecondFactorKind } from '../factors/protection.ts'
import { useRecoveryCode } from '../factors/recovery-codes.ts'
import { useTotp } from '../factors/totp.ts'
import type { IdentityContext } from '../identity-context.ts'
import { checkPasskey, type PasskeyAnswer } from '../passkey/check.ts'
import { recordAudit } from '../users/audit.ts'
import { mailOwner } from '../users/send-mail.ts'
import { lockUser } from '../users/user.ts'

export type SecondFactorAnswer =
  | { readonly kind: 'TOTP'; readonly code: string }
  | { readonly kind: 'RECOVERY_CODE'; readonly code: string }
  | ({ readonly kind: 'PASSKEY' } & PasskeyAnswer)

/**
 * Resolves when the answer is right, and uses it up. A factor that works is not lost, so its removal stops.
 * Else `code-invalid`, `passkey-invalid` or, above the limits, `rate-limited`.
 */
export async function checkSecondFactor(
  context: IdentityContext,
  call: Call,
  userId: string,
  answer: SecondFactorAnswer,
): Promise<void> {
  const forgive = await countCode(context, call, userId, answer.kind)
  try {
    // Nothing but a factor that protects the account finishes anything: codes of an account whose factors are gone are worth nothing.
    if (!kindsOf(await findProtection(context.db, userId)).includes(answer.kind)) throw refusalOf(answer.kind)
    if (answer.kind === 'PASSKEY') await checkPasskey(context, answer, userId)
    else if (answer.kind === 'RECOVERY_CODE') await checkRecoveryCode(context, call, userId, answer.code)
    else if (!(await useTotp(context.db, context, userId, answer.code))) throw refusalOf('TOTP')
  } catch (error) {
    if (error instanceof ProblemError) await recordRefusal(context, call, userId, answer.kind)
    throw error
  }
  await forgive()
  await keepSecondFactors(context, call, userId)
}

/** Stops the removal of the second factors of somebody who has just shown one. */
export async function keepSecondFactors(context: IdentityContext, call: Call, userId: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (user) await cancelFactorRemoval(tx, context, call, user, 'SECOND_FACTOR')
  })
}

/**
 * Counts one try before it is made, wherever it is made. Throws `rate-limited` above the limits: per account and network, and for
 * the six digits of an app also per account over all networks, since anyone with the password could soon try a million.
 * Recovery codes and passkeys cannot be guessed, so using up those tries keeps no owner out. Answers what to call when it
 * was right.
 */
export async function countCode(
  { limiter }: IdentityContext,
  call: Call,
  userId: string,
  kind: SecondFactorKind,
): Promise<() => Promise<void>> {
  const both = `${kind}\0${userId}\0${limitedIp(call.from.ip)}`
  await limiter.take('codePerAccountAndIp', both)
  if (kind === 'TOTP') await limiter.take('codePerAccount', userId)
  return async () => {
    await limiter.reset('codePerAccountAndIp', both)
    if (kind === 'TOTP') await limiter.giveBack('codePerAccount', userId)
  }
}

async function checkRecoveryCode(context: IdentityContext, call: Call, userId: string, code: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user || !(await useRecoveryCode(tx, userId, code))) throw refusalOf('RECOVERY_CODE')
    const { recoveryCodesLeft } = await findProtection(tx, userId)
    await recordAudit(tx, call, context.now(), {
      userId,
      action: 'recovery-code.used',
      after: { left: recoveryCodesLeft },
    })
    await mailOwner(context, tx, user, 'recovery-code-used', { left: String(recoveryCodesLeft) })
  })
}

function refusalOf(kind: SecondFactorKind): ProblemError {
  return new ProblemError(kind === 'PASSKEY' ? 'passkey-invalid' : 'code-invalid')
}

/** Somebody knows the password, or reads the mails: the owner ought to find that. */
async function recordRefusal(
  context: IdentityContext,
  call: Call,
  userId: string,
  kind: SecondFactorKind,
): Promise<void> {
  await context.db.transaction((tx) =>
    recordAudit(tx, call, context.now(), { userId, action: 'second-factor.refused', after: { kind } }),
  )
}
