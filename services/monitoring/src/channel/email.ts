import type { Queries } from '@bollard/database'
import type { Language } from '@bollard/i18n'
import { writeMail } from '@bollard/mail'
import type { ChannelPorts } from '../channel-ports.ts'
import type { Message } from './message.ts'
import type { Outcome } from './channel-kind.ts'

interface Readers {
  readonly addresses: readonly string[]
  readonly language: Language
  readonly solutionId: string
}

/**
 * Puts one mail for each address into the outbox, which retries them. Those who are no members any more, or have ended such mails, get none;
 * `recipients` where nobody is left.
 */
export async function sendMails(
  { enqueueMail, memberOf }: Pick<ChannelPorts, 'enqueueMail' | 'memberOf'>,
  { addresses, language, solutionId }: Readers,
  { id, title, text, url }: Message,
  tx: Queries,
): Promise<Outcome> {
  let sent = 0
  for (const to of addresses) {
    const member = await memberOf(to, solutionId)
    if (member === null || member.unsubscribeUrl === null) continue
    const mail = writeMail('monitoring-alert', {
      language,
      to,
      givenName: '',
      values: { title, message: text, link: url },
      unsubscribe: { url: member.unsubscribeUrl },
    })
    await enqueueMail(tx, mail, `monitoring ${id} ${to.toLowerCase()}`)
    sent += 1
  }
  return { error: sent === 0 ? 'recipients' : null, httpStatus: null, answer: null, retryAfterSeconds: null }
}
