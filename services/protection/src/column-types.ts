import type {
  AllowedVisitor,
  Limiter,
  LimiterNew,
  LockEffect,
  ProtectionSettings,
} from '@bollard/contracts'

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
}
