import type { LockEffect, MonitoringCheck, MonitoringKeyScope, Recurrence } from '@bollard/contracts'
import type { CheckResult, Machine, RollUp } from '@bollard/uptime'
import type { LastResult } from './service/stored-services.ts'
import type { FrozenReports } from './report/month-reports.ts'
import type { SignalEvent } from './engine/signals.ts'

/** Columns that hold more than the schema says. */
export interface ColumnTypes {
  'monitoring.spaces.effects': readonly LockEffect[]
  'monitoring.services.config': MonitoringCheck
  'monitoring.service_states.machine': Machine
  'monitoring.schedules.last': LastResult
  'monitoring.signals.event': SignalEvent
  'monitoring.transitions.result': CheckResult
  'monitoring.hour_rollups.rollup': RollUp
  'monitoring.day_rollups.rollup': RollUp
  'monitoring.month_reports.report': FrozenReports
  'monitoring.maintenance.recurrence': Recurrence
  'monitoring.api_keys.scopes': MonitoringKeyScope[]
}
