// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
import type { Narrowed } from '@bollard/database/statement-rows'
import type { ColumnTypes } from '../column-types.ts'

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'protection-box-known': {
      readonly one: number
    }
    'protection-box-note': Record<string, never>
    'protection-boxes-bound': Record<string, never>
    'protection-boxes-sweep': Record<string, never>
    'protection-filter-begin': Record<string, never>
    'protection-filter-day': Record<string, never>
    'protection-filter-days-forget': Record<string, never>
    'protection-filter-days-sweep': Record<string, never>
    'protection-filter-figures': {
      readonly spam: number
      readonly wanted: number
      readonly correct: number
      readonly mistaken: number
    }
    'protection-filter-lock': {
      readonly life: number
      readonly version: number
      readonly state: Narrowed<unknown, ColumnTypes['protection.spam_filters.state']> | null
      readonly bytes: Buffer
      readonly keyId: number
    }
    'protection-filter-read': {
      readonly life: number
      readonly version: number
      readonly state: Narrowed<unknown, ColumnTypes['protection.spam_filters.state']> | null
      readonly bytes: Buffer
      readonly keyId: number
    }
    'protection-filter-renew': {
      readonly one: number
    }
    'protection-filter-version': {
      readonly life: number
      readonly version: number
    }
    'protection-filter-write': Record<string, never>
    'protection-form-by-name': {
      readonly id: string
      readonly name: string
      readonly mode: Narrowed<string, ColumnTypes['protection.forms.mode']>
      readonly fields: Narrowed<unknown, ColumnTypes['protection.forms.fields']>
      readonly reviewFrom: number
      readonly refuseFrom: number | null
      readonly keepDays: number
    }
    'protection-form-day': Record<string, never>
    'protection-form-days-sweep': Record<string, never>
    'protection-form-delete': {
      readonly id: string
      readonly name: string
      readonly mode: Narrowed<string, ColumnTypes['protection.forms.mode']>
      readonly fields: Narrowed<unknown, ColumnTypes['protection.forms.fields']>
      readonly reviewFrom: number
      readonly refuseFrom: number | null
      readonly keepDays: number
    }
    'protection-form-insert': Record<string, never>
    'protection-form-update': Record<string, never>
    'protection-forms': {
      readonly id: string
      readonly name: string
      readonly mode: Narrowed<string, ColumnTypes['protection.forms.mode']>
      readonly fields: Narrowed<unknown, ColumnTypes['protection.forms.fields']>
      readonly reviewFrom: number
      readonly refuseFrom: number | null
      readonly keepDays: number
      readonly pass: number
      readonly flag: number
      readonly fail: number
      readonly unknown: number
      readonly waiting: number
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly version: number
    }
    'protection-forms-count': {
      readonly count: number
    }
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
    'protection-review': {
      readonly id: string
      readonly at: Date
      readonly formId: string
      readonly formName: string
      readonly state: Narrowed<string, ColumnTypes['protection.reviews.state']>
      readonly conclusion: Narrowed<string, ColumnTypes['protection.reviews.conclusion']>
      readonly weight: number
      readonly codes: string[]
      readonly decidedAt: Date | null
      readonly decidedBy: string | null
      readonly keptUntil: Date
      readonly excerpt: Buffer
      readonly keyId: number
    }
    'protection-review-decide': Record<string, never>
    'protection-review-insert': {
      readonly id: string
    }
    'protection-review-lock': {
      readonly state: Narrowed<string, ColumnTypes['protection.reviews.state']>
      readonly author: string
      readonly judged: Narrowed<string, ColumnTypes['protection.reviews.judged']> | null
      readonly taughtIn: number | null
      readonly decidedAt: Date | null
      readonly bytes: Buffer
      readonly keyId: number
    }
    'protection-review-message': {
      readonly bytes: Buffer
      readonly keyId: number
      readonly decisionId: string
      readonly verificationId: string | null
    }
    'protection-reviews': {
      readonly id: string
      readonly at: Date
      readonly formId: string
      readonly formName: string
      readonly state: Narrowed<string, ColumnTypes['protection.reviews.state']>
      readonly conclusion: Narrowed<string, ColumnTypes['protection.reviews.conclusion']>
      readonly weight: number
      readonly codes: string[]
      readonly decidedAt: Date | null
      readonly decidedBy: string | null
      readonly keptUntil: Date
      readonly excerpt: Buffer
      readonly keyId: number
    }
    'protection-reviews-sweep': Record<string, never>
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
    'protection-text-note': Record<string, never>
    'protection-texts-bound': Record<string, never>
    'protection-texts-near': {
      readonly fingerprint: string
    }
    'protection-texts-sweep': Record<string, never>
  }
}
