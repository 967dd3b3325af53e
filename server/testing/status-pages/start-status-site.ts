import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { PublicPage, PublicReport, Subscription } from '@bollard/contracts'
import { startSite } from '@bollard/site-kit/host'
import { findFreePorts } from '../free-ports.ts'

/** What the service would answer; a test changes it as it goes. */
export interface Answers {
  /** By slug; answered to everybody. */
  pages: Record<string, PublicPage>
  /** Slugs by host name. */
  hosts: Record<string, string>
  reports: PublicReport[]
  /** Behind the link of a message; null where it leads to none. */
  subscription: Subscription | null
  /** Answers instead of all this, such as 503; null for as it should be. */
  failure: number | null
  /** Which pass opens locked pages, and what is then behind it. */
  opened: { pass: string; page: PublicPage } | null
}

/** The site of status pages as it was built, before a service that answers what it is told. */
export async function startStatusSite(): Promise<{
  url: string
  answers: Answers
  /** Every call that reached the service: method and path with query. */
  asked: string[]
  close(): Promise<void>
}> {
  const answers: Answers = { pages: {}, hosts: {}, reports: [], subscription: null, failure: null, opened: null }
  const asked: string[] = []
  const service = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume().once('end', () => answer(answers, request, response))
  })
  await new Promise<void>((resolve) => void service.listen(0, '127.0.0.1', resolve))
  const { port: servicePort } = service.address() as AddressInfo
  const [port = 0] = await findFreePorts(1)
  const elsewhere = 'http://localhost:9'
  const site = await startSite({
    name: 'status',
    pages: { build: fileURLToPath(new URL('../../../sites/status/build', import.meta.url)) },
    host: '127.0.0.1',
    port,
    takesForeignHosts: true,
    context: {
      urls: {
        website: elsewhere,
        identity: elsewhere,
        dashboard: elsewhere,
        docs: elsewhere,
        admin: elsewhere,
        api: elsewhere,
        status: `http://localhost:${port}`,
      },
      apiInternalUrl: `http://127.0.0.1:${servicePort}`,
      internalSecret: '',
      secure: false,
    },
    report: process.env['SHOW_FAULTS'] ? console.error : () => {},
    drainMs: 50,
  })
  return {
    url: site.url,
    answers,
    asked,
    async close() {
      await site.close()
      service.closeAllConnections()
      await new Promise((resolve) => service.close(resolve))
    },
  }
}

function answer(answers: Answers, { method, url = '/' }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, 'http://service')
  const [slug = '', part, name] = pathname.split('/').slice(4)
  const known =
    answers.opened && searchParams.get('pass') === answers.opened.pass ? answers.opened.page : answers.pages[slug]
  const found = answers.hosts[searchParams.get('host') ?? '']
  if (answers.failure !== null) return refuse(response, answers.failure, 'unavailable')
  if (pathname.includes('/status-subscriptions/')) return answerSubscription(answers, part, response)
  if (slug === '') return found === undefined ? refuse(response, 404, 'not-found') : say(response, 200, { slug: found })
  if (known === undefined) return refuse(response, 404, 'not-found')
  if (part === undefined) return say(response, 200, known)
  if (part === 'history')
    return say(response, 200, { month: searchParams.get('month'), reports: answers.reports, maintenance: [] })
  if (part === 'passes' && method === 'POST')
    return answers.opened === null
      ? refuse(response, 401, 'credentials-invalid')
      : say(response, 201, { pass: answers.opened.pass, expiresAt: '2099-01-01T00:00:00.000Z' })
  if (part === 'subscriptions') return say(response, 204, null)
  const report = answers.reports.find(({ id }) => id === name)
  return report === undefined ? refuse(response, 404, 'not-found') : say(response, 200, report)
}

function answerSubscription(answers: Answers, done: string | undefined, response: ServerResponse): void {
  const known = answers.subscription
  if (done === 'end') answers.subscription = null
  if (known === null) return refuse(response, 404, 'not-found')
  if (done === 'confirmation') answers.subscription = { ...known, state: 'ACTIVE' }
  return done === 'end' ? say(response, 204, null) : say(response, 200, answers.subscription)
}

function say(response: ServerResponse, status: number, body: object | null): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body === null ? undefined : JSON.stringify(body))
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/problem+json' })
  response.end(JSON.stringify({ type: 'about:blank', title: code, status, detail: code, code, requestId: '' }))
}
