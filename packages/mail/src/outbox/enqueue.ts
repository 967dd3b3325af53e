import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@bollard/database'
import { assertSafeMail, type Mail } from '../mail.ts'

/**
 * Puts a mail into the outbox in the transaction of `tx`, whatever database role that runs as: it is sent if and only if the
 * transaction commits. False when a mail with the same `key` was put there within 30 days, and for one
 * that may be switched off to an address that came back. Throws `MailRefusedError`.
 */
export async function enqueue(
  tx: Queries,
  mail: Mail,
  { key, at, local }: { key: string | undefined; at: Date; local: boolean },
): Promise<boolean> {
  assertSafeMail(mail)
  const { to, subject, text, html, tag, unsubscribeUrl, attachments } = mail
  const row = {
    id: randomUUIDv7(),
    key,
    to,
    subject,
    text,
    html,
    tag,
    unsubscribeUrl,
    attachments,
    at: at.toISOString(),
    local,
  }
  const [answer] = await tx.query('mail-enqueue', 'select mail.enqueue($1::jsonb)', [JSON.stringify(row)])
  return answer?.enqueue === true
}
