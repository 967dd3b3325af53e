import { AggregatorRegistry, Gauge, Registry } from 'prom-client'
import { setTimeout as pause } from 'node:timers/promises'
import type { Metrics } from '../messages.ts'
import { writeAlertRules } from './alert-rules-file.ts'
import { alertRules } from './alert-rules.ts'
import { type Health, healthCounters, readHealth } from './health.ts'
import { measureMachine, type Machine } from './measure-machine.ts'
import { allowedOf, burnWindows, objectives } from './objectives.ts'
import { readSamples } from './samples.ts'
import { readSignal } from './signals.ts'
import { createWatcher } from './watcher.ts'

export interface ProductWatch {
  /** What /metrics serves. */
  metrics(): Promise<{ readonly type: string; readonly body: string }>
  /** What /alert-rules.yml serves. */
  readonly alertRules: string
  health(): Health
  /** Reads the figures once and evaluates the rules; `start` does so every 15 seconds. */
  look(at?: number): Promise<void>
  start(): void
  stop(): void
}

const everyMs = 15_000
/** Somebody who asks for figures shall not wait for a process that hangs. */
const firstLookMs = 1_000

/** Gathers the figures of all processes and evaluates the alert rules over them, as Prometheus would. */
export function watchProduct({
  children,
  docsUrl,
  alsoFrom = [],
  ...machine
}: Omit<Machine, 'children'> & {
  readonly children: readonly (Machine['children'][number] & { metrics(): Promise<Metrics> })[]
  /** Where the incident handbook is published. */
  readonly docsUrl: string
  /** Figures of other parts of the supervisor. */
  readonly alsoFrom?: readonly Registry[]
}): ProductWatch {
  const registry = new Registry()
  registry.setDefaultLabels({ process: 'supervisor' })
  measureMachine(registry, { ...machine, children })
  const watcher = createWatcher(alertRules, healthCounters)
  showFindings(registry, watcher)
  const stopping = new AbortController()

  async function metrics() {
    const all = await Promise.all([
      ...[registry, ...alsoFrom].map((one) => one.getMetricsAsJSON()),
      ...children.map((child) => child.metrics()),
    ])
    const together = AggregatorRegistry.aggregate(all)
    return { type: together.contentType, body: await together.metrics() }
  }
  async function look(at = Date.now()): Promise<void> {
    watcher.take(readSamples((await metrics()).body), at)
  }
  return {
    metrics,
    alertRules: writeAlertRules(docsUrl),
    health: () => readHealth(watcher),
    look,
    start() {
      void (async () => {
        for (let wait = firstLookMs; ; wait = everyMs) {
          await pause(wait, undefined, { ref: false, signal: stopping.signal })
          await look().catch(() => undefined)
        }
      })().catch(() => undefined)
    },
    stop: () => stopping.abort(),
  }
}

function showFindings(registry: Registry, watcher: ReturnType<typeof createWatcher>): void {
  const registers = [registry]
  const firing: Gauge<'rule' | 'severity'> = new Gauge({
    name: 'bollard_alert_firing',
    help: 'Whether an alert rule fires by the evaluation of the product itself',
    labelNames: ['rule', 'severity'],
    registers,
    collect() {
      const names = new Set(watcher.firing().map(({ rule }) => rule.name))
      for (const { name, severity } of alertRules) firing.set({ rule: name, severity }, Number(names.has(name)))
    },
  })
  const burns: Gauge<'objective' | 'window'> = new Gauge({
    name: 'bollard_objective_burn_rate',
    help: 'How many times faster than allowed the budget of errors of an objective is spent',
    labelNames: ['objective', 'window'],
    registers,
    collect() {
      burns.reset()
      for (const { objective, window, rate } of burnRates(watcher))
        if (rate !== null) burns.set({ objective, window }, rate)
    },
  })
}

function burnRates({ history }: ReturnType<typeof createWatcher>) {
  return objectives.flatMap(({ name, objective, good, all }) =>
    burnWindows.map(({ name: window, longSeconds: seconds }) => ({
      objective: name,
      window,
      rate: readSignal(
        { kind: 'burn', objective: name, good, all, allowed: allowedOf({ objective }), seconds },
        history,
      ),
    })),
  )
}
