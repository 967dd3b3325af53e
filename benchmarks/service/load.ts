import autocannon from 'autocannon'
import type { Call } from './contender.ts'

export interface LoadResult {
  readonly requests: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  /** Bodies of the answers, where they were asked for. */
  readonly bodies: string[]
  readonly rejected: number
}

/**
 * Sends every call once, in order, as fast as the server answers. `accept` says whether a body is the
 * answer hoped for; bodies are kept only with `keep`.
 */
export async function sendAll(options: {
  port: number
  headers: Readonly<Record<string, string>>
  calls: readonly Call[]
  accept: (body: string) => boolean
  keep: boolean
  /** At once; each waits for its answer before it asks again. */
  connections: number
}): Promise<LoadResult> {
  const { port, headers, calls, accept, keep, connections } = options
  const bodies: string[] = []
  let sent = 0
  let rejected = 0
  let startedAt = 0
  let endedAt = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    amount: calls.length,
    requests: [
      {
        headers,
        setupRequest: (request) => {
          startedAt ||= performance.now()
          return { ...request, ...toRequest(calls[sent++ % calls.length]) }
        },
        onResponse: (_status, body) => {
          endedAt = performance.now()
          if (!accept(body)) rejected++
          if (keep) bodies.push(body)
        },
      },
    ],
  })
  // The run itself ends on whole seconds.
  const seconds = (endedAt - startedAt) / 1000
  return {
    requests: calls.length,
    seconds,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bodies,
    rejected: rejected + result.errors,
  }
}

function toRequest(call: Call | undefined) {
  if (call === undefined) throw new Error('no call is left')
  return { method: call.method, path: call.path, ...(call.body === undefined ? {} : { body: call.body }) }
}
