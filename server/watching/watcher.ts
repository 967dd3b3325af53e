import { alertRules, type AlertRule } from './alert-rules.ts'
import { createHistory, type History } from './history.ts'
import type { Sample } from './samples.ts'
import { readSignal, type Selector, type Signal } from './signals.ts'

/** A rule whose conditions hold for as long as it asks. */
export interface FiringRule {
  readonly rule: AlertRule
  /** Since when its conditions hold, in milliseconds since 1970. */
  readonly since: number
}

/** Evaluates the rules over what /metrics serves, without Prometheus. */
export interface Watcher {
  /** Takes what /metrics served at a moment, in milliseconds since 1970. */
  take(samples: readonly Sample[], at: number): void
  firing(): readonly FiringRule[]
  /** What the conditions were decided by. */
  readonly history: History
}

/** `counters` are followed besides those of the rules. */
export function createWatcher(rules: readonly AlertRule[] = alertRules, counters: readonly Selector[] = []): Watcher {
  const signals = rules.flatMap(({ when }) => when.map(({ signal }) => signal))
  const history = createHistory([...signals.flatMap(countersOf), ...counters])
  const since = new Map<AlertRule, number>()

  const holds = ({ when }: AlertRule): boolean =>
    when.every(({ signal, is, than }) => {
      const value = readSignal(signal, history)
      return value !== null && (is === 'above' ? value > than : value < than)
    })
  return {
    history,
    take(samples, at) {
      history.add(samples, at)
      for (const rule of rules) {
        if (!holds(rule)) since.delete(rule)
        else if (!since.has(rule)) since.set(rule, at)
      }
    },
    firing: () =>
      rules.flatMap((rule) => {
        const begun = since.get(rule)
        return begun === undefined || history.at - begun < rule.forSeconds * 1_000 ? [] : [{ rule, since: begun }]
      }),
  }
}

function countersOf(signal: Signal): Selector[] {
  switch (signal.kind) {
    case 'increase':
      return [signal.of]
    case 'share':
      return [signal.part, signal.whole]
    case 'burn':
      return [signal.good, signal.all]
    case 'value':
    case 'quotient':
    case 'until':
      return []
    default:
      return signal satisfies never
  }
}
