import { type Health, lockReasons, type Overview, overviewCountMax, overviewDays } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { OperationsContext } from '../operations-context.ts'
import { listQueues } from '../queue/list.ts'

type OverviewContext = Pick<
  OperationsContext,
  'identity' | 'solution' | 'captcha' | 'billing' | 'queues' | 'system' | 'now'
>

/**
 * The figures an operator begins with. Each service counts what is its own along an index and no further than `overviewCountMax`; rates come
 * from the memory of the watcher. So it costs the same with a hundred accounts and with a million.
 */
export async function readOverview(context: OverviewContext): Promise<Overview> {
  const { identity, solution, captcha, billing, now } = context
  const at = now()
  const daysAgo = (days: number) => new Date(at.getTime() - days * 86_400_000)
  const latest = { from: daysAgo(overviewDays), to: at, max: overviewCountMax }
  const before = { from: daysAgo(2 * overviewDays), to: latest.from, max: overviewCountMax }
  const [signUps, signUpsBefore, activated, activatedBefore, queues, locks, accounts, organizations, overdue, watched] =
    await Promise.all([
      identity.countNewAccounts(latest),
      identity.countNewAccounts(before),
      captcha.countFirstVerified(latest),
      captcha.countFirstVerified(before),
      listQueues(context),
      solution.countLocks(overviewCountMax),
      identity.countSuspended(overviewCountMax),
      solution.countFrozen(at, overviewCountMax),
      billing.countOverdue(overviewCountMax),
      readWatched(context.system),
    ])
  return {
    at: at.toISOString(),
    signUps: { latest: signUps.accounts, before: signUpsBefore.accounts, confirmed: signUps.confirmed },
    activated: { latest: activated, before: activatedBefore },
    queues: queues.items,
    locks: { solutions: locks.flatMap(describeLocks), accounts, organizations },
    overdueInvoices: overdue,
    watched,
  }
}

/** A reason of a newer version, which runs beside this one, is left out. */
function describeLocks({ reason, n }: { reason: string; n: number }): Overview['locks']['solutions'] {
  const known = lockReasons.find((one) => one === reason)
  return known === undefined ? [] : [{ reason: known, locks: n }]
}

/** Whoever begins a day looks here also when nobody watches the machine: then there are no rates, and the rest is as it is. */
async function readWatched({ readHealth, servesVisitors }: OperationsContext['system']): Promise<Overview['watched']> {
  try {
    return watchedOf(await readHealth(), servesVisitors)
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'unavailable') return null
    throw error
  }
}

/** Minutes that "now" is the mean of: one alone jumps. */
const nowMinutes = 5
const shownMinutes = 60

function watchedOf(health: Health, servesVisitors: boolean): Overview['watched'] {
  const { at, history, objectives, firing } = health
  if (at === null) return null
  const perMinute = history.map(({ verificationsPerMinute }) => verificationsPerMinute)
  const failed = (window: '1h' | '1d') => {
    const availability = objectives.find(({ objective }) => objective === 'availability')
    const rate = availability?.burns.find((burn) => burn.window === window)?.rate ?? null
    // A burn is the share of failures in units of the share that is allowed.
    return availability === undefined || rate === null ? null : Math.min(1, rate * (1 - availability.target))
  }
  return {
    at,
    hotPath:
      servesVisitors && perMinute.length > 0
        ? {
            perMinute: meanOf(perMinute.slice(-nowMinutes)),
            usualPerMinute: meanOf(perMinute),
            minutes: perMinute.slice(-shownMinutes),
            errorShare: failed('1h'),
            errorShareOfDay: failed('1d'),
          }
        : null,
    objectives,
    firing: {
      page: firing.filter(({ severity }) => severity === 'page').length,
      ticket: firing.filter(({ severity }) => severity === 'ticket').length,
    },
  }
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
