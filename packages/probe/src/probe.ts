import { setTimeout as pause } from 'node:timers/promises'
import { type Check, createOwnLine, runCheck, targetOf } from '@bollard/checks'
import { type ProbeAssignments, type ProbedResult, probeResultsMax } from '@bollard/contracts'
import { type Assigned, createAssignments } from './assigned.ts'
import { type Connection, createConnection, ProbeRefusal } from './connection.ts'
import { createHeard } from './heard.ts'
import type { KeptChecks } from './kept-checks.ts'
import { deriveProbeKey } from './signature.ts'
import type { Spool } from './spool.ts'

/** What happens to a probe that people may want to know. It names no address, header or secret of a check. */
export type ProbeNews =
  | { readonly kind: 'connected'; readonly place: string; readonly services: number; readonly isActive: boolean }
  | { readonly kind: 'away'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'dropped'; readonly sequence: number; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }

export interface ProbeOptions {
  /** Where the API is, such as `https://captcha.example.org`. */
  readonly apiUrl: string
  readonly token: string
  readonly spool: Spool
  /** Where it keeps what it has to check, so that it continues after a start without a connection; null keeps it in memory alone. */
  readonly kept: KeptChecks | null
  readonly softwareVersion: string
  /** Whether this machine lets checks reach private networks; the token has to allow it too. */
  readonly allowPrivate: boolean
  readonly tell: (news: ProbeNews) => void
  readonly check?: typeof runCheck
  /** Unix milliseconds by the clock of this machine. */
  readonly now?: () => number
  readonly checksAtOnce?: number
  /** Milliseconds between two questions for assignments. */
  readonly pollMs?: number
}

export interface Probe {
  start(): void
  /** Takes nothing new, waits for what runs, and delivers once more. What is not delivered stays in the spool. */
  stop(): Promise<void>
}

const idleMs = 200
/** Between two deliveries; what has piled up goes faster. */
const deliverMs = 1_000
const callTimeoutMs = 15_000
/** After calls that failed: growing up to this. */
const restMsMax = 30_000
/** A token that was revoked never works again; a proxy in the way may be put right. */
const refusedMs = 60_000

