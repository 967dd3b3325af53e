import { nextCron } from './next-cron.ts'
import { type Cron, parseCron } from './parse-cron.ts'

/** How often a signal is expected: once in a period, or as a cron line says; and how long a late one is waited for. */
export type HeartbeatPlan =
  | { readonly periodSeconds: number; readonly graceSeconds: number }
  | { readonly cron: string; readonly timeZone: string; readonly graceSeconds: number }

/** ON_TIME until `dueAt`, LATE until `missingAt`, MISSING from then on. */
export interface Heartbeat {
  readonly standing: 'ON_TIME' | 'LATE' | 'MISSING'
  /** When the next signal is expected; null where the cron line is not due for decades. */
  readonly dueAt: number | null
  /** When its absence counts: `dueAt` and the grace. */
  readonly missingAt: number | null
}

/**
 * A signal this much before its time counts for it: jobs and we have clocks of their own. It is short of the minute
 * that the densest cron line leaves.
 */
const earlyMs = 10_000

/** Lines are parsed over and over otherwise, with each signal of each service. */
const parsed = new Map<string, Cron>()
const linesKeptMax = 10_000

/** When the signal after the last one is due; `last` is also the creation of the heartbeat, or the end of its pause. */
export function heartbeatDue(plan: HeartbeatPlan, last: number): number | null {
  if ('periodSeconds' in plan) return last + plan.periodSeconds * 1_000
  return nextCron(cronOf(plan.cron), plan.timeZone, last + earlyMs)
}

/** How a heartbeat stands at a moment. Throws what `parseCron` throws. */
export function heartbeatAt(plan: HeartbeatPlan, last: number, moment: number): Heartbeat {
  const dueAt = heartbeatDue(plan, last)
  if (dueAt === null) return { standing: 'ON_TIME', dueAt, missingAt: null }
  const missingAt = dueAt + plan.graceSeconds * 1_000
  const standing = moment < dueAt ? 'ON_TIME' : moment < missingAt ? 'LATE' : 'MISSING'
  return { standing, dueAt, missingAt }
}

function cronOf(line: string): Cron {
  let cron = parsed.get(line)
  if (cron === undefined) {
    cron = parseCron(line)
    if (parsed.size >= linesKeptMax) parsed.clear()
    parsed.set(line, cron)
  }
  return cron
}
