import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { grammarVersion } from '@bollard/engine-proof/grammar'
import {
  type Algorithm,
  encodeChallenge,
  expectedHashes,
  hashOrigin,
  signingKey,
  targetOf,
} from '@bollard/proof-of-work/server'

const built = new URL('../../client/widget/dist/', import.meta.url)
const types: Readonly<Record<string, string>> = { js: 'text/javascript', html: 'text/html; charset=utf-8' }
const key = signingKey(Buffer.alloc(32, 7))
/** Hashes of a challenge for a visitor without any doubt, unless another number is given. */
const usualWork = 2 ** 20

/** A round as the service sees it: times in milliseconds on its own clock. */
export interface Round {
  readonly algorithm: Algorithm
  readonly hashes: number
  /** What the widget says that its work took. */
  readonly workMs: number
  /** From the challenge to the answer. */
  readonly elapsedMs: number
  readonly offered: boolean
}

interface CollectorPageOptions {
  readonly work?: number
  /** How long the answer to a start is on its way, in milliseconds. */
  readonly startMs?: number
  /** The second round after a first; without it every first answer passes. */
  readonly stepUp?: (first: Round) => { readonly algorithm: Algorithm; readonly hashes: number }
}

export interface CollectorPage {
  readonly url: string
  /** Resolves when the widget of the next page has been fetched. */
  loaded(): Promise<void>
  /** Resolves when the next answer with verdicts has come in. */
  answered(): Promise<void>
  /** Resolves with the rounds of the next visitor who passes. */
  passed(): Promise<readonly Round[]>
  stop(): Promise<void>
}

/**
 * A page with a protected form on `localhost`, and the built widget with a service behind it on `127.0.0.1`: another
 * site, so that the frame gets a process of its own as it does for customers. The service asks for real work and two engine
 * programs, and lets every answer pass; what it thinks of the answer costs the visitor's thread nothing.
 */
export async function startCollectorPage({
  work = usualWork,
  startMs = 0,
  stepUp,
}: CollectorPageOptions = {}): Promise<CollectorPage> {
  let onAnswer = () => {}
  let onPass: (rounds: readonly Round[]) => void = () => {}
  const visitors = new Map<string, { rounds: Round[]; algorithm: Algorithm; target: number; at: number }>()
  const challengeOf = (verificationId: string, algorithm: Algorithm, target: number) =>
    JSON.stringify({
      status: 'challenge',
      verificationId,
      collect: true,
      challenge: {
        token: tokenOf({ verificationId, algorithm, target, programs: drawPrograms() }),
        algorithm,
        count: 32,
        target,
      },
    })
  let onLoad = () => {}
  let issued = 0
  let drawn = 0
  // The same ones in each run, spread over all that there are.
  const drawPrograms = () => [Math.imul(++drawn, 0x9e37_79b1) >>> 0, Math.imul(++drawn, 0x9e37_79b1) >>> 0] as const
  const api = await listen('127.0.0.1', async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (request.method !== 'POST') {
      response.setHeader('content-type', types[pathname.split('.').at(-1) ?? ''] ?? 'text/plain')
      if (pathname === '/widget.js') onLoad()
      if (pathname.startsWith('/captcha/')) return void response.end('{}')
      return void response.end(await readFile(new URL(`.${pathname}`, built)))
    }
    let body = ''
    for await (const chunk of request) body += String(chunk)
    response.setHeader('content-type', 'application/json')
    if (!pathname.endsWith('/solutions')) {
      const verificationId = `019a9b1c-5d3e-7abc-8def-${(++issued).toString(16).padStart(12, '0')}`
      const target = targetOf(work)
      if (startMs > 0) await sleep(startMs)
      visitors.set(verificationId, { rounds: [], algorithm: 'sha256', target, at: performance.now() })
      return void response.end(challengeOf(verificationId, 'sha256', target))
    }
    const verificationId = pathname.split('/').at(-2) ?? ''
    const visitor = visitors.get(verificationId)
    if (!visitor) return void response.writeHead(404).end()
    const { workMs, stepUp: offered, collected, engine } = Object(JSON.parse(body))
    if (!Array.isArray(engine)) throw new Error('The widget did not answer the engine programs')
    const { rounds, algorithm, target, at } = visitor
    const elapsedMs = performance.now() - at
    const round = {
      algorithm,
      hashes: expectedHashes(target, algorithm),
      workMs: Number(workMs),
      elapsedMs,
      offered: offered === 'equix',
    }
    rounds.push(round)
    if (stepUp && rounds.length === 1) {
      const next = stepUp(round)
      visitor.algorithm = next.algorithm
      visitor.target = targetOf(next.hashes, next.algorithm)
      visitor.at = performance.now()
      return void response.end(challengeOf(verificationId, visitor.algorithm, visitor.target))
    }
    visitors.delete(verificationId)
    response.end(
      JSON.stringify({
        status: 'passed',
        verificationId,
        token: 'token',
        expiresAt: new Date(Date.now() + 900_000).toISOString(),
      }),
    )
    onPass(rounds)
    if (collected) onAnswer()
  })
  const page = await listen('localhost', (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>Newsletter</title><script type="module" src="${addressOf(api, '127.0.0.1')}/widget.js"></script>
<form><label>E-mail <input name="email" type="email"></label><bollard-captcha sitekey="bsk_0123456789abcdefghijkl"></bollard-captcha><button>Subscribe</button></form></html>`)
  })
  return {
    url: `${addressOf(page, 'localhost')}/`,
    loaded: () => new Promise((resolve) => (onLoad = resolve)),
    answered: () => new Promise((resolve) => (onAnswer = resolve)),
    passed: () => new Promise((resolve) => (onPass = resolve)),
    async stop() {
      for (const server of [page, api]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}

interface Work {
  readonly verificationId: string
  readonly algorithm: Algorithm
  readonly target: number
  readonly programs: readonly [number, number]
}

function tokenOf(work: Work): string {
  const fields = {
    ...work,
    kid: 3,
    siteId: 1,
    ttlSeconds: 600,
    round: 0,
    riskBand: 0,
    serverSignals: 0,
    userAgentHash: 0,
    networkHash: 0,
    action: 0,
  }
  return encodeChallenge(
    {
      ...fields,
      originHash: hashOrigin('http://localhost'),
      ran: [0, 0],
      fired: [0, 0],
      language: null,
      environmentId: 1,
      rule: 0,
      flags: 0,
      conduct: 0,
      order: 0,
      grammar: grammarVersion,
      volume: 0,
    },
    key,
  )
}

async function listen(host: string, listener: RequestListener): Promise<Server> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, host, resolve))
  return server
}

function addressOf(server: Server, host: string): string {
  const address = server.address()
  return `http://${host}:${typeof address === 'object' && address ? address.port : 0}`
}
