import { randomUUIDv7 } from 'node:crypto'
import { composeMessage } from '../compose-message.ts'
import type { Mail, MailTransport } from '../mail.ts'
import { assertSafeMail } from '../mail.ts'

/** The part of `@bollard/database` that the mailbox needs. */
export interface MailDatabase {
  query<Row extends object>(name: string, text: string, values?: readonly unknown[]): Promise<Row[]>
}

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
}

export interface StoredMail extends MailSummary {
  readonly text: string
  readonly html: string
  /** The whole message with its headers, as SMTP would have carried it. */
  readonly source: string
}

/** The schema and the migrations that `createMailbox` needs; run them with `migrate` before the first mail. */
export const mailMigrations = { schema: 'mail', directory: new URL('../migrations/', import.meta.url) } as const

const keptDays = 7
const keptMails = 1000

/** The local transport: every mail goes into PostgreSQL, where 7 days and 1000 mails are kept. */
export function createMailbox(db: MailDatabase, options: { now?: () => Date; from?: string } = {}): Mailbox {
  const now = options.now ?? (() => new Date())
  const from = options.from ?? 'Bollard <no-reply@localhost>'
  const forget = async () => void (await db.query('mail-forget', forgetSql, [now(), keptDays, keptMails]))
  return {
    async send(mail: Mail, id = randomUUIDv7()) {
      assertSafeMail(mail)
      const sentAt = now()
      await db.query('mail-store', storeSql, [id, mail.to, mail.subject, mail.text, mail.html, mail.tag, mail.unsubscribeUrl ?? null, sentAt])
      await forget()
    },
    forget,

    list() {
      return db.query<MailSummary>('mail-list', `SELECT ${summaryColumns} FROM mail.mails ORDER BY sent_at DESC, id DESC LIMIT 100`)
    },

    async get(id) {
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu.test(id)) return null
      const [row] = await db.query<Omit<StoredMail, 'source'> & { unsubscribeUrl: string | null }>('mail-get', getSql, [id])
      if (!row) return null
      const { unsubscribeUrl, ...mail } = row
      const sent = unsubscribeUrl === null ? mail : { ...mail, unsubscribeUrl }
      return { ...mail, source: await composeMessage(sent, { from, id, date: new Date(mail.sentAt) }) }
    },
  }
}

const summaryColumns = `id, recipient AS "to", subject, tag, to_char(sent_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "sentAt"`

const getSql = `SELECT ${summaryColumns}, body_text AS text, body_html AS html, unsubscribe_url AS "unsubscribeUrl" FROM mail.mails WHERE id = $1`

const storeSql = `INSERT INTO mail.mails (id, recipient, subject, body_text, body_html, tag, unsubscribe_url, sent_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING`

const forgetSql = `DELETE FROM mail.mails
  WHERE sent_at < $1::timestamptz - make_interval(days => $2)
     OR (sent_at, id) < (SELECT sent_at, id FROM mail.mails ORDER BY sent_at DESC, id DESC OFFSET $3 - 1 LIMIT 1)`
