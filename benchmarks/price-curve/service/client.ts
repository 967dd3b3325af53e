import { Agent, request } from 'node:http'
import type { Serving } from './serve.ts'

/** What the service answered to one call. */
export interface Answer {
  readonly status: number
  /** Seconds of Retry-After, 0 without it. */
  readonly retryAfter: number
  /** Bytes on the wire, both ways, with an estimate of the headers and without TLS. */
  readonly bytes: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Whether a token counted, and what the site was told of it. */
export interface Redeemed {
  readonly success: boolean
  readonly score: number | null
  /** Codes of the reasons. */
  readonly reasons: readonly string[]
}

export interface Client {
  /** A POST of the widget's, from an address. */
  post(path: string, from: Caller, body: object): Promise<Answer>
  /** What the site's own server asks about a token. */
  redeem(token: string): Promise<Redeemed>
  stop(): void
}

/** What a browser's request line and headers and ours back take, as measured once. */
const headerBytes = 1_100

export interface Caller {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
}

/** Calls one service over kept connections. Visitors' addresses stand in X-Forwarded-For, which it trusts. */
export function createClient({ port, secretKey }: Serving): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  function send(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const call = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method: 'POST',
          agent,
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (part: string) => {
            text += part
          })
          response.on('end', () => {
            resolve({
              status: response.statusCode ?? 0,
              bytes: body.length + text.length + headerBytes,
              retryAfter: Number(response.headers['retry-after'] ?? 0),
              body: text === '' ? {} : JSON.parse(text),
            })
          })
        },
      )
      call.once('error', reject)
      call.end(body)
    })
  }
  return {
    post: (path, { address, headers }, body) =>
      send(path, { ...headers, 'x-forwarded-for': address }, JSON.stringify(body)),
    async redeem(token) {
      const { body } = await send(
        '/captcha/v1/siteverify',
        { 'content-type': 'application/x-www-form-urlencoded' },
        new URLSearchParams({ secret: secretKey, response: token }).toString(),
      )
      const { success, score, reasons } = body
      return {
        success: success === true,
        score: typeof score === 'number' ? score : null,
        reasons: Array.isArray(reasons) ? reasons.map(({ code }: { code: string }) => code) : [],
      }
    },
    stop: () => agent.destroy(),
  }
}
