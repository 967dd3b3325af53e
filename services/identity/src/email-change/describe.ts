import { maskEmail } from '@bollard/audit'
import type { EmailChange } from '@bollard/contracts'
import { followLink } from '../attempts/follow-link.ts'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { findActor } from '../session/actor.ts'
import { deadChangeLink } from './confirm.ts'

/**
 * For which account a token would confirm a new address: the request may name the address of somebody else, who
 * ought to see that before they confirm. The account shows by the beginning of its address alone.
 */
export async function describeEmailChange(context: IdentityContext, token: string, call: Call): Promise<EmailChange> {
  const change = await followLink(context, token, call, async (tokenHash) => {
    const [found] = await context.db.query('identity-email-change-described', changeSql, [tokenHash, context.now()])
    if (!found) throw await deadChangeLink(context.db, tokenHash)
    return found
  })
  const actor = await findActor(context, call.cookie)
  return { account: maskEmail(change.email), newEmail: change.newEmail, isOwn: actor?.userId === change.userId }
}

const changeSql = `select users.id as "userId", users.email, email_changes.new_email as "newEmail"
  from identity.email_changes join identity.users on users.id = email_changes.user_id
  where token_hash = $1 and expires_at > $2`
