import type {
  AllowedVisitor,
  Limiter,
  LimiterNew,
  LockEffect,
  ProtectedForm,
  ProtectionSettings,
  Review,
  StoredDecision,
} from '@bollard/contracts'
import type { MailClass, SpamState } from '@bollard/validations'
import type { Guarded } from './limiter/stored-limiters.ts'
import type { Language } from '@bollard/i18n'
import type { MonthOfSite } from './report/month-of-site.ts'

/** Columns that hold more than the schema says. */
export interface ColumnTypes {
  'protection.spaces.effects': readonly LockEffect[]
  'protection.spaces.settings': Omit<ProtectionSettings, 'version'>
  'protection.limiters.config': Omit<LimiterNew, 'name'>
  'protection.limiters.mode': Limiter['mode']
  'protection.limiters.stage': NonNullable<Limiter['rollout']>['stage']
  'protection.limiters.former': Omit<LimiterNew, 'name'>
  'protection.limiters.former_mode': Limiter['mode']
  'protection.limiters.fault': NonNullable<NonNullable<Limiter['rollout']>['fault']>
  'protection.allowed_visitors.field': AllowedVisitor['field']
  'protection.forms.mode': ProtectedForm['mode']
  'protection.forms.fields': ProtectedForm['fields']
  'protection.reviews.state': Review['state']
  'protection.reviews.conclusion': Review['conclusion']
  'protection.reviews.judged': MailClass
  'protection.spam_filters.state': SpamState
  'protection.decisions.conclusion': StoredDecision['conclusion']
  'protection.decisions.source': StoredDecision['from']
  'protection.decisions.reasons': StoredDecision['reasons']
  'protection.decisions.parts': StoredDecision['parts']
  'protection.decisions.program': NonNullable<StoredDecision['program']>
  'protection.decisions.rung': NonNullable<StoredDecision['rung']>
  'protection.decisions.labels': StoredDecision['labels']
  'protection.decisions.keys': Readonly<Record<string, string>>
  'protection.month_reports.report': MonthOfSite
  'protection.report_schedules.language': Language
}

/** Columns that a statement computes. */
export interface ResultTypes {
  'protection-limiters': { guarded: Guarded }
  'protection-guard-change': { guarded: Guarded }
}
