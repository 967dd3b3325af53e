// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
export {}

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'mail-bounces-of': {
      readonly at: Date
      readonly answer: string
    }
    'mail-bounces-sweep': Record<string, never>
    'mail-enqueue': {
      readonly enqueue: boolean | null
    }
    'mail-files': Record<string, never>
    'mail-forget': Record<string, never>
    'mail-get': Record<string, never>
    'mail-is-bounced': {
      readonly '?column?': number
    }
    'mail-list': Record<string, never>
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
      readonly attachments: unknown
      readonly attempts: number
      readonly leasedUntil: Date | null
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
