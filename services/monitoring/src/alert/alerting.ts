import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@bollard/database'
import { collateNotices } from '../channel/collate-notices.ts'
import { deliver, leaseNotifications } from '../channel/deliver.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { followSteps } from './follow-steps.ts'
import { judgeRules } from './judge-rules.ts'

type AlertingContext = Pick<MonitoringContext, 'now' | 'newId' | 'box' | 'channels' | 'onError'> & {
  readonly db: Database
}

export interface Alerting {
  /** Does once all that is due, and waits for it. Answers how many messages were tried. */
  turn(): Promise<number>
  start(): void
  /** Begins nothing new, and resolves when what is running is written down. */
  stop(): Promise<void>
}

const idleMs = 500
/** After a failure, such as a database that is away. */
const restMs = 2_000
const atOnce = 50

/**
 * Tells people of alerts: judges rules, follows steps, makes messages and sends them. Each of it is a transaction by itself that can be repeated,
 * so any number of processes share the work, and one that is killed leaves nothing undone.
 */
export function createAlerting(context: AlertingContext): Alerting {
  const { onError } = context
  const running = new Set<Promise<void>>()
  let loop: Promise<void> | null = null
  let isStopping = false

  function failed(error: unknown): false {
    onError(error)
    return false
  }
  /** Full batches have more behind them. */
  async function prepare(): Promise<void> {
    while ((await judgeRules(context)) >= 20);
    while ((await followSteps(context)) >= 200);
    await collateNotices(context)
  }
  async function begin(): Promise<readonly Promise<void>[]> {
    const room = atOnce - running.size
    const leased = room > 0 ? await leaseNotifications(context, room) : []
    return leased.map((one) => {
      const task = deliver(context, one).catch(onError)
      running.add(task)
      void task.finally(() => running.delete(task))
      return task
    })
  }
  async function run(): Promise<void> {
    while (!isStopping) {
      const isDone = await prepare()
        .then(begin)
        .then(() => true, failed)
      await pause(isDone ? idleMs : restMs)
    }
  }
  return {
    start() {
      loop ??= run()
    },
    async turn() {
      await prepare()
      let tried = 0
      for (;;) {
        const tasks = await begin()
        await Promise.all(tasks)
        tried += tasks.length
        if (tasks.length === 0) return tried
      }
    },
    async stop() {
      isStopping = true
      await loop
      await Promise.all(running)
    },
  }
}
