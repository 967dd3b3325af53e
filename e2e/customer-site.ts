import { createServer, type IncomingMessage, type Server } from 'node:http'

export interface SiteverifyAnswer {
  success: boolean
  score?: number
  hostname?: string
  verification_id?: string
  reasons?: { code: string; group: string; weight: number }[]
  'error-codes': string[]
}

export interface CustomerSite {
  url: string
  /** Every answer that this customer's server got about a token, oldest first. */
  answers: SiteverifyAnswer[]
  /** Tokens as the form sent them. */
  tokens: string[]
  close(): Promise<void>
}

interface CustomerSiteOptions {
  api: string
  siteKey: string
  secretKey: string
  /** Content-Security-Policy of the page; none by default. */
  policy?: string
  /** Replaces the element that loads the widget. */
  script?: string
  /** A copy of the widget's script that this site has at `/copy.js`. */
  copy?: string
  /** Replaces the form; `{widget}` stands for the element. */
  body?: string
}

/**
 * A customer's website: one plain HTML page with a protected form, whose server asks siteverify.
 * Listens on a free port of localhost.
 */
export async function startCustomerSite(options: CustomerSiteOptions): Promise<CustomerSite> {
  const answers: SiteverifyAnswer[] = []
  const tokens: string[] = []
  const server = createServer((request, response) => {
    void (async () => {
      if (options.policy !== undefined) response.setHeader('content-security-policy', options.policy)
      if (request.method === 'POST') {
        const form = new URLSearchParams(await bodyOf(request))
        const token = form.get('bollard-response') ?? ''
        tokens.push(token)
        const answer = await siteverify(options.api, options.secretKey, token)
        answers.push(answer)
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(
          `<!doctype html><html lang="en"><title>Answer</title><p id="answer">${answer.success ? 'Welcome' : 'Refused'}</p><p><a href="/">Back</a></p></html>`,
        )
        return
      }
      if (request.url === '/copy.js' && options.copy !== undefined) {
        response.setHeader('content-type', 'text/javascript')
        response.end(options.copy)
        return
      }
      if (request.url !== '/') {
        response.statusCode = request.url === '/favicon.ico' ? 204 : 404
        response.end()
        return
      }
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(page(options))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return { url: `http://localhost:${portOf(server)}/`, answers, tokens, close: () => close(server) }
}

function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // Browsers open connections that they may never use, and nobody waits for those.
  server.closeAllConnections()
  return closed
}

/** What a customer's server does with a token. */
export async function siteverify(api: string, secret: string, response: string): Promise<SiteverifyAnswer> {
  const answer = await fetch(`${api}/captcha/v1/siteverify`, {
    method: 'POST',
    body: new URLSearchParams({ secret, response }),
  })
  if (answer.status !== 200) throw new Error(`siteverify answered ${answer.status}: ${await answer.text()}`)
  const parsed: SiteverifyAnswer = await answer.json()
  return parsed
}

function page({ api, siteKey, body, script }: CustomerSiteOptions): string {
  const widget = `<bollard-captcha sitekey="${siteKey}"></bollard-captcha>`
  const form =
    body ??
    `<form method="post" action="/"><label>E-mail <input name="email" type="email" required></label>{widget}<button>Subscribe</button></form>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Newsletter</title>
${script ?? `<script type="module" src="${api}/widget.js"></script>`}</head><body><main><h1>Newsletter</h1>${form.replaceAll('{widget}', widget)}</main></body></html>`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port')
  return address.port
}
