import {
  monitoringProbeCalls,
  problemSchema,
  type ProbedResult,
  type ProbeAssignments,
  type ProbeReport,
} from '@bollard/contracts'
import type { z } from 'zod'
import type { ProbeKey } from './signature.ts'

/** What the product answered instead of what was asked: `code` is one of its stable codes, or null where it was not the product. */
export class ProbeRefusal extends Error {
  readonly status: number
  readonly code: string | null

  constructor(status: number, code: string | null, detail: string) {
    super(detail)
    this.name = 'ProbeRefusal'
    this.status = status
    this.code = code
  }
}

/** Signed calls to the product, one after the other. */
export interface Connection {
  fetchAssignments(report: ProbeReport): Promise<ProbeAssignments>
  /** Answers up to which sequence results are stored. */
  deliver(instance: string, results: readonly ProbedResult[]): Promise<number>
  /** How far the clock of this machine is ahead of the product's, in milliseconds; null before the first answer. */
  clockMs(): number | null
}

export interface ConnectionOptions {
  readonly apiUrl: string
  readonly key: ProbeKey
  /** Grows with every call. */
  readonly nextNonce: () => number
  /** Unix milliseconds by the clock of this machine. */
  readonly now: () => number
  readonly timeoutMs: number
  /** How far the clock of this machine was ahead when it was measured last; null where nobody knows. */
  readonly clockMs: number | null
}

type Call = (typeof monitoringProbeCalls)[keyof typeof monitoringProbeCalls]

export function createConnection({ apiUrl, key, nextNonce, now, timeoutMs, clockMs }: ConnectionOptions): Connection {
  let ahead = clockMs
  let turn: Promise<unknown> = Promise.resolve()

  async function send<C extends Call>(call: C, given: object): Promise<z.output<C['response']['schema']>> {
    const body = Buffer.from(JSON.stringify(given))
    const begun = now()
    const time = Math.round(begun - (ahead ?? 0))
    const { method, path } = call
    const answer = await fetch(new URL(path, apiUrl), {
      method,
      body,
      headers: {
        'content-type': 'application/json',
        authorization: key.authorize({ method, path, body, time, nonce: nextNonce() }),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const content = await answer.text()
    measure(answer.headers.get('date'), begun, now())
    if (!answer.ok) throw refusalOf(answer.status, content)
    return call.response.schema.parse(JSON.parse(content)) as z.output<C['response']['schema']>
  }
  /** The header tells whole seconds, so less than one says nothing. */
  function measure(date: string | null, sentAt: number, receivedAt: number): void {
    const theirs = Date.parse(date ?? '')
    if (Number.isNaN(theirs)) return
    const difference = Math.round((sentAt + receivedAt) / 2 - theirs - 500)
    ahead = Math.abs(difference) <= 1_000 + (receivedAt - sentAt) / 2 ? 0 : difference
  }
  /** In order, so that nonces arrive as they grow; with a clock that was wrong, once more by the right one. */
  function inTurn<C extends Call>(call: C, given: object): Promise<z.output<C['response']['schema']>> {
    const sent = turn.then(() =>
      send(call, given).catch((error: unknown) => {
        if (error instanceof ProbeRefusal && error.code === 'token-expired') return send(call, given)
        throw error
      }),
    )
    turn = sent.catch(() => undefined)
    return sent
  }
  return {
    fetchAssignments: (report) => inTurn(monitoringProbeCalls.fetchProbeAssignments, report),
    async deliver(instance, results) {
      return (await inTurn(monitoringProbeCalls.deliverProbeResults, { instance, results })).delivered
    },
    clockMs: () => ahead,
  }
}

function refusalOf(status: number, content: string): ProbeRefusal {
  try {
    const { code, detail } = problemSchema.parse(JSON.parse(content))
    return new ProbeRefusal(status, code, detail)
  } catch {
    return new ProbeRefusal(status, null, `answered ${status}, and not as Bollard does`)
  }
}
