import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createSolver } from '@bollard/proof-of-work'
import { type Acknowledged, visit } from '../../server/testing/visit.ts'
import { ask } from '../../server/testing/high-availability/ask-balancer.ts'
import { origin } from '../../server/testing/high-availability/start-installation.ts'

/** What visitors and customers' servers were told. */
export interface Told {
  readonly acknowledged: readonly Acknowledged[]
  /** When answers were acknowledged, by `performance.now()`, in order. */
  readonly times: readonly number[]
  /** Answers that were committed and never told: the second try gets 409 `already-answered`, and the visitor begins anew. */
  readonly untold: number
  /** How often which call failed how, before it was tried again. */
  readonly failures: Readonly<Record<string, number>>
}

export interface Load {
  readonly told: () => Told
  stop(): Promise<Told>
}

const visitorsAtOnce = 4
/** Between two visits of one of them. */
const restMs = 250
/** As a widget and a customer's server do while they are told to try again. */
const retryMs = 300
const patienceMs = 60_000

export interface Target {
  /** Of the balancer. */
  readonly url: string
  readonly network: string
  readonly siteKey: string
  readonly secretKey: string
}

/**
 * Visitors who verify without end, each from an address of its own, with all they do on one connection; the customer's server verifies each token at
 * once. What fails is tried again: answers as they are, tokens with the same idempotency key.
 */
export async function startLoad(target: Target, atOnce = visitorsAtOnce, rest = restMs): Promise<Load> {
  const solver = await createSolver({ wasm: true })
  const acknowledged: Acknowledged[] = []
  const times: number[] = []
  const failures: Record<string, number> = {}
  let [visits, untold] = [0, 0]
  let stopped = false
  const note = (what: string) => (failures[what] = (failures[what] ?? 0) + 1)

  async function keepVisiting(): Promise<void> {
    while (!stopped) {
      visits += 1
      const address = `127.${110 + ((visits >> 16) % 100)}.${(visits >> 8) % 256}.${1 + (visits % 254)}`
      const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: address })
      let conflict = false
      const done = await visit({
        apiUrl: target.url,
        origin,
        siteKey: target.siteKey,
        secretKey: target.secretKey,
        solver,
        address,
        mayAnswer: async () => {},
        async fetch(input, init = {}) {
          const response = await askPatiently(agent, String(input), init, note)
          conflict ||= response.status === 409
          if (response.ok && String(input).endsWith('/solutions')) times.push(performance.now())
          return response
        },
      })
      agent.destroy()
      if (done) acknowledged.push(done)
      else if (conflict) untold += 1
      else note('visit without an end')
      await pause(rest)
    }
  }
  const running = Promise.all(Array.from({ length: atOnce }, keepVisiting))
  const told = () => ({ acknowledged, times, untold, failures })
  return {
    told,
    async stop() {
      stopped = true
      await running
      return told()
    },
  }
}

async function askPatiently(
  agent: Agent,
  url: string,
  init: RequestInit,
  note: (what: string) => void,
): Promise<Response> {
  const isForm = init.body instanceof URLSearchParams
  if (init.body instanceof URLSearchParams) init.body.set('idempotency_key', randomUUID())
  const headers = isForm
    ? { 'content-type': 'application/x-www-form-urlencoded' }
    : Object.fromEntries(new Headers(init.headers))
  const name = url.split('/').at(-1) ?? ''
  for (const until = performance.now() + patienceMs; ; await pause(retryMs)) {
    const outcome = await ask(agent, url, String(init.body), headers)
    if (outcome instanceof Response && outcome.status < 500 && outcome.status !== 429) return outcome
    note(`${name}: ${outcome instanceof Response ? `${outcome.status}` : outcome}`)
    if (performance.now() > until) throw new Error(`${name} failed for a minute`)
  }
}

/** Whether the customer's server is told that the token is good; without an idempotency key, so that it counts once. */
export async function isAccepted({ url, secretKey }: Target, token: string): Promise<boolean> {
  const body = new URLSearchParams({ secret: secretKey, response: token })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const outcome = await ask(undefined, `${url}/captcha/v1/siteverify`, String(body), headers)
  if (!(outcome instanceof Response) || outcome.status >= 500)
    throw new Error(`siteverify failed: ${outcome instanceof Response ? outcome.status : outcome}`)
  const { success }: { success?: boolean } = await outcome.json()
  return success === true
}

/** Until so many answers were acknowledged after a moment. */
export async function untilAnswered(told: () => Told, from: number, count: number, signal: AbortSignal): Promise<void> {
  while (told().times.filter((time) => time > from).length < count) {
    signal.throwIfAborted()
    await pause(50)
  }
}

/** The longest pause between two acknowledged answers, or since the last one before that moment. */
export function longestGap({ times }: Told, since: number): { from: number; ms: number } {
  const before = times.findLast((time) => time <= since) ?? since
  const after = [before, ...times.filter((time) => time > since)]
  return after.slice(1).reduce(
    (longest, time, index) => {
      const from = after[index] ?? time
      return time - from > longest.ms ? { from, ms: time - from } : longest
    },
    { from: before, ms: 0 },
  )
}
