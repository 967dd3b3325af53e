import type { Actor } from '@bollard/access'
import type { BillingContext } from '../billing-context.ts'
import { assertAllowed } from '../policy.ts'
import { asActor } from '../store/as-actor.ts'
import { askEmailsAgain } from './ask-to-confirm.ts'
import { loadAddress } from './get.ts'

/**
 * Sends the mails again to those of an address's e-mails that nobody has confirmed. Throws `not-found` for the address of somebody
 * else, `email-not-verified`, and `rate-limited` within a minute, and after five in an hour.
 */
export async function sendAddressConfirmations(
  context: Pick<BillingContext, 'db' | 'enqueueMail' | 'dashboardUrl' | 'newToken' | 'now'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const at = context.now()
  await asActor(context.db, actor, async (tx) => {
    const { unconfirmedEmails: emails } = await loadAddress(tx, id)
    // Only now, so that the refusal does not reveal that the address exists.
    assertAllowed(actor, 'address.ask-to-confirm', null, at)
    await askEmailsAgain(tx, context, { actor, emails, at })
  })
}
