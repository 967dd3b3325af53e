import type {
  AlertCondition,
  AlertRule,
  Channel,
  ChannelResult,
  LockEffect,
  MonitoringAlert,
  MonitoringCheck,
  MonitoringKeyScope,
  Notification,
  OnCallScheduleAnswer,
  Recurrence,
  ReportTemplate,
  ShownChannelTarget,
} from '@bollard/contracts'
import type { CheckResult, Machine, RollUp } from '@bollard/uptime'
import type { ToldAlert } from './channel/message.ts'
import type { LastResult } from './service/stored-services.ts'
import type { FrozenReports } from './month-report/month-reports.ts'
import type { SignalEvent } from './engine/signals.ts'

/** Columns that hold more than the schema says. */
export interface ColumnTypes {
  'monitoring.spaces.effects': readonly LockEffect[]
  'monitoring.services.config': MonitoringCheck
  'monitoring.service_states.machine': Machine
  'monitoring.schedules.last': LastResult
  'monitoring.signals.event': SignalEvent
  'monitoring.transitions.result': CheckResult
  'monitoring.probe_results.result': CheckResult
  'monitoring.hour_rollups.rollup': RollUp
  'monitoring.day_rollups.rollup': RollUp
  'monitoring.month_reports.report': FrozenReports
  'monitoring.maintenance.recurrence': Recurrence
  'monitoring.report_templates.items': ReportTemplate[]
  'monitoring.api_keys.scopes': MonitoringKeyScope[]
  'monitoring.channels.language': Channel['language']
  'monitoring.channels.target': ShownChannelTarget
  'monitoring.channels.quiet_hours': Channel['quietHours']
  'monitoring.channels.last_result': ChannelResult
  'monitoring.on_call_schedules.layers': OnCallScheduleAnswer['layers']
  'monitoring.on_call_schedules.overrides': OnCallScheduleAnswer['overrides']
  'monitoring.alert_rules.condition': AlertCondition
  'monitoring.alert_rules.steps': AlertRule['steps']
  'monitoring.alert_rules.repeat': AlertRule['repeat']
  'monitoring.alerts.facts': MonitoringAlert['facts']
  'monitoring.notifications.alerts': ToldAlert[]
  'monitoring.notifications.error': NonNullable<Notification['error']>
}
