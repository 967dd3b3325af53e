import { randomBytes, randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { Service, Site } from '../service.ts'
import { addressOf, type Edge, startEdge } from './edge.ts'
import { newVisit, reportSchema, siteverify, type Visit, withAnswer, withReport } from './visits.ts'

/** One visit to the protected form. */
export interface OpenVisit {
  /** The form's address for this visit. */
  readonly url: string
  readonly site: Site
  now(): Visit
  close(): Promise<void>
}

export interface LabServer {
  /** Where a form waits for whoever comes; every opening of it is a visit of its own. */
  readonly address: string
  /** Readies a form, a site and a network for one visit. */
  open(visitId: string): Promise<OpenVisit>
  stop(): Promise<void>
}

interface Protection {
  readonly site: Site
  /** The service's address as this visitor reaches it. */
  readonly api: string
  readonly edge: Edge | null
}

/** A customer's website with a protected contact form, on a port of localhost (0 takes a free one), that keeps account of every visit. */
export async function startLabServer(service: Service, port = 0): Promise<LabServer> {
  const visits = new Map<string, Visit>()
  const protections = new Map<string, Protection>()
  let opened = randomInt(256)
  const visitOf = (id: string) => visits.get(id) ?? newVisit()
  const scripts = new Map([
    ['/report-visit.js', stripTypeScriptTypes(await readFile(new URL('report-visit.ts', import.meta.url), 'utf8'))],
    [
      '/botd.js',
      await readFile(new URL('../node_modules/@fingerprintjs/botd/dist/botd.esm.js', import.meta.url), 'utf8'),
    ],
  ])

  async function protect(visitId: string): Promise<Protection> {
    const site = await service.createSite(visitId)
    const edge = service.trustsThisMachine ? await startEdge(service.api, addressOf(opened++)) : null
    const protection = { site, edge, api: edge?.origin ?? service.api }
    protections.set(visitId, protection)
    return protection
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const script = scripts.get(url.pathname)
    if (script !== undefined) return send(response, 'text/javascript', script)
    const [, id = '', action] = /^\/visits\/([\w-]+)(?:\/(\w+))?$/u.exec(url.pathname) ?? []
    if (url.pathname === '/') {
      const visitId = url.searchParams.get('visit') ?? ''
      const protection = protections.get(visitId)
      if (protection === undefined) {
        const newId = `v-${randomBytes(6).toString('hex')}`
        await protect(newId)
        response.writeHead(302, { location: `/?visit=${newId}` }).end()
        return
      }
      visits.set(visitId, { ...visitOf(visitId), opened: true })
      return send(response, 'text/html', pageOf(protection, visitId))
    }
    if (request.method === 'GET' && id !== '' && action === undefined)
      return send(response, 'application/json', JSON.stringify(visitOf(id)))
    if (request.method === 'POST' && action === 'reports') {
      const report = reportSchema.parse(JSON.parse(await bodyOf(request)))
      visits.set(id, withReport(visitOf(id), report))
      return send(response, 'application/json', '{}')
    }
    const site = protections.get(id)?.site
    if (request.method === 'POST' && action === 'form' && site !== undefined) {
      const token = new URLSearchParams(await bodyOf(request)).get('bollard-response') ?? ''
      const verdict = await siteverify(service.api, site.secretKey, token)
      visits.set(id, withAnswer(visitOf(id), verdict))
      return request.headers.accept === 'application/json'
        ? send(response, 'application/json', '{}')
        : send(response, 'text/html', '<!doctype html><html lang="en"><title>done</title><p>Thank you.</p></html>')
    }
    response.statusCode = 404
    response.end()
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.statusCode = 400
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, 'localhost', resolve)
  })
  const own = server.address()
  if (own === null || typeof own === 'string') throw new Error('The lab server has no port')
  const address = `http://localhost:${own.port}/`
  return {
    address,
    open: async (visitId) => {
      const { site, edge } = await protect(visitId)
      return {
        site,
        url: `${address}?visit=${visitId}`,
        now: () => visitOf(visitId),
        close: async () => {
          protections.delete(visitId)
          visits.delete(visitId)
          await edge?.stop()
        },
      }
    },
    stop: async () => {
      await Promise.all([...protections.values()].map(({ edge }) => edge?.stop()))
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function send(response: ServerResponse, type: string, body: string): void {
  response.setHeader('content-type', `${type}; charset=utf-8`)
  response.setHeader('cache-control', 'no-store')
  response.end(body)
}

function pageOf({ api, site }: Protection, visitId: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>form</title>
<link rel="icon" href="data:,">
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 36rem; padding: 0 1rem; }
label, input, textarea, button { display: block; font: inherit; }
input, textarea { box-sizing: border-box; margin: .25rem 0 1rem; padding: .5rem; width: 100%; }
button { margin-top: 1rem; padding: .5rem 1.5rem; }
</style>
<script type="module" src="${api}/widget.js"></script>
<script type="module" src="/report-visit.js"></script>
</head>
<body>
<h1>Contact</h1>
<form method="post" action="/visits/${visitId}/form">
<label for="email">Your e-mail address</label>
<input id="email" name="email" type="email" required>
<label for="message">Your message</label>
<textarea id="message" name="message" rows="4" required></textarea>
<bollard-captcha sitekey="${site.siteKey}" api-url="${api}"></bollard-captcha>
<button id="send">Send</button>
</form>
</body>
</html>
`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}
