import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { PagePolicy } from './page-policies.ts'

export interface GuardedPage {
  readonly url: string
  /** Forms as they came in, oldest first. */
  readonly forms: readonly URLSearchParams[]
  /** What browsers sent to the policy's report address, as the owner would find it in a log. */
  readonly reports: readonly string[]
  close(): Promise<void>
}

interface GuardedPageInput {
  readonly api: string
  readonly siteKey: string
  readonly policy: Pick<PagePolicy, 'csp' | 'headers' | 'place' | 'attributes'>
  readonly language?: string
  /** Further attributes of the widget. */
  readonly attributes?: string
  /** What protects the form: script and element in HTML, the script with `{nonce}`; our own by default. */
  readonly captcha?: { readonly script: string; readonly element: string }
  /** A script of the page's own, from its own origin. */
  readonly script?: string
  /** What the page says to a form. */
  readonly answer: (form: URLSearchParams) => Promise<string>
}

/** Keeps what is broken from the first line of the page on, for policies that cannot report. */
const watch = `globalThis.broken = []
addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => broken.push(effectiveDirective + ' ' + blockedURI + ' ' + sourceFile))
`

/**
 * A customer's page under a policy: a form with the widget, no inline script, no inline style, and an address that takes
 * the browser's reports. Listens on a free port.
 */
export async function startGuardedPage({ policy, ...page }: GuardedPageInput): Promise<GuardedPage> {
  const forms: URLSearchParams[] = []
  const reports: string[] = []
  const nonce = randomBytes(16).toString('base64')
  const csp = policy.csp({ api: page.api, nonce })
  const server = createServer((request, response) => {
    void (async () => {
      for (const [name, value] of Object.entries(policy.headers ?? {})) response.setHeader(name, value)
      if (csp !== null && policy.place !== 'meta')
        response.setHeader(
          `content-security-policy${policy.place === 'report-only' ? '-report-only' : ''}`,
          `${csp}; report-uri /reports`,
        )
      response.setHeader('content-type', 'text/html; charset=utf-8')
      switch (`${request.method} ${request.url}`) {
        case 'GET /':
          return void response.end(
            pageOf({ ...page, nonce, meta: policy.place === 'meta' ? csp : null, more: policy.attributes }),
          )
        case 'GET /page.js':
          return void response.setHeader('content-type', 'text/javascript').end(watch + (page.script ?? ''))
        case 'POST /': {
          const form = new URLSearchParams(await bodyOf(request))
          forms.push(form)
          return void response.end(
            `<!doctype html><html lang="en"><title>Answer</title><p id="answer">${await page.answer(form)}</p></html>`,
          )
        }
        case 'POST /reports':
          reports.push(await bodyOf(request))
          return void response.writeHead(204).end()
        default:
          return void response.writeHead(request.url === '/favicon.ico' ? 204 : 404).end()
      }
    })()
  })
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve))
  return {
    url: `http://localhost:${portOf(server)}/`,
    forms,
    reports,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface PageInput extends Pick<GuardedPageInput, 'api' | 'siteKey' | 'language' | 'attributes' | 'captcha'> {
  readonly nonce: string
  readonly meta: string | null
  readonly more: string | undefined
}

function pageOf({
  api,
  siteKey,
  language = 'en',
  attributes = '',
  captcha,
  nonce,
  meta,
  more = '',
}: PageInput): string {
  const guard = meta === null ? '' : `<meta http-equiv="content-security-policy" content="${meta}">`
  const { script, element } = captcha ?? {
    script: `<script type="module" src="${api}/widget.js" nonce="{nonce}"></script>`,
    element: `<bollard-captcha sitekey="${siteKey}" ${attributes} ${more}></bollard-captcha>`,
  }
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">${guard}<meta name="viewport" content="width=device-width,initial-scale=1"><title>Newsletter</title>
<script src="/page.js" nonce="${nonce}"></script>${script.replace('{nonce}', nonce)}</head>
<body><main><h1>Newsletter</h1><form method="post" action="/"><label>E-mail <input name="email" type="email" required></label>
${element}<button>Subscribe</button></form></main></body></html>`
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
