import { request } from 'node:https'
import { Readable } from 'node:stream'

export interface TlsVisitor {
  /** Where on this machine a name is served. */
  readonly portOf: (hostname: string) => number
  /** Address of this machine that the visitor comes from. */
  readonly from: string
  /** The certificate that is to be shown, PEM; any other ends the call. */
  readonly certificate: string
}

/** A `fetch` that asks a name as a visitor would, at a port of this machine. Follows no redirect. */
export function askThroughTls({ portOf, from, certificate }: TlsVisitor): typeof fetch {
  return async (input, init) => {
    const asked = new Request(input, init)
    const url = new URL(asked.url)
    const body = asked.body === null ? null : Buffer.from(await asked.arrayBuffer())
    const headers = { ...Object.fromEntries(asked.headers), host: url.hostname }
    const port = portOf(url.hostname)
    const options = { host: '127.0.0.1', port, localAddress: from, servername: url.hostname, ca: certificate }
    return new Promise<Response>((resolve, reject) => {
      const sent = request(
        {
          ...options,
          method: asked.method,
          path: url.pathname + url.search,
          headers,
          agent: false,
          signal: asked.signal,
        },
        (answer) => {
          const told = new Headers()
          for (let index = 0; index < answer.rawHeaders.length; index += 2)
            told.append(answer.rawHeaders[index] ?? '', answer.rawHeaders[index + 1] ?? '')
          const status = answer.statusCode ?? 0
          const empty = status === 204 || status === 304 || asked.method === 'HEAD'
          // An answer that is cut off is one that its reader hears of.
          answer.on('error', () => {})
          const text = empty ? null : (Readable.toWeb(answer) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>)
          resolve(new Response(text, { status, headers: told }))
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }
}
