import { writeMail } from '@bollard/mail'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { countMail } from '../limits/count-mail.ts'
import { requireActor } from '../session/actor.ts'
import { sendMail } from '../users/send-mail.ts'

/** Mails the own address once more after mails to it came back. That it is taken is what ends the notice; an address at which mails arrive is sent none. */
export async function testAddress(context: IdentityContext, caller: Caller): Promise<void> {
  const { email: to, givenName, language } = await requireActor(context, caller)
  if (!(await context.isBounced(to))) return
  await countMail(context, caller, 'ADDRESS_TEST', to)
  const values = { link: `${context.identityUrl}/${language}/account` }
  await context.db.transaction((tx) =>
    sendMail(context, tx, writeMail('address-works', { language, to, givenName, values })),
  )
}
