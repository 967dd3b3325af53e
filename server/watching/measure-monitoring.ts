import type { MonitoringService } from '@bollard/monitoring-service'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Shows what this process has checked for monitoring since it started, and whether it keeps up. */
export function measureMonitoring(registry: Registry, { engine }: Pick<MonitoringService, 'engine'>): void {
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
