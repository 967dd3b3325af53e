import { setTimeout as sleep } from 'node:timers/promises'
import { createSolver, encodeSolution, readChallenge, solveIndices } from '@bollard/proof-of-work'
import { email, message } from './fill-form.ts'
import type { MadeUp } from './made-up-verdicts.ts'

/** What one HTTP client must be able to do; bodies are text. */
export interface Client {
  (request: { method: 'GET' | 'POST'; url: string; headers?: Record<string, string>; body?: string }): Promise<string>
}

interface Script {
  readonly client: Client
  readonly url: string
  readonly pace: number
  readonly signal: AbortSignal
  /** Sent as the widget's findings; nothing is sent where this is left out. */
  readonly collected?: MadeUp
}

/** Speaks the widget's protocol without a browser: reads the page, does the work, sends the form with the token. */
export async function runScript({ client, url, pace, signal, collected }: Script): Promise<void> {
  const page = await client({ method: 'GET', url })
  const { origin } = new URL(url)
  const api = attribute(page, 'api-url')
  const json = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', origin, referer: `${origin}/` }
    return readAnswer(await client({ method: 'POST', url: `${api}${path}`, headers, body: JSON.stringify(body) }))
  }

  const widget = await client({ method: 'GET', url: /<script[^>]*src="([^"]+widget\.js)"/u.exec(page)?.[1] ?? url })
  const layout = Number(/\blayout:(0x[\da-f]+|\d+)/u.exec(widget)?.[1] ?? 1)
  let answer = await json('/captcha/v1/verifications', { siteKey: attribute(page, 'sitekey') })
  const id = answer.verificationId
  if (id === undefined) return
  while (answer.status === 'challenge' && answer.challenge !== undefined) {
    const { token } = answer.challenge
    const started = performance.now()
    const solution = await solve(token, signal)
    const workMs = Math.round(performance.now() - started)
    await sleep(1500 * pace, undefined, { signal })
    answer = await json(`/captcha/v1/verifications/${id}/solutions`, {
      challenge: token,
      solution,
      workMs,
      ...(collected === undefined ? {} : { collected: collected(token, layout) }),
    })
  }
  if (answer.token === undefined) return
  const form = new URLSearchParams({ email, message, 'bollard-response': answer.token })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin, referer: url }
  await client({
    method: 'POST',
    url: new URL(/<form[^>]*action="([^"]+)"/u.exec(page)?.[1] ?? '/', url).href,
    headers,
    body: form.toString(),
  })
}

async function solve(token: string, signal: AbortSignal): Promise<string> {
  const puzzle = readChallenge(token)
  const counters: number[] = []
  const indices = [...Array(puzzle.count).keys()]
  await solveIndices(puzzle, indices, { solver: await createSolver({ wasm: true }), signal }, (index, counter) => {
    counters[index] = counter
  })
  return encodeSolution(counters)
}

interface Answer {
  /** A number where the answer is a problem (RFC 9457). */
  readonly status?: string | number
  readonly verificationId?: string
  readonly token?: string
  readonly challenge?: { readonly token: string }
}

function readAnswer(text: string): Answer {
  const value: Answer | null = JSON.parse(text)
  const { status } = value ?? {}
  // Being turned away is how a visit may end; being misunderstood means that this script is wrong.
  if (typeof status === 'number' && ![401, 403, 429].includes(status))
    throw new Error(`The service did not understand: ${text.slice(0, 300)}`)
  return value ?? {}
}

function attribute(page: string, name: string): string {
  const value = new RegExp(`<bollard-captcha[^>]*\\b${name}="([^"]+)"`, 'u').exec(page)?.[1]
  if (value === undefined) throw new Error(`The page has no ${name}`)
  return value
}
