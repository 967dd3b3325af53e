import { createServer, request as call, type IncomingMessage, type ServerResponse } from 'node:http'
import { expectedHashes } from '@bollard/proof-of-work/server'
import type { Site } from '../service/start-site.ts'

/** What happened between one browser and the service since it was told to go on. */
export interface Seen {
  readonly hashes: readonly number[]
  readonly throttledSeconds: number | null
  readonly refusedFor: readonly string[]
  /** Bodies of answers as the widget sent them, with the challenge that they belong to. */
  readonly answers: readonly {
    readonly challenge: string
    readonly collected?: object
    readonly engine?: readonly number[]
  }[]
  readonly bytes: number
  readonly token: string | null
}

/** The attacker's own copy of the protected page, which asks what to do next, and a proxy to the service. */
export interface Front {
  readonly origin: string
  /** Where the page's first field is on the screen, once a page has asked; null within ten seconds without one. */
  fieldAt(): Promise<{ readonly x: number; readonly y: number } | null>
  /** Lets the page go for one token from an address; resolves with what came of it. `reload` opens the page anew first. */
  fetchToken(address: string, how: { readonly reload: boolean; readonly withinMs: number }): Promise<Seen>
  stop(): Promise<void>
}

type Order = { readonly go: boolean; readonly reload: boolean }

/** The page works through orders without any driver: what a farm does that has the source of the page. */
const loop = `
const captcha = document.querySelector('bollard-captcha')
const ask = async () => {
  const { left, top, width, height } = document.getElementById('email').getBoundingClientRect()
  const x = Math.round(screenX + left + width * 0.4)
  const y = Math.round(screenY + outerHeight - innerHeight + top + height * 0.6)
  return (await fetch('/orders?x=' + x + '&y=' + y)).json()
}
let fresh = true
await customElements.whenDefined('bollard-captcha')
for (let order = await ask(); ; order = await ask()) {
  if (order.reload && sessionStorage.fresh !== 'yes') {
    sessionStorage.fresh = 'yes'
    location.reload()
    break
  }
  sessionStorage.fresh = ''
  let token = null
  try {
    if (!fresh) captcha.reset()
    fresh = false
    token = await captcha.execute()
  } catch (error) {
    token = null
  }
  await fetch('/tokens', { method: 'POST', body: JSON.stringify({ token }) })
}
`

export async function startFront(site: Site): Promise<Front> {
  let address = '192.0.2.1'
  let order: Order | null = null
  let seen: { -readonly [Key in keyof Seen]: Seen[Key] } = nothingSeen()
  let finish: ((token: string | null) => void) | undefined
  const waiting: ServerResponse[] = []
  const told = new Set<(field: { x: number; y: number }) => void>()

  function answerOrders(): void {
    if (order === null) return
    // A page that is about to be opened anew asks again.
    for (const response of waiting.splice(0)) send(response, 'application/json', JSON.stringify(order))
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    if (path === '/') return send(response, 'text/html', pageOf(site.siteKey))
    if (path.startsWith('/orders')) {
      const { searchParams } = new URL(path, 'http://localhost')
      waiting.push(response)
      told.forEach((tell) => tell({ x: Number(searchParams.get('x')), y: Number(searchParams.get('y')) }))
      return answerOrders()
    }
    if (path === '/tokens') {
      const { token }: { token: string | null } = JSON.parse((await bodyOf(request)).toString())
      order = null
      send(response, 'application/json', '{}')
      finish?.(token)
      return
    }
    const body = await bodyOf(request)
    const { host: _host, connection: _connection, ...headers } = request.headers
    const {
      status,
      headers: back,
      body: text,
    } = await forward(site.port, request.method ?? 'GET', path, body, {
      ...headers,
      host: `127.0.0.1:${site.port}`,
      'x-forwarded-for': address,
    })
    if (path.startsWith('/captcha/')) note(path, body, status, back, text)
    response.writeHead(status, back)
    response.end(text)
  }

  function note(path: string, body: Buffer, status: number, headers: IncomingMessage['headers'], text: Buffer): void {
    if (body.length === 0) return
    seen.bytes += body.length + text.length + 1_100
    const answered: {
      status?: unknown
      reasons?: string[]
      code?: string
      challenge?: { target: number; algorithm: string }
    } = JSON.parse(text.toString() === '' ? '{}' : text.toString())
    if (status === 429) {
      seen.throttledSeconds = Number(headers['retry-after'] ?? 1)
      finish?.(null)
    }
    if (answered.challenge !== undefined) {
      const { target, algorithm } = answered.challenge
      seen.hashes = [...seen.hashes, expectedHashes(target, algorithm === 'equix' ? 'equix' : 'sha256')]
    }
    if (answered.status === 'refused') seen.refusedFor = answered.reasons ?? []
    if (path.endsWith('/solutions')) {
      const sent: Seen['answers'][number] = JSON.parse(body.toString())
      seen.answers = [...seen.answers, sent]
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const listening = server.address()
  const port = typeof listening === 'object' && listening !== null ? listening.port : 0
  return {
    origin: `http://localhost:${port}`,
    fieldAt: () =>
      new Promise((resolve) => {
        const tell = (field: { x: number; y: number } | null) => {
          clearTimeout(late)
          told.delete(tell)
          resolve(field)
        }
        const late = setTimeout(() => tell(null), 10_000)
        told.add(tell)
      }),
    async fetchToken(from, { reload, withinMs }) {
      address = from
      seen = nothingSeen()
      const token = await new Promise<string | null>((resolve) => {
        const late = setTimeout(() => resolve(null), withinMs)
        finish = (got) => {
          clearTimeout(late)
          resolve(got)
        }
        order = { go: true, reload }
        answerOrders()
      })
      order = null
      finish = undefined
      return { ...seen, token }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function nothingSeen(): Seen {
  return { hashes: [], throttledSeconds: null, refusedFor: [], answers: [], bytes: 0, token: null }
}

function pageOf(siteKey: string): string {
  return `<!doctype html><html lang="de"><meta charset="utf-8"><title>form</title>
<script type="module" src="/widget.js"></script>
<form><label>E-mail <input id="email" type="email"></label><label>Message <textarea id="message"></textarea></label>
<bollard-captcha sitekey="${siteKey}" api-url=""></bollard-captcha><button>Send</button></form>
<script type="module">${loop}</script></html>`
}

function forward(
  port: number,
  method: string,
  path: string,
  body: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const forwarded = call({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      bodyOf(response).then(
        (text) => resolve({ status: response.statusCode ?? 500, headers: response.headers, body: text }),
        reject,
      )
    })
    forwarded.once('error', reject)
    forwarded.end(body)
  })
}

async function bodyOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

function send(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
  response.end(text)
}
