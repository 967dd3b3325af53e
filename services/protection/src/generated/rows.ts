// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
import type { Narrowed } from '@bollard/database/statement-rows'
import type { ColumnTypes, ResultTypes } from '../column-types.ts'

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'protection-allowed-days-sweep': Record<string, never>
    'protection-allowed-delete': {
      readonly field: Narrowed<string, ColumnTypes['protection.allowed_visitors.field']>
      readonly value: string
      readonly note: string
    }
    'protection-allowed-held': {
      readonly count: number
      readonly isThere: boolean
    }
    'protection-allowed-insert': Record<string, never>
    'protection-allowed-list': {
      readonly id: string
      readonly field: Narrowed<string, ColumnTypes['protection.allowed_visitors.field']>
      readonly value: string
      readonly until: Date | null
      readonly note: string
      readonly createdAt: Date
      readonly createdBy: string
      readonly used: number
    }
    'protection-batch-insert': {
      readonly id: string
    }
    'protection-blocked-decide': {
      readonly id: string
      readonly at: Date
      readonly decisionId: string
      readonly message: string
      readonly email: string | null
      readonly sealed: Buffer | null
      readonly keyId: number | null
      readonly state: 'OPEN' | 'RIGHT' | 'WRONG'
      readonly decidedBy: string | null
    }
    'protection-blocked-insert': Record<string, never>
    'protection-blocked-list': {
      readonly id: string
      readonly at: Date
      readonly decisionId: string
      readonly message: string
      readonly email: string | null
      readonly sealed: Buffer | null
      readonly keyId: number | null
      readonly state: 'OPEN' | 'RIGHT' | 'WRONG'
      readonly decidedBy: string | null
    }
    'protection-blocked-plain': {
      readonly id: string
      readonly message: string
      readonly email: string | null
    }
    'protection-blocked-reseal': Record<string, never>
    'protection-blocked-seal': Record<string, never>
    'protection-blocked-sealed-before': {
      readonly owner: string
      readonly bytes: Buffer
      readonly keyId: number
    }
    'protection-blocked-sweep': Record<string, never>
    'protection-box-known': {
      readonly one: number
    }
    'protection-box-note': Record<string, never>
    'protection-boxes-bound': Record<string, never>
    'protection-boxes-sweep': Record<string, never>
    'protection-changes-settle': Record<string, never>
    'protection-count-allowed': Record<string, never>
    'protection-count-guarded': Record<string, never>
    'protection-count-limiters': Record<string, never>
    'protection-count-usage': Record<string, never>
    'protection-counts-add': Record<string, never>
    'protection-counts-over-time': {
      readonly dimension: string
      readonly bucket: Date | null
      readonly allow: number
      readonly challenge: number
      readonly throttle: number
      readonly deny: number
    }
    'protection-counts-stopped': {
      readonly value: string
      readonly stopped: number
      readonly requests: number
    }
    'protection-counts-sums': {
      readonly dimension: string
      readonly value: string
      readonly allow: number
      readonly challenge: number
      readonly throttle: number
      readonly deny: number
    }
    'protection-counts-top': {
      readonly dimension: string
      readonly value: string
      readonly allow: number
      readonly challenge: number
      readonly throttle: number
      readonly deny: number
    }
    'protection-decision-find': {
      readonly id: string
      readonly at: Date
      readonly from: Narrowed<string, ColumnTypes['protection.decisions.source']>
      readonly conclusion: Narrowed<string, ColumnTypes['protection.decisions.conclusion']>
      readonly reasons: Narrowed<unknown, ColumnTypes['protection.decisions.reasons']>
      readonly parts: Narrowed<unknown, ColumnTypes['protection.decisions.parts']>
      readonly failedOpen: boolean
      readonly control: boolean
      readonly tookMs: number
      readonly method: string
      readonly host: string
      readonly path: string
      readonly country: string | null
      readonly operator: number | null
      readonly visitor: string | null
      readonly browser: string
      readonly program: Narrowed<unknown, ColumnTypes['protection.decisions.program']> | null
      readonly probe: boolean
      readonly rung: Narrowed<string, ColumnTypes['protection.decisions.rung']> | null
      readonly solved: boolean
      readonly ending: 'SUCCESS' | 'FAILURE' | 'REFUSED' | null
      readonly status: number | null
      readonly labels: Narrowed<unknown, ColumnTypes['protection.decisions.labels']>
    }
    'protection-decisions-export': {
      readonly id: string
      readonly at: Date
      readonly from: Narrowed<string, ColumnTypes['protection.decisions.source']>
      readonly conclusion: Narrowed<string, ColumnTypes['protection.decisions.conclusion']>
      readonly reasons: Narrowed<unknown, ColumnTypes['protection.decisions.reasons']>
      readonly parts: Narrowed<unknown, ColumnTypes['protection.decisions.parts']>
      readonly failedOpen: boolean
      readonly control: boolean
      readonly tookMs: number
      readonly method: string
      readonly host: string
      readonly path: string
      readonly country: string | null
      readonly operator: number | null
      readonly visitor: string | null
      readonly browser: string
      readonly program: Narrowed<unknown, ColumnTypes['protection.decisions.program']> | null
      readonly probe: boolean
      readonly rung: Narrowed<string, ColumnTypes['protection.decisions.rung']> | null
      readonly solved: boolean
      readonly ending: 'SUCCESS' | 'FAILURE' | 'REFUSED' | null
      readonly status: number | null
      readonly labels: Narrowed<unknown, ColumnTypes['protection.decisions.labels']>
    }
    'protection-decisions-insert': Record<string, never>
    'protection-decisions-list': {
      readonly id: string
      readonly at: Date
      readonly from: Narrowed<string, ColumnTypes['protection.decisions.source']>
      readonly conclusion: Narrowed<string, ColumnTypes['protection.decisions.conclusion']>
      readonly reasons: Narrowed<unknown, ColumnTypes['protection.decisions.reasons']>
      readonly parts: Narrowed<unknown, ColumnTypes['protection.decisions.parts']>
      readonly failedOpen: boolean
      readonly control: boolean
      readonly tookMs: number
      readonly method: string
      readonly host: string
      readonly path: string
      readonly country: string | null
      readonly operator: number | null
      readonly visitor: string | null
      readonly browser: string
      readonly program: Narrowed<unknown, ColumnTypes['protection.decisions.program']> | null
      readonly probe: boolean
      readonly rung: Narrowed<string, ColumnTypes['protection.decisions.rung']> | null
      readonly solved: boolean
      readonly ending: 'SUCCESS' | 'FAILURE' | 'REFUSED' | null
      readonly status: number | null
      readonly labels: Narrowed<unknown, ColumnTypes['protection.decisions.labels']>
    }
    'protection-decisions-settle': {
      readonly id: string
    }
    'protection-excerpt-seal': Record<string, never>
    'protection-excerpts-sealed-before': {
      readonly owner: string
      readonly bytes: Buffer
      readonly keyId: number
    }
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
    'protection-filter-seal': Record<string, never>
    'protection-filter-version': {
      readonly life: number
      readonly version: number
    }
    'protection-filter-write': Record<string, never>
    'protection-filters-sealed-before': {
      readonly owner: string
      readonly bytes: Buffer
      readonly keyId: number
    }
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
    'protection-guard-change': {
      readonly id: string
      readonly name: string
      readonly config: Narrowed<unknown, ColumnTypes['protection.limiters.config']>
      readonly mode: Narrowed<string, ColumnTypes['protection.limiters.mode']>
      readonly former: Narrowed<unknown, ColumnTypes['protection.limiters.former']> | null
      readonly formerMode: Narrowed<string, ColumnTypes['protection.limiters.former_mode']> | null
      readonly stage: Narrowed<string, ColumnTypes['protection.limiters.stage']>
      readonly stageAt: Date | null
      readonly round: number
      readonly timeZone: string
      readonly guarded: Narrowed<unknown, ResultTypes['protection-guard-change']['guarded']>
    }
    'protection-guard-due': {
      readonly id: string
      readonly solutionId: string
    }
    'protection-guard-wait': Record<string, never>
    'protection-guarded-sweep': Record<string, never>
    'protection-hour-roll-up': Record<string, never>
    'protection-hours-due': {
      readonly solutionId: string
      readonly hour: Date
    }
    'protection-limiter-delete': Record<string, never>
    'protection-limiter-finish': Record<string, never>
    'protection-limiter-hours-sweep': Record<string, never>
    'protection-limiter-insert': Record<string, never>
    'protection-limiter-key': {
      readonly config: Narrowed<unknown, ColumnTypes['protection.limiters.config']>
    }
    'protection-limiter-lock': {
      readonly id: string
      readonly name: string
      readonly config: Narrowed<unknown, ColumnTypes['protection.limiters.config']>
      readonly mode: Narrowed<string, ColumnTypes['protection.limiters.mode']>
      readonly stage: Narrowed<string, ColumnTypes['protection.limiters.stage']> | null
      readonly stageAt: Date | null
      readonly nextAt: Date | null
      readonly former: Narrowed<unknown, ColumnTypes['protection.limiters.former']> | null
      readonly formerMode: Narrowed<string, ColumnTypes['protection.limiters.former_mode']> | null
      readonly version: number
      readonly overrides: number
      readonly at: Date | null
    }
    'protection-limiter-names': {
      readonly id: string
      readonly name: string
    }
    'protection-limiter-roll-back': Record<string, never>
    'protection-limiter-share': Record<string, never>
    'protection-limiter-update': Record<string, never>
    'protection-limiters': {
      readonly id: string
      readonly name: string
      readonly config: Narrowed<unknown, ColumnTypes['protection.limiters.config']>
      readonly mode: Narrowed<string, ColumnTypes['protection.limiters.mode']>
      readonly stage: Narrowed<string, ColumnTypes['protection.limiters.stage']> | null
      readonly stageAt: Date | null
      readonly nextAt: Date | null
      readonly fault: Narrowed<string, ColumnTypes['protection.limiters.fault']> | null
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly version: number
      readonly former: Narrowed<unknown, ColumnTypes['protection.limiters.former']> | null
      readonly formerMode: Narrowed<string, ColumnTypes['protection.limiters.former_mode']> | null
      readonly guarded: Narrowed<unknown, ResultTypes['protection-limiters']['guarded']>
      readonly overrides: number
      readonly counted: number
      readonly challenged: number
      readonly throttled: number
      readonly denied: number
    }
    'protection-link-delete': {
      readonly one: number
    }
    'protection-link-find': {
      readonly solutionId: string
      readonly month: string
      readonly userId: string
      readonly timeZone: string
    }
    'protection-link-insert': {
      readonly id: string
      readonly month: string
      readonly expiresAt: Date
      readonly createdAt: Date
      readonly createdBy: string
    }
    'protection-links-list': {
      readonly id: string
      readonly month: string
      readonly expiresAt: Date
      readonly createdAt: Date
      readonly createdBy: string
    }
    'protection-links-sweep': Record<string, never>
    'protection-month-find': {
      readonly report: Narrowed<unknown, ColumnTypes['protection.month_reports.report']>
    }
    'protection-month-freeze': Record<string, never>
    'protection-months-due': {
      readonly solutionId: string
      readonly timeZone: string
      readonly month: string | null
    }
    'protection-override-count': {
      readonly count: number
    }
    'protection-override-delete': {
      readonly values: string[]
      readonly limit: number | null
      readonly note: string
    }
    'protection-override-insert': {
      readonly id: string
      readonly values: string[]
      readonly limit: number | null
      readonly until: Date | null
      readonly note: string
      readonly createdAt: Date
      readonly createdBy: string
    }
    'protection-override-replace': Record<string, never>
    'protection-overrides': {
      readonly id: string
      readonly values: string[]
      readonly limit: number | null
      readonly until: Date | null
      readonly note: string
      readonly createdAt: Date
      readonly createdBy: string
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
    'protection-parts-blocked': {
      readonly id: string
      readonly at: Date
      readonly decisionId: string
      readonly state: 'OPEN' | 'RIGHT' | 'WRONG'
      readonly decidedBy: string | null
    }
    'protection-parts-days': {
      readonly day: Date
      readonly allow: number
      readonly challenge: number
      readonly throttle: number
      readonly deny: number
    }
    'protection-parts-forms': {
      readonly id: string
      readonly name: string
      readonly mode: Narrowed<string, ColumnTypes['protection.forms.mode']>
      readonly fields: Narrowed<unknown, ColumnTypes['protection.forms.fields']>
      readonly reviewFrom: number
      readonly refuseFrom: number | null
      readonly keepDays: number
      readonly createdAt: Date
      readonly updatedAt: Date
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
      readonly at: Date | null
      readonly kind: 'OVERRIDE' | 'ALLOWED_VISITOR' | 'REVIEW' | 'BLOCKED_REPORT' | 'REPORT_SCHEDULE' | 'REPORT_LINK'
      readonly text: string
    }
    'protection-parts-reviews': {
      readonly id: string
      readonly formId: string
      readonly at: Date
      readonly state: Narrowed<string, ColumnTypes['protection.reviews.state']>
      readonly conclusion: Narrowed<string, ColumnTypes['protection.reviews.conclusion']>
      readonly weight: number
      readonly codes: string[]
      readonly decidedAt: Date | null
      readonly decidedBy: string | null
      readonly keptUntil: Date
    }
    'protection-parts-schedules': {
      readonly id: string
      readonly emails: string[]
      readonly language: Narrowed<string, ColumnTypes['protection.report_schedules.language']>
      readonly createdAt: Date
      readonly createdBy: string
    }
    'protection-parts-settings': {
      readonly settings: Narrowed<unknown, ColumnTypes['protection.spaces.settings']>
      readonly createdAt: Date
    }
    'protection-passages-bound': Record<string, never>
    'protection-passages-note': Record<string, never>
    'protection-passages-sent': {
      readonly senders: number
    }
    'protection-passages-sweep': Record<string, never>
    'protection-plans-store': {
      readonly id: string
    }
    'protection-policy': {
      readonly version: number
      readonly settings: Narrowed<unknown, ColumnTypes['protection.spaces.settings']>
      readonly effects: Narrowed<readonly string[], ColumnTypes['protection.spaces.effects']>
    }
    'protection-policy-allowed': {
      readonly id: string
      readonly field: Narrowed<string, ColumnTypes['protection.allowed_visitors.field']>
      readonly value: string
      readonly until: Date | null
      readonly note: string
    }
    'protection-policy-limiters': {
      readonly id: string
      readonly name: string
      readonly round: number
      readonly config: Narrowed<unknown, ColumnTypes['protection.limiters.config']>
      readonly mode: Narrowed<string, ColumnTypes['protection.limiters.mode']>
      readonly stage: Narrowed<string, ColumnTypes['protection.limiters.stage']> | null
      readonly former: Narrowed<unknown, ColumnTypes['protection.limiters.former']> | null
      readonly formerMode: Narrowed<string, ColumnTypes['protection.limiters.former_mode']> | null
    }
    'protection-policy-look': {
      readonly version: number
      readonly left: string | null
    }
    'protection-policy-overrides': {
      readonly limiterId: string
      readonly values: string[]
      readonly limit: number | null
      readonly until: Date | null
      readonly note: string
    }
    'protection-policy-touch': Record<string, never>
    'protection-replay-limiter': {
      readonly id: string
    }
    'protection-replay-oldest': {
      readonly at: Date
    }
    'protection-replay-page': {
      readonly id: string
      readonly at: Date
      readonly method: string
      readonly host: string
      readonly path: string
      readonly country: string | null
      readonly operator: number | null
      readonly visitor: string | null
      readonly keys: Narrowed<unknown, ColumnTypes['protection.decisions.keys']>
      readonly solved: boolean
      readonly ending: 'SUCCESS' | 'FAILURE' | 'REFUSED' | null
    }
    'protection-replay-share': {
      readonly stored: number
      readonly counted: number
    }
    'protection-report-file': Record<string, never>
    'protection-report-file-read': {
      readonly content: Buffer
    }
    'protection-report-files-sweep': Record<string, never>
    'protection-reported': {
      readonly id: string
    }
    'protection-reported-insert': {
      readonly solutionId: string
      readonly id: string
    }
    'protection-reports-judged': {
      readonly state: 'OPEN' | 'RIGHT' | 'WRONG'
      readonly count: number
    }
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
    'protection-review-seal': Record<string, never>
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
    'protection-reviews-sealed-before': {
      readonly owner: string
      readonly bytes: Buffer
      readonly keyId: number
    }
    'protection-reviews-sweep': Record<string, never>
    'protection-schedule-delete': {
      readonly one: number
    }
    'protection-schedule-insert': {
      readonly id: string
      readonly emails: string[]
      readonly language: Narrowed<string, ColumnTypes['protection.report_schedules.language']>
      readonly lastSentAt: Date | null
      readonly createdAt: Date
      readonly createdBy: string
    }
    'protection-schedule-sent': {
      readonly id: string
    }
    'protection-schedules-due': {
      readonly id: string
      readonly solutionId: string
      readonly emails: string[]
      readonly language: Narrowed<string, ColumnTypes['protection.report_schedules.language']>
      readonly userId: string
      readonly timeZone: string
      readonly month: string
    }
    'protection-schedules-list': {
      readonly id: string
      readonly emails: string[]
      readonly language: Narrowed<string, ColumnTypes['protection.report_schedules.language']>
      readonly lastSentAt: Date | null
      readonly createdAt: Date
      readonly createdBy: string
    }
    'protection-seen-list': {
      readonly process: string
      readonly sealed: Buffer
      readonly keyId: number
    }
    'protection-seen-sweep': Record<string, never>
    'protection-seen-tell': Record<string, never>
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
    'protection-spaces-after': {
      readonly id: string
    }
    'protection-sweep-batches': Record<string, never>
    'protection-sweep-counts': {
      readonly one: number
    }
    'protection-sweep-decisions': {
      readonly one: number
    }
    'protection-sweep-reported': {
      readonly one: number
    }
    'protection-text-note': Record<string, never>
    'protection-texts-bound': Record<string, never>
    'protection-texts-near': {
      readonly fingerprint: string
    }
    'protection-texts-sweep': Record<string, never>
    'protection-usage-days-sweep': Record<string, never>
    'protection-usage-month': {
      readonly requests: string
    }
  }
}
