import type {
  AllowedVisitor,
  Limiter,
  LimiterNew,
  LockEffect,
  ProtectedForm,
  ProtectionSettings,
  Review,
} from '@bollard/contracts'
import type { MailClass, SpamState } from '@bollard/validations'

/** Columns that hold more than the schema says. */
export interface ColumnTypes {
  'protection.spaces.effects': readonly LockEffect[]
  'protection.spaces.settings': Omit<ProtectionSettings, 'version'>
  'protection.limiters.config': Omit<LimiterNew, 'name'>
  'protection.limiters.mode': Limiter['mode']
  'protection.limiters.stage': NonNullable<Limiter['rollout']>['stage']
  'protection.allowed_visitors.field': AllowedVisitor['field']
  'protection.forms.mode': ProtectedForm['mode']
  'protection.forms.fields': ProtectedForm['fields']
  'protection.reviews.state': Review['state']
  'protection.reviews.conclusion': Review['conclusion']
  'protection.reviews.judged': MailClass
  'protection.spam_filters.state': SpamState
}
