import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { newVisit, reportSchema, siteverify, type Visit, withAnswer, withReport } from './visits.ts'

export interface LabServer {
  /** The protected form's address for one visit. */
  urlOf(visitId: string): string
  visit(visitId: string): Visit
  stop(): Promise<void>
}

interface LabServerOptions {
  readonly api: string
  readonly siteKey: string
  readonly secretKey: string
}

/** A customer's website with a protected contact form, on a free port of localhost, that keeps account of every visit. */
export async function startLabServer(options: LabServerOptions): Promise<LabServer> {
  const visits = new Map<string, Visit>()
  const visitOf = (id: string) => visits.get(id) ?? newVisit()
  const scripts = new Map([
    ['/report-visit.js', stripTypeScriptTypes(await readFile(new URL('report-visit.ts', import.meta.url), 'utf8'))],
    [
      '/botd.js',
      await readFile(new URL('../node_modules/@fingerprintjs/botd/dist/botd.esm.js', import.meta.url), 'utf8'),
    ],
  ])

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const script = scripts.get(url.pathname)
    if (script !== undefined) return send(response, 'text/javascript', script)
    const [, id = '', action] = /^\/visits\/([\w-]+)(?:\/(\w+))?$/u.exec(url.pathname) ?? []
    if (url.pathname === '/') {
      const visitId = url.searchParams.get('visit') ?? 'none'
      visits.set(visitId, { ...visitOf(visitId), opened: true })
      return send(response, 'text/html', pageOf(options, visitId))
    }
    if (request.method === 'GET' && id !== '' && action === undefined)
      return send(response, 'application/json', JSON.stringify(visitOf(id)))
    if (request.method === 'POST' && action === 'reports') {
      const report = reportSchema.parse(JSON.parse(await bodyOf(request)))
      visits.set(id, withReport(visitOf(id), report))
      return send(response, 'application/json', '{}')
    }
    if (request.method === 'POST' && action === 'form') {
      const token = new URLSearchParams(await bodyOf(request)).get('bollard-response') ?? ''
      const verdict = await siteverify(options.api, options.secretKey, token)
      const visit = withAnswer(visitOf(id), verdict)
      visits.set(id, visit)
      return request.headers.accept === 'application/json'
        ? send(response, 'application/json', JSON.stringify({ done: visit.done }))
        : send(
            response,
            'text/html',
            `<!doctype html><html lang="en"><title>done ${visit.done}</title><p>${visit.done}</p></html>`,
          )
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
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The lab server has no port')
  return {
    urlOf: (visitId) => `http://localhost:${address.port}/?visit=${visitId}`,
    visit: visitOf,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function send(response: ServerResponse, type: string, body: string): void {
  response.setHeader('content-type', `${type}; charset=utf-8`)
  response.setHeader('cache-control', 'no-store')
  response.end(body)
}

function pageOf({ api, siteKey }: LabServerOptions, visitId: string): string {
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
<bollard-captcha sitekey="${siteKey}" api-url="${api}"></bollard-captcha>
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
