import type { User } from '@bollard/contracts'
import { lockUser, readUser } from '../users/user.ts'
import type { Caller, IdentityContext, WithCookies } from '../identity-context.ts'
import { openSessionIn } from '../session/open.ts'
import { checkSecondFactor, type SecondFactorAnswer } from '../second-factor/check.ts'
import { findProtection, kindsOf, type SecondFactorKind } from '../factors/protection.ts'
import { findPendingSignIn, finishPendingSignIn, tryPendingSignIn } from '../session/pending-sign-in.ts'
import { trustDevice } from '../browser/trusted-device.ts'

/** With what the sign-in that is under way in this browser can be finished, or `sign-in-expired`. */
export async function getSecondFactors(
  context: IdentityContext,
  caller: Caller,
): Promise<{ factors: SecondFactorKind[] }> {
  const userId = await findPendingSignIn(context, caller)
  return { factors: kindsOf(await findProtection(context.db, userId)) }
}

/** Finishes a sign-in. It has five tries. With `trustDevice` this browser is not asked again for 30 days, but of administrators. */
export async function answerSecondFactor(
  context: IdentityContext,
  caller: Caller,
  answer: SecondFactorAnswer & { readonly trustDevice?: boolean },
): Promise<WithCookies<User>> {
  const userId = await tryPendingSignIn(context, caller)
  await checkSecondFactor(context, caller, userId, answer)
  const cookies = await context.db.transaction(async (tx) => {
    // Before anything else, in the order of everybody who changes the security of an account.
    const user = await lockUser(tx, userId)
    const cleared = await finishPendingSignIn(tx, context, caller)
    const trusted = answer.trustDevice && !user?.isAdmin ? [await trustDevice(tx, context, userId)] : []
    return [
      ...(await openSessionIn(tx, context, caller, userId, { by: 'PASSWORD', secondFactorAt: context.now() })),
      cleared,
      ...trusted,
    ]
  })
  return { body: await readUser(context.db, userId), cookies }
}
