import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { chromiumHeaders } from '@bollard/testing'
import { readConfig } from '../../server/config.ts'
import { findFreePorts } from '../../server/testing/free-ports.ts'
import { type RunningChild, startChild } from '../../server/testing/start-child.ts'

/** Where visitors reach all processes, for which signatures are made. */
export const authority = 'api.shop.example'
/** Processes that start at a time: each compiles for seconds. */
const startsAtOnce = 4
const signingKey = randomBytes(32).toString('hex')

/** A process of the edge. */
export interface Edge extends RunningChild {
  readonly url: string
}

/** Starts so many processes of the edge over one database; none is left over when one fails. */
export function startEdges(databaseUrl: string, processes: number): Promise<Edge[]> {
  return startAll(processes, () => startEdge(databaseUrl))
}

/** Starts so many processes, some at a time; none is left over when one fails. */
export async function startAll<Process extends RunningChild>(
  processes: number,
  start: () => Promise<Process>,
): Promise<Process[]> {
  const running: Process[] = []
  try {
    while (running.length < processes) {
      const next = Array.from({ length: Math.min(startsAtOnce, processes - running.length) }, start)
      for (const started of await Promise.allSettled(next)) {
        if (started.status === 'rejected') throw started.reason
        running.push(started.value)
      }
    }
    return running
  } catch (error) {
    await stopAll(running)
    throw error
  }
}

export async function stopAll(processes: readonly RunningChild[]): Promise<void> {
  await Promise.all(processes.map((one) => one.stop()))
}

async function startEdge(databaseUrl: string): Promise<Edge> {
  const [port = 0, metricsPort = 0] = await findFreePorts(2)
  const read = readConfig({
    ROLE: 'edge',
    HOST: '127.0.0.1',
    API_PORT: String(port),
    API_URL: `https://${authority}`,
    METRICS_PORT: String(metricsPort),
    EDGE_DATABASE_URL: databaseUrl,
    CAPTCHA_SIGNING_KEYS: signingKey,
    TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_POOL: '10',
    LOG_LEVEL: 'error',
  })
  if (read.status === 'invalid') throw new Error(read.faults.join('\n'))
  const child = await startChild({ name: 'edge', config: read.config, captchaSigningKeys: [signingKey], databaseUrl })
  return { ...child, url: `http://127.0.0.1:${port}` }
}

/** One call of a visitor's browser at an address; its answer, whatever the status. */
export async function post(
  edge: Edge,
  path: string,
  address: string,
  body: object,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const answer = await fetch(`${edge.url}/captcha/v1/${path}`, {
    method: 'POST',
    headers: {
      ...chromiumHeaders,
      'content-type': 'application/json',
      origin: 'https://shop.example',
      'x-forwarded-for': address,
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

/** Sends so many requests a second, each to the next process, and waits for all answers. */
export async function atRate(
  edges: readonly Edge[],
  { seconds, perSecond }: { readonly seconds: number; readonly perSecond: number },
  send: (edge: Edge, n: number) => Promise<void>,
): Promise<void> {
  const begun = performance.now()
  const sent: Promise<void>[] = []
  for (let n = 0; n < seconds * perSecond; n += 1) {
    await pause(Math.max(0, begun + (n * 1_000) / perSecond - performance.now()))
    const edge = edges[n % edges.length]
    if (edge !== undefined) sent.push(send(edge, n))
  }
  await Promise.all(sent)
}
