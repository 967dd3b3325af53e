import { writeMail } from '@bollard/mail'
import { countMail } from '../attempts/count-mail.ts'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { sendMail } from '../users/send-mail.ts'

/** Sends a test mail to an address that bounced; its delivery ends the notice. An address that has not bounced is sent none. */
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
