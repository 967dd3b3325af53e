import { setTimeout as pause } from 'node:timers/promises'
import { createOwnLine, targetOf } from '@bollard/checks'
import { createBatcher, type Database } from '@bollard/database'
import type { CheckResult, Verdict } from '@bollard/uptime'
import type { ProbedCheck } from '@bollard/contracts'
import { runAnyCheck, usesLine } from '../captcha/run-any-check.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { joinSecret, openSecret } from '../service/secrets.ts'
import { type Finished, finishChecks } from './finish.ts'
import { type Leased, leaseDue } from './lease.ts'
import { keepPlace } from './places.ts'
import { applyProbeResults } from './probe-results.ts'
import { applySignals, wakeServices } from './signals.ts'

export interface EngineOptions {
  /** Names where this process stands, such as `frankfurt`. */
  readonly place: string
  /** So many checks run at a time. */
  readonly checksAtOnce?: number
}

/** What this process has checked since it started. */
export interface EngineFigures {
  readonly checks: Readonly<Record<Verdict, number>>
  /** Checks that are running. */
  readonly inFlight: number
  /** How much later than due the last thousand checks began, the 99th percentile, in seconds. */
  readonly lagSeconds: number
  /** Results that came after their lease had ended. */
  readonly dropped: number
}

export interface Engine {
  /** Does once all that is due, and waits for it. Answers how many checks were made. */
  turn(): Promise<number>
  start(): void
  /** Takes nothing new, and resolves when what is running is stored. */
  stop(): Promise<void>
  figures(): EngineFigures
}

type EngineContext = Pick<
  MonitoringContext,
  'now' | 'newId' | 'box' | 'captcha' | 'runCheck' | 'allowPrivate' | 'browser' | 'onError'
> & {
  readonly db: Database
}

const idleMs = 250
const keepPlaceMs = 60_000
/** After a failure, such as a database that is away. */
const restMs = 2_000

/**
 * Checks what is due at its place. Any number of processes share the work, also of one place: each check is in one hand until its lease
 * ends, so that one that is killed loses no check by more than an interval.
 */
export function createEngine(context: EngineContext, { place, checksAtOnce = 500 }: EngineOptions): Engine {
  const { db, now, newId, box, onError } = context
  const line = createOwnLine()
  const counts: Record<Verdict, number> = { UP: 0, DEGRADED: 0, DOWN: 0, CHALLENGED: 0, UNKNOWN: 0 }
  const lags: number[] = []
  const running = new Set<Promise<void>>()
  let dropped = 0
  let keptPlaceAt = Number.NEGATIVE_INFINITY
  let loop: Promise<void> | null = null
  let isStopping = false
  const results = createBatcher<Finished, boolean>({ maxItems: 200, write: (items) => finishChecks(context, items) })

  async function check(leased: Leased): Promise<void> {
    const secret = openSecret(box, leased.serviceId, leased)
    const config = leased.config as ProbedCheck
    const result = await runAnyCheck(context, joinSecret(config, secret), leased)
    if (usesLine(config)) line.note(targetOf(config), result)
    const isOffline = usesLine(config) && isFailed(result) && line.isLost(now().getTime())
    counts[isOffline ? 'UNKNOWN' : result.verdict] += 1
    if (!(await results.add({ leased, result, isOffline }))) dropped += 1
  }
  function begin(leased: Leased): Promise<void> {
    lags.push(Math.max(0, now().getTime() - (leased.dueAt?.getTime() ?? 0)))
    if (lags.length > 1_000) lags.shift()
    // A result that cannot be stored is made again once its lease has ended.
    const task = check(leased).catch(onError)
    running.add(task)
    void task.finally(() => running.delete(task))
    return task
  }
  async function lease(): Promise<readonly Leased[]> {
    return leaseDue(db, { place, lease: newId(), at: now(), most: Math.min(200, checksAtOnce - running.size) })
  }
  async function follow(): Promise<number> {
    const at = now()
    if (Math.abs(at.getTime() - keptPlaceAt) >= keepPlaceMs) {
      await keepPlace(db, place, at)
      keptPlaceAt = at.getTime()
    }
    return (await applySignals(context)) + (await applyProbeResults(context)) + (await wakeServices(context))
  }
  async function run(): Promise<void> {
    while (!isStopping) {
      try {
        const followed = await follow()
        const taken = await lease()
        for (const one of taken) void begin(one)
        if (followed < 500 && taken.length < 200) await pause(idleMs)
      } catch (error) {
        onError(error)
        await pause(restMs)
      }
    }
  }
  return {
    async turn() {
      while ((await follow()) > 0);
      const taken = await lease()
      await Promise.all(taken.map(begin))
      while ((await follow()) > 0);
      return taken.length
    },
    start() {
      loop ??= run()
    },
    async stop() {
      isStopping = true
      await loop
      await Promise.all(running)
      await results.drain()
    },
    figures() {
      const sorted = lags.toSorted((one, other) => one - other)
      const lagSeconds = (sorted[Math.floor(sorted.length * 0.99)] ?? 0) / 1_000
      return { checks: { ...counts }, inFlight: running.size, lagSeconds, dropped }
    },
  }
}

function isFailed({ verdict }: CheckResult): boolean {
  return verdict === 'DOWN' || verdict === 'UNKNOWN'
}
