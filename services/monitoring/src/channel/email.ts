import type { Queries } from '@bollard/database'
import type { Language } from '@bollard/i18n'
import { type Mail, writeMail } from '@bollard/mail'
import { stopPage, stopToken, stopUrl } from '../alert-address/address-links.ts'
import { findAddresses, forgetAddress, noteBounce, type StoredAddress } from '../alert-address/stored-addresses.ts'
import type { Outcome, SendContext } from './channel-kind.ts'
import type { Message } from './message.ts'

interface Readers {
  readonly addresses: readonly string[]
  readonly language: Language
  readonly solutionId: string
}

/**
 * Puts one mail for each address into the outbox, which retries them. Those who have ended such mails, who are neither members nor have
 * confirmed, and whose server refuses mails for good get none; `recipients` where nobody is left.
 */
export async function sendMails(
  context: SendContext,
  { addresses, language, solutionId }: Readers,
  message: Message,
  tx: Queries,
): Promise<Outcome> {
  const { channels: ports, newId } = context
  const known = await findAddresses(tx, solutionId)
  let sent = 0
  for (const to of addresses) {
    const address = to.toLowerCase()
    const stored = known.get(address)
    if (await ports.isBounced(to)) {
      await noteBounce(tx, { id: newId(), solutionId, address, language }, message.triedAt)
      continue
    }
    const member = await ports.memberOf(to, solutionId)
    // The address takes mails again.
    if (member !== null && stored?.state === 'BOUNCED') await forgetAddress(tx, stored.id)
    const reader = { to, language, solutionId, unsubscribeUrl: member?.unsubscribeUrl ?? null }
    const mail = member === null ? await toOutsider(context, reader, stored, message) : toMember(reader, message)
    if (mail === null) continue
    await ports.enqueueMail(tx, mail, `monitoring ${message.id} ${address}`)
    sent += 1
  }
  return { error: sent === 0 ? 'recipients' : null, httpStatus: null, answer: null, retryAfterSeconds: null }
}

interface Reader extends Omit<Readers, 'addresses'> {
  readonly to: string
  readonly unsubscribeUrl: string | null
}

function toMember({ to, language, unsubscribeUrl }: Reader, { title, text, url }: Message): Mail | null {
  if (unsubscribeUrl === null) return null
  const values = { title, message: text, link: url }
  return writeMail('monitoring-alert', { language, to, givenName: '', values, unsubscribe: { url: unsubscribeUrl } })
}

async function toOutsider(
  { box, channels: ports }: SendContext,
  { to, language, solutionId }: Reader,
  stored: StoredAddress | undefined,
  { title, text }: Message,
): Promise<Mail | null> {
  if (stored?.state !== 'CONFIRMED') return null
  const token = stopToken(box, stored.id)
  const solution = (await ports.nameOf(solutionId)) ?? ''
  const values = { title, message: text, solution, link: stopPage(ports, language, token) }
  const mail = writeMail('monitoring-alert-address', { language, to, givenName: '', values })
  return { ...mail, unsubscribeUrl: stopUrl(ports, token) }
}
