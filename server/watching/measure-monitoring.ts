import type { MonitoringService } from '@bollard/monitoring-service'
import { Counter, Gauge, type Registry } from 'prom-client'
import { readGauges } from './read-gauges.ts'

/** Shows what this process has checked for monitoring since it started, and whether it keeps up. */
export function measureMonitoring(
  registry: Registry,
  { engine, notifications }: Pick<MonitoringService, 'engine' | 'notifications'>,
): void {
  measureNotifications(registry, notifications)
  const registers = [registry]
  const checks: Counter<'verdict'> = new Counter({
    name: 'bollard_monitoring_checks_total',
    help: 'Checks of monitored services by what they found',
    labelNames: ['verdict'],
    registers,
    collect() {
      checks.reset()
      for (const [verdict, count] of Object.entries(engine.figures().checks))
        checks.inc({ verdict: verdict.toLowerCase() }, count)
    },
  })
  const gauge = (name: string, help: string, read: () => number): void => {
    const own: Gauge = new Gauge({ name, help, registers, collect: () => own.set(read()) })
  }
  gauge('bollard_monitoring_checks_in_flight', 'Checks that are running', () => engine.figures().inFlight)
  gauge(
    'bollard_monitoring_start_lag_seconds',
    'How much later than due the last thousand checks began, 99th percentile',
    () => engine.figures().lagSeconds,
  )
  const dropped: Counter = new Counter({
    name: 'bollard_monitoring_results_dropped_total',
    help: 'Results that came after their turn had ended and are made anew',
    registers,
    collect() {
      dropped.reset()
      dropped.inc(engine.figures().dropped)
    },
  })
}

/** Shows what waits to be told of alerts, what was given up, and whether anybody does such work. */
export function measureNotifications(
  registry: Registry,
  notifications: Pick<MonitoringService['notifications'], 'readFigures'>,
): void {
  readGauges(
    registry,
    [
      { key: 'waiting', name: 'bollard_monitoring_notifications_pending', help: 'Messages about alerts that wait' },
      {
        key: 'oldest',
        name: 'bollard_monitoring_notification_oldest_pending_seconds',
        help: 'Age of the oldest message about an alert that waits',
      },
      {
        key: 'late',
        name: 'bollard_monitoring_notification_late_seconds',
        help: 'How long a message about an alert, or the next step of one, should have been tried by now',
      },
      { key: 'dead', name: 'bollard_monitoring_notifications_given_up', help: 'Messages that were given up' },
      {
        key: 'deadOfHour',
        name: 'bollard_monitoring_notifications_given_up_last_hour',
        help: 'Messages that were given up within the last hour',
      },
    ],
    async () => {
      const { depth, oldestSeconds, lateSeconds, deadLetters, deadLettersOfHour } = await notifications.readFigures()
      return {
        waiting: depth,
        oldest: oldestSeconds,
        late: lateSeconds,
        dead: deadLetters,
        deadOfHour: deadLettersOfHour,
      }
    },
  )
}
