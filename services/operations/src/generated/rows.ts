// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
import type { Narrowed } from '@bollard/database/statement-rows'
import type { ColumnTypes, ResultTypes } from '../column-types.ts'

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'operations-backup-insert': Record<string, never>
    'operations-backups': {
      readonly id: string
      readonly kind: 'BACKUP' | 'RESTORE_TEST'
      readonly startedAt: Date
      readonly endedAt: Date
      readonly ok: boolean
      readonly detail: Narrowed<unknown, ColumnTypes['operations.backups.detail']>
    }
    'operations-backups-sweep': Record<string, never>
    'operations-cluster-note-add': {
      readonly value: string
      readonly note: string
      readonly notedBy: string
      readonly notedAt: Date
      readonly until: Date
    }
    'operations-cluster-note-end': {
      readonly id: string
    }
    'operations-cluster-note-turn': {
      readonly pg_advisory_xact_lock: string
    }
    'operations-cluster-notes': {
      readonly value: string
      readonly note: string
      readonly notedBy: string
      readonly notedAt: Date
      readonly until: Date
    }
    'operations-cluster-notes-sweep': Record<string, never>
    'operations-flag-end': {
      readonly id: string
      readonly name: string
      readonly scope: 'INSTALLATION' | 'NETWORK' | 'SOLUTION'
      readonly scopeId: string | null
      readonly number: number | null
      readonly texts: Narrowed<unknown, ColumnTypes['operations.flags.texts']> | null
      readonly reason: string
      readonly setBy: string
      readonly setAt: Date
      readonly endsAt: Date
      readonly endedAt: Date | null
    }
    'operations-flag-find': {
      readonly id: string
    }
    'operations-flag-insert': {
      readonly id: string
      readonly name: string
      readonly scope: 'INSTALLATION' | 'NETWORK' | 'SOLUTION'
      readonly scopeId: string | null
      readonly number: number | null
      readonly texts: Narrowed<unknown, ColumnTypes['operations.flags.texts']> | null
      readonly reason: string
      readonly setBy: string
      readonly setAt: Date
      readonly endsAt: Date
      readonly endedAt: Date | null
    }
    'operations-flag-lock': {
      readonly pg_advisory_xact_lock: string
    }
    'operations-flag-replace': Record<string, never>
    'operations-flags': {
      readonly id: string
      readonly name: string
      readonly scope: 'INSTALLATION' | 'NETWORK' | 'SOLUTION'
      readonly scopeId: string | null
      readonly number: number | null
      readonly texts: Narrowed<unknown, ColumnTypes['operations.flags.texts']> | null
      readonly reason: string
      readonly setBy: string
      readonly setAt: Date
      readonly endsAt: Date
      readonly endedAt: Date | null
    }
    'operations-flags-held': {
      readonly name: string
      readonly scope: 'INSTALLATION' | 'NETWORK' | 'SOLUTION'
      readonly scopeId: string | null
      readonly number: number | null
      readonly texts: Narrowed<unknown, ColumnTypes['operations.flags.texts']> | null
      readonly endsAt: Date
    }
    'operations-flags-sweep': Record<string, never>
    'operations-job-ask': {
      readonly name: string
    }
    'operations-job-clear': Record<string, never>
    'operations-job-register': Record<string, never>
    'operations-job-take': {
      readonly name: string
      readonly askedAt: Date
    }
    'operations-job-tell': Record<string, never>
    'operations-jobs': {
      readonly name: string
      readonly everySeconds: number
      readonly lastStartedAt: Date | null
      readonly lastEndedAt: Date | null
      readonly lastDurationMs: number | null
      readonly error: string | null
      readonly failuresInARow: number
      readonly runs: number
      readonly askedAt: Date | null
      readonly p95DurationMs: number | null
    }
    'operations-migrations': {
      readonly schema: Narrowed<string | null, ResultTypes['operations-migrations']['schema']>
      readonly name: Narrowed<string | null, ResultTypes['operations-migrations']['name']>
      readonly appliedAt: Narrowed<Date | null, ResultTypes['operations-migrations']['appliedAt']>
    }
    'operations-postgres': {
      readonly version: string | null
    }
    'operations-process-seen': Record<string, never>
    'operations-processes': {
      readonly id: string
      readonly role: string
      readonly release: string
      readonly node: string
      readonly startedAt: Date
      readonly seenAt: Date
    }
    'operations-processes-sweep': Record<string, never>
  }
}
