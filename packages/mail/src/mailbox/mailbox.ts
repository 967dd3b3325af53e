import { randomBytes } from 'node:crypto'
import type { Mail, MailTransport } from '../mail.ts'
import { assertSafeMail } from '../mail.ts'
import { createMailId } from './mail-id.ts'

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
  get(id: string): Promise<(MailSummary & { text: string; html: string }) | null>
}

/** The schema and the migrations that `createMailbox` needs; run them with `migrate` before the first mail. */
export const mailMigrations = { schema: 'mail', directory: new URL('../migrations/', import.meta.url) } as const

const keptDays = 7
const keptMails = 1000

/** The local transport: every mail goes into PostgreSQL, where 7 days and 1000 mails are kept. */
export function createMailbox(db: MailDatabase, options: { now?: () => Date } = {}): Mailbox {
  const now = options.now ?? (() => new Date())
  return {
    async send(mail: Mail) {
      assertSafeMail(mail)
      const sentAt = now()
      await db.query('mail-store', 'INSERT INTO mail.mails (id, recipient, subject, body_text, body_html, tag, sent_at) VALUES ($1, $2, $3, $4, $5, $6, $7)', [
        createMailId(sentAt.getTime(), randomBytes(10)),
        mail.to,
        mail.subject,
        mail.text,
        mail.html,
        mail.tag,
        sentAt,
      ])
      await db.query('mail-forget', forgetSql, [sentAt, keptDays, keptMails])
    },

    list() {
      return db.query<MailSummary>('mail-list', `SELECT ${summaryColumns} FROM mail.mails ORDER BY sent_at DESC, id DESC LIMIT 100`)
    },

    async get(id) {
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu.test(id)) return null
      const rows = await db.query<MailSummary & { text: string; html: string }>(
        'mail-get',
        `SELECT ${summaryColumns}, body_text AS text, body_html AS html FROM mail.mails WHERE id = $1`,
        [id],
      )
      return rows[0] ?? null
    },
  }
}

const summaryColumns = `id, recipient AS "to", subject, tag, to_char(sent_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "sentAt"`

const forgetSql = `DELETE FROM mail.mails
  WHERE sent_at < $1::timestamptz - make_interval(days => $2)
     OR (sent_at, id) < (SELECT sent_at, id FROM mail.mails ORDER BY sent_at DESC, id DESC OFFSET $3 - 1 LIMIT 1)`