/** A prober of a customer's own. It opens no port: it calls the product, and goes on checking while the product is out of reach. */
export function createProbe(options: ProbeOptions): Probe {
  const { spool, tell, softwareVersion, checksAtOnce = 200, pollMs = 10_000, check = runCheck } = options
  const clock = options.now ?? Date.now
  const heard = createHeard(options.kept, clock, (error) => tell({ kind: 'failed', reason: reasonOf(error) }))
  const connection = createConnection({
    apiUrl: options.apiUrl,
    key: deriveProbeKey(options.token),
    nextNonce: spool.next,
    now: clock,
    timeoutMs: callTimeoutMs,
    clockMs: heard.before?.clockMs ?? null,
  })
  const now = () => clock() - (connection.clockMs() ?? 0)
  const assignments = createAssignments()
  const line = createOwnLine()
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  let known: string | null = null
  let mayReachPrivate = false
  let loops: Promise<unknown> | null = null
  let told = ''

  /** Once, until it is something else. */
  function tellOnce(news: ProbeNews): void {
    const text = JSON.stringify(news)
    if (text !== told) tell(news)
    told = text
  }
  async function checkOne(one: Assigned): Promise<void> {
    const { serviceId, version, check: target } = one.assignment
    // No secret in what the product assigns is null.
    const found = await check(target as Check, { allowPrivate: mayReachPrivate && options.allowPrivate })
    line.note(targetOf(target), found)
    const at = now()
    const isOffline = (found.verdict === 'DOWN' || found.verdict === 'UNKNOWN') && line.isLost(clock())
    const result = { ...found, at: Math.round(found.at - (connection.clockMs() ?? 0)) }
    const isNews = assignments.finish(one, result, isOffline, at)
    // As the contract has it; what was answered goes along only where it explains a change.
    const sent = { ...result, sample: isNews ? result.sample : null } as ProbedResult['result']
    spool.keep({ serviceId, version, isOffline, result: sent })
  }
  async function checkDue(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (heard.isTooOld()) assignments.clear()
      for (const one of assignments.due(now(), checksAtOnce - running.size)) {
        one.isRunning = true
        const task = checkOne(one).catch((error: unknown) => tell({ kind: 'failed', reason: reasonOf(error) }))
        running.add(task)
        void task.finally(() => {
          running.delete(task)
          one.isRunning = false
        })
      }
      await rest(idleMs)
    }
  }
  async function fetchOnce(): Promise<void> {
    const { instance } = spool
    const clockMs = connection.clockMs()
    const report = { instance, softwareVersion, known, clockMs, ...spool.figures(), hasLine: !line.isLost(clock()) }
    const answer = await connection.fetchAssignments(report)
    spool.drop(answer.delivered)
    obey(answer)
    heard.note(answer, connection.clockMs())
    known = answer.isActive ? answer.version : null
    tellOnce({ kind: 'connected', place: answer.place, services: assignments.size, isActive: answer.isActive })
  }
  function obey(answer: ProbeAssignments): void {
    mayReachPrivate = answer.allowPrivate
    if (!answer.isActive) assignments.clear()
    else if (answer.assignments !== null) assignments.put(answer.assignments, now())
  }
  async function deliverOnce(): Promise<void> {
    const batch = spool.oldest(probeResultsMax)
    if (batch.length > 0) spool.drop(await deliverAll(connection, spool.instance, batch, tell))
  }
  /** Does something again and again, and less often while it fails. */
  async function repeat(work: () => Promise<void>, everyMs: () => number): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted;) {
      try {
        await work()
        failures = 0
        await rest(everyMs())
      } catch (error) {
        failures += 1
        await rest(afterFailure(error, failures))
      }
    }
  }
  function afterFailure(error: unknown, failures: number): number {
    if (error instanceof ProbeRefusal && error.code === 'secret-key-invalid') {
      assignments.clear()
      heard.forget()
      known = null
      tellOnce({ kind: 'refused', reason: 'The token does not work: it was revoked, or it is another installation’s.' })
      return refusedMs
    }
    tellOnce({ kind: 'away', reason: reasonOf(error) })
    return Math.min(restMsMax, pollMs, 500 * 2 ** Math.min(failures, 10))
  }
  const rest = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  return {
    start() {
      if (loops === null && heard.before !== null) obey(heard.before.answer)
      loops ??= Promise.all([
        checkDue(),
        repeat(fetchOnce, () => pollMs),
        repeat(deliverOnce, () => (spool.figures().waiting >= probeResultsMax ? idleMs : Math.min(deliverMs, pollMs))),
      ])
    },
    async stop() {
      stopping.abort()
      await loops
      await Promise.all(running)
      await deliverOnce().catch(() => undefined)
    },
  }
}

/** Delivers results. One that the product cannot take is dropped, so that it does not hold up the others. Answers up to which all is done. */
async function deliverAll(
  connection: Connection,
  instance: string,
  results: readonly ProbedResult[],
  tell: (news: ProbeNews) => void,
): Promise<number> {
  try {
    return await connection.deliver(instance, results)
  } catch (error) {
    if (!(error instanceof ProbeRefusal) || (error.status !== 422 && error.status !== 413)) throw error
    const [first, ...others] = results
    if (first === undefined) throw error
    if (others.length === 0) {
      tell({ kind: 'dropped', sequence: first.sequence, reason: error.message })
      return first.sequence
    }
    const half = Math.ceil(results.length / 2)
    await deliverAll(connection, instance, results.slice(0, half), tell)
    return deliverAll(connection, instance, results.slice(half), tell)
  }
}

/** Of a failed call the cause says more than the message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
