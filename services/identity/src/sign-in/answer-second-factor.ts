import type { User } from '@bollard/contracts'
import type { Call, WithCookies } from '../browser/read-call.ts'
import { trustDevice } from '../browser/trusted-device.ts'
import { findProtection, kindsOf, type SecondFactorKind } from '../factors/protection.ts'
import type { IdentityContext } from '../identity-context.ts'
import { checkSecondFactor, type SecondFactorAnswer } from '../second-factor/check.ts'
import { openSessionIn } from '../session/open.ts'
import { findPendingSignIn, finishPendingSignIn, tryPendingSignIn } from '../session/pending-sign-in.ts'
import { lockUser, readUser } from '../users/user.ts'

/** With what the sign-in that is under way in this browser can be finished, or `sign-in-expired`. */
export async function getSecondFactors(context: IdentityContext, call: Call): Promise<{ factors: SecondFactorKind[] }> {
  const userId = await findPendingSignIn(context, call)
  return { factors: kindsOf(await findProtection(context.db, userId)) }
}

/** Finishes a sign-in. It has five tries. With `trustDevice` this browser is not asked again for 30 days, but of administrators. */
export async function answerSecondFactor(
  context: IdentityContext,
  answer: SecondFactorAnswer & { readonly trustDevice?: boolean },
  call: Call,
): Promise<WithCookies<User>> {
  const userId = await tryPendingSignIn(context, call)
  await checkSecondFactor(context, call, userId, answer)
  const cookies = await context.db.transaction(async (tx) => {
    // Before anything else, in the order of everybody who changes the security of an account.
    const user = await lockUser(tx, userId)
    const cleared = await finishPendingSignIn(tx, context, call)
    const trusted = answer.trustDevice && !user?.isAdmin ? [await trustDevice(tx, context, userId)] : []
    return [
      ...(await openSessionIn(tx, context, call, userId, { by: 'PASSWORD', secondFactorAt: context.now() })),
      cleared,
      ...trusted,
    ]
  })
  return { body: await readUser(context.db, userId), cookies }
}
