import { createServer, type IncomingMessage } from 'node:http'
import { extname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type SiteverifyAnswer, siteverify } from './customer-site.ts'
import { product } from './product.ts'

export interface ClientSite {
  readonly url: string
  /** What `/` answers from now on. */
  show(page: { readonly html: string; readonly policy?: string | undefined }): void
  /** Scripts and whatever else a page loads, by path. */
  readonly files: Map<string, string | Uint8Array>
  /** What siteverify said of each token that was posted to `/contact`. */
  readonly answers: SiteverifyAnswer[]
  /** From now on `/contact` answers 503 and asks nobody, or no more. */
  fail(fails: boolean): void
  close(): Promise<void>
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Website of a customer that uses our packages: its pages, and a server that verifies tokens. On a free port of localhost. */
export async function startClientSite(secretKey: string): Promise<ClientSite> {
  const answers: SiteverifyAnswer[] = []
  const files = new Map<string, string | Uint8Array>()
  let page: Parameters<ClientSite['show']>[0] = { html: '' }
  let fails = false
  const server = createServer((request, response) => {
    void (async () => {
      const path = (request.url ?? '/').slice(1).split('?')[0] ?? ''
      const file = files.get(path)
      if (request.method === 'POST') {
        const token = await tokenIn(request)
        if (fails) return response.writeHead(503).end('Later')
        const answer = await siteverify(product.api, secretKey, token)
        answers.push(answer)
        return response.writeHead(answer.success ? 200 : 403).end(answer.success ? 'Welcome' : 'Refused')
      }
      if (file !== undefined)
        return response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/javascript' }).end(file)
      if (path !== '') return response.writeHead(path === 'favicon.ico' ? 204 : 404).end()
      if (page.policy !== undefined) response.setHeader('content-security-policy', page.policy)
      return response.setHeader('content-type', 'text/html; charset=utf-8').end(page.html)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port')
  return {
    url: `http://localhost:${address.port}`,
    show: (next) => void (page = next),
    files,
    answers,
    fail: (next) => void (fails = next),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

/** The token in a form or in JSON. */
async function tokenIn(request: IncomingMessage): Promise<string> {
  const type = request.headers['content-type'] ?? ''
  const body = new Response(new Uint8Array(await buffer(request)), { headers: { 'content-type': type } })
  if (type === 'application/json') return String(Object(await body.json())['bollard-response'] ?? '')
  const token = (await body.formData()).get('bollard-response')
  return typeof token === 'string' ? token : ''
}
