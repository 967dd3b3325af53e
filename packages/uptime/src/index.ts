export * from './assertion.ts'
export * from './check-result.ts'
export { UptimeFault } from './calendar/uptime-fault.ts'
export { requireZone } from './calendar/zone.ts'
export * from './check/judge-assertions.ts'
export { nextDue, offsetOf } from './schedule/interval.ts'
export { type Cron, parseCron } from './schedule/parse-cron.ts'
export { nextCron } from './schedule/next-cron.ts'
export { type Heartbeat, heartbeatAt, heartbeatDue, type HeartbeatPlan } from './schedule/heartbeat.ts'
export * from './machine/settings.ts'
export {
  type BaseState,
  type Machine,
  type MachineEvent,
  type Notice,
  type Place,
  type Reason,
  severities,
  type Severity,
  startMachine,
  type Transition,
} from './machine/machine.ts'
export { advance, type Advanced, nextDeadline, wantsRetry } from './machine/advance.ts'
export * from './maintenance/time-window.ts'
export { type Maintenance, occurrencesBetween, type Recurrence, requireMaintenance } from './maintenance/maintenance.ts'
export * from './figures/state-time.ts'
export * from './figures/uptime.ts'
export * from './figures/roll-up.ts'
export { quantileOf, relativeError, type Sketch } from './figures/sketch.ts'
export * from './figures/budget.ts'
export * from './figures/month-report.ts'
export * from './figures/seasonal-baseline.ts'
export * from './alerts/escalation.ts'
export * from './alerts/weekly-hours.ts'
export * from './alerts/on-call.ts'
export * from './alerts/collate.ts'
