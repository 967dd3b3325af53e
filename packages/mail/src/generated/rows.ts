// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
import type { Narrowed } from '@bollard/database/statement-rows'
import type { ColumnTypes, ResultTypes } from '../column-types.ts'

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'mail-bounce-release': {
      readonly address: string
    }
    'mail-bounces-of': {
      readonly at: Date
      readonly answer: string
    }
    'mail-bounces-operated': {
      readonly id: string
      readonly address: string
      readonly at: Date
      readonly answer: string
    }
    'mail-bounces-sweep': Record<string, never>
    'mail-dead-drop': {
      readonly id: string
    }
    'mail-dead-letters': {
      readonly id: string
      readonly to: string
      readonly kind: string
      readonly attempts: number
      readonly error: string | null
      readonly createdAt: Date
      readonly endedAt: Date | null
      readonly retryable: boolean
    }
    'mail-dead-retry': {
      readonly id: string
    }
    'mail-dead-wake': {
      readonly pg_notify: string | null
    }
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
    'mail-operated': {
      readonly id: string
      readonly to: string
      readonly kind: string
      readonly state: 'PENDING' | 'SENT' | 'FAILED'
      readonly attempts: number
      readonly answer: string | null
      readonly createdAt: Date
      readonly endedAt: Date | null
      readonly nextTryAt: Date | null
      readonly retryable: boolean
    }
    'mail-outbox-counts': {
      readonly PENDING: number
      readonly SENT: number
      readonly FAILED: number
      readonly oldestPendingSeconds: number
    }
    'mail-outbox-empty': Record<string, never>
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
    'mail-outbox-measure': {
      readonly depth: number
      readonly oldestSeconds: number
      readonly retries: number
      readonly deadLetters: number
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
