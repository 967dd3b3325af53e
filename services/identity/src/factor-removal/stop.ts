import { ProblemError } from '@bollard/http'
import { followLink } from '../attempts/follow-link.ts'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { lockUser } from '../users/user.ts'
import { cancelFactorRemoval } from './cancel.ts'

/** Stops a removal with the token of the mail about it. Throws `token-invalid` when none is pending. */
export async function stopFactorRemoval(context: IdentityContext, token: string, call: Call): Promise<void> {
  await followLink(context, token, call, (tokenHash) =>
    context.db.transaction(async (tx) => {
      const [owner] = await tx.query('identity-factor-removal-by-stop', bySql, [tokenHash])
      const user = owner && (await lockUser(tx, owner.userId))
      // Read again behind the lock: another one may have started and been stopped meanwhile.
      const [still] = await tx.query('identity-factor-removal-by-stop', bySql, [tokenHash])
      if (!user || !still)
        throw new ProblemError('token-invalid', 'It was stopped already, or the second factors have been removed.')
      await cancelFactorRemoval(tx, context, call, user, 'LINK')
    }),
  )
}

/** The same for somebody signed in: in a browser that is trusted, or since before the factors were lost. */
export async function stopOwnFactorRemoval(context: IdentityContext, { userId }: Actor, call: Call): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    const [waiting] = await tx.query('identity-factor-removal-waiting', waitingSql, [userId])
    if (user && waiting) await cancelFactorRemoval(tx, context, call, user, 'ACCOUNT_PAGE')
  })
}

const bySql = `select user_id as "userId" from identity.factor_removals where $1::text = any (stop_hashes) and removed_at is null`
const waitingSql = 'select 1 as one from identity.factor_removals where user_id = $1 and removed_at is null'
