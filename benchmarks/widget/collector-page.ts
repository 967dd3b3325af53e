import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { encodeChallenge, hashOrigin, signingKey, targetOf } from '@bollard/proof-of-work/server'

const built = new URL('../../client/widget/dist/', import.meta.url)
const types: Readonly<Record<string, string>> = { js: 'text/javascript', html: 'text/html; charset=utf-8' }
const key = signingKey(Buffer.alloc(32, 7))
/** Hashes of a challenge for a visitor without any doubt. */
const work = 2 ** 20

export interface CollectorPage {
  readonly url: string
  /** Resolves when the widget of the next page has been fetched. */
  loaded(): Promise<void>
  /** Resolves when the next answer with verdicts has come in. */
  answered(): Promise<void>
  stop(): Promise<void>
}

/**
 * A page with a protected form on `localhost`, and the built widget with a service behind it on `127.0.0.1`: another
 * site, so that the frame gets a process of its own as it does for customers. The service asks for real work and lets
 * every answer pass; what it thinks of the answer costs the visitor's thread nothing.
 */
export async function startCollectorPage(): Promise<CollectorPage> {
  let onAnswer = () => {}
  let onLoad = () => {}
  let issued = 0
  const api = await listen('127.0.0.1', async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (request.method !== 'POST') {
      response.setHeader('content-type', types[pathname.split('.').at(-1) ?? ''] ?? 'text/plain')
      if (pathname === '/widget.js') onLoad()
      return void response.end(await readFile(new URL(`.${pathname}`, built)))
    }
    let body = ''
    for await (const chunk of request) body += String(chunk)
    response.setHeader('content-type', 'application/json')
    const verificationId = `019a9b1c-5d3e-7abc-8def-${(++issued).toString(16).padStart(12, '0')}`
    if (!pathname.endsWith('/solutions')) {
      const target = targetOf(work)
      return void response.end(
        JSON.stringify({
          status: 'challenge',
          verificationId,
          collect: true,
          challenge: { token: tokenOf(verificationId, target), count: 32, target },
        }),
      )
    }
    response.end(
      JSON.stringify({
        status: 'passed',
        verificationId,
        token: 'token',
        expiresAt: new Date(Date.now() + 900_000).toISOString(),
      }),
    )
    if (Reflect.has(Object(JSON.parse(body)), 'collected')) onAnswer()
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
    async stop() {
      for (const server of [page, api]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}

function tokenOf(verificationId: string, target: number): string {
  const fields = {
    kid: 3,
    algorithm: 'sha256' as const,
    target,
    verificationId,
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
      grammar: 0,
      programs: [0, 0],
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
