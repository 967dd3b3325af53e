// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
import type { Narrowed } from '@bollard/database/statement-rows'
import type { ColumnTypes, ResultTypes } from '../column-types.ts'

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'mail-bounces-of': {
      readonly at: Date
      readonly answer: string
    }
    'mail-bounces-sweep': Record<string, never>
    'mail-enqueue': {
      readonly enqueue: Narrowed<boolean | null, ResultTypes['mail-enqueue']['enqueue']>
    }
    'mail-files': {
      readonly attachments: Narrowed<unknown, ColumnTypes['mail.mails.attachments']> | null
    }
    'mail-forget': Record<string, never>
    'mail-get': {
      readonly id: string
      readonly to: string
      readonly subject: string
      readonly tag: string
      readonly sentAt: string
      readonly text: string
      readonly html: string
      readonly unsubscribeUrl: string | null
      readonly attachments: Narrowed<unknown, ColumnTypes['mail.mails.attachments']> | null
    }
    'mail-is-bounced': {
      readonly '?column?': number
    }
    'mail-list': {
      readonly id: string
      readonly to: string
      readonly subject: string
      readonly tag: string
      readonly sentAt: string
    }
    'mail-outbox-counts': {
      readonly PENDING: number
      readonly SENT: number
      readonly FAILED: number
      readonly oldestPendingSeconds: number
    }
    'mail-outbox-failed': Record<string, never>
    'mail-outbox-lease': {
      readonly id: string
      readonly to: string
      readonly subject: string
      readonly text: string
      readonly html: string
      readonly tag: string
      readonly unsubscribeUrl: string | null
      readonly attachments: Narrowed<unknown, ColumnTypes['mail.outbox.attachments']> | null
      readonly attempts: number
      readonly leasedUntil: Narrowed<Date | null, ResultTypes['mail-outbox-lease']['leasedUntil']>
    }
    'mail-outbox-retry': Record<string, never>
    'mail-outbox-sent': Record<string, never>
    'mail-outbox-sweep': Record<string, never>
    'mail-store': Record<string, never>
    'mail-written-to': {
      readonly subject: string
      readonly tag: string
      readonly state: 'PENDING' | 'SENT' | 'FAILED'
      readonly createdAt: Date
      readonly endedAt: Date | null
    }
  }
}
