// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
import type { Narrowed } from '@bollard/database/statement-rows'
import type { ColumnTypes } from '../column-types.ts'

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'protection-parts-allowed': {
      readonly id: string
      readonly field: Narrowed<string, ColumnTypes['protection.allowed_visitors.field']>
      readonly value: string
      readonly until: Date | null
      readonly note: string
      readonly createdAt: Date
      readonly createdBy: string
    }
    'protection-parts-limiters': {
      readonly id: string
      readonly name: string
      readonly config: Narrowed<unknown, ColumnTypes['protection.limiters.config']>
      readonly mode: Narrowed<string, ColumnTypes['protection.limiters.mode']>
      readonly stage: Narrowed<string, ColumnTypes['protection.limiters.stage']> | null
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly overrides: unknown
    }
    'protection-parts-of-person': {
      readonly solutionId: string
      readonly at: Date
      readonly kind: 'OVERRIDE' | 'ALLOWED_VISITOR'
      readonly text: string
    }
    'protection-parts-settings': {
      readonly settings: Narrowed<unknown, ColumnTypes['protection.spaces.settings']>
      readonly createdAt: Date
    }
    'protection-policy-touch': Record<string, never>
    'protection-settings': {
      readonly settings: Narrowed<unknown, ColumnTypes['protection.spaces.settings']>
      readonly version: number
    }
    'protection-settings-update': Record<string, never>
    'protection-space': {
      readonly solutionId: string
      readonly effects: Narrowed<readonly string[], ColumnTypes['protection.spaces.effects']>
      readonly timeZone: string
    }
    'protection-space-apply-state': Record<string, never>
    'protection-space-erase': Record<string, never>
    'protection-space-insert': Record<string, never>
    'protection-space-turn': {
      readonly pg_advisory_xact_lock: string
    }
  }
}
