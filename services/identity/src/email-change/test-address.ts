import { writeMail } from '@bollard/mail'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { countMail } from '../limits/count-mail.ts'
import type { Actor } from '../session/actor.ts'
import { sendMail } from '../users/send-mail.ts'

/** Mails the own address once more after mails to it came back. That it is taken is what ends the notice; an address at which mails arrive is sent none. */
export async function testAddress(
  context: IdentityContext,
  { email: to, givenName, language }: Actor,
  call: Call,
): Promise<void> {
  if (!(await context.isBounced(to))) return
  await countMail(context, call, 'ADDRESS_TEST', to)
  const values = { link: `${context.identityUrl}/${language}/account` }
  await context.db.transaction((tx) =>
    sendMail(context, tx, writeMail('address-works', { language, to, givenName, values })),
  )
}
