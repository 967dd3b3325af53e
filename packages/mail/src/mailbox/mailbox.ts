import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@bollard/database'
import { type AttachedFile, type Attachment, type ReadAttachment, readAttachments } from '../attachment.ts'
import { composeMessage } from '../compose-message.ts'
import type { Mail, MailTransport } from '../mail.ts'
import { assertSafeMail } from '../mail.ts'

/** The part of `@bollard/database` that the mailbox needs. */
export type MailDatabase = Pick<Queries, 'query'>

export interface MailSummary {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly tag: string
  /** RFC 3339 in UTC. */
  readonly sentAt: string
}

/** A transport that sends nothing: it keeps mails for a page of the local machine to show. */
export interface Mailbox extends MailTransport {
  /** The newest 100, newest first. */
  list(): Promise<MailSummary[]>
  /** Null for an unknown id and for anything that is no UUID. */
  get(id: string): Promise<StoredMail | null>
  /** Deletes what is older than 7 days or not among the newest 1000. */
  forget(): Promise<void>
  /** A file of a mail, counted from 0; null where there is none. Rejects when it cannot be read. */
  readFile(id: string, index: number): Promise<AttachedFile | null>
}

export interface StoredMail extends MailSummary {
  readonly text: string
  readonly html: string
  /** The whole message with its headers, as SMTP would have carried it. */
  readonly source: string
  readonly attachments: readonly Pick<Attachment, 'name' | 'mediaType'>[]
}

const keptDays = 7
const keptMails = 1000

/** The local transport: every mail goes into PostgreSQL, where 7 days and 1000 mails are kept. */
export function createMailbox(
  db: MailDatabase,
  options: { now?: () => Date; from?: string; readAttachment?: ReadAttachment } = {},
): Mailbox {
  const now = options.now ?? (() => new Date())
  const from = options.from ?? 'Bollard <no-reply@localhost>'
  const forget = async () => void (await db.query('mail-forget', forgetSql, [now(), keptDays, keptMails]))
  return {
    async send(mail: Mail, id = randomUUIDv7()) {
      assertSafeMail(mail)
      const sentAt = now()
      await db.query('mail-store', storeSql, [
        id,
        mail.to,
        mail.subject,
        mail.text,
        mail.html,
        mail.tag,
        mail.unsubscribeUrl ?? null,
        JSON.stringify(mail.attachments) ?? null,
        sentAt,
      ])
      await forget()
    },
    forget,

    list() {
      return db.query('mail-list', `SELECT ${summaryColumns} FROM mail.mails ORDER BY sent_at DESC, id DESC LIMIT 100`)
    },

    async get(id) {
      if (!isUuid(id)) return null
      const [row] = await db.query('mail-get', getSql, [id])
      if (!row) return null
      const { unsubscribeUrl, attachments: stored, ...mail } = row
      const attachments = stored ?? []
      const sent = { ...mail, attachments, ...(unsubscribeUrl === null ? {} : { unsubscribeUrl }) }
      const source = await composeMessage(sent, {
        from,
        id,
        date: new Date(mail.sentAt),
        readAttachment: options.readAttachment,
      })
      return { ...mail, source, attachments: attachments.map(({ name, mediaType }) => ({ name, mediaType })) }
    },

    async readFile(id, index) {
      if (!isUuid(id)) return null
      const [row] = await db.query('mail-files', 'SELECT attachments FROM mail.mails WHERE id = $1', [id])
      const attachment = row?.attachments?.[index]
      if (!attachment) return null
      return (await readAttachments(options.readAttachment, [attachment]))[0] ?? null
    },
  }
}

function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu.test(id)
}

const summaryColumns = `id, recipient AS "to", subject, tag, to_char(sent_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "sentAt"`

const getSql = `SELECT ${summaryColumns}, body_text AS text, body_html AS html, unsubscribe_url AS "unsubscribeUrl", attachments FROM mail.mails WHERE id = $1`

const storeSql = `INSERT INTO mail.mails (id, recipient, subject, body_text, body_html, tag, unsubscribe_url, attachments, sent_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING`

const forgetSql = `DELETE FROM mail.mails
  WHERE sent_at < $1::timestamptz - make_interval(days => $2)
     OR (sent_at, id) < (SELECT sent_at, id FROM mail.mails ORDER BY sent_at DESC, id DESC OFFSET $3 - 1 LIMIT 1)`
