import { type ApiClient, createApiClient } from '@bollard/api-client'
import { siteSettingsSchema } from '@bollard/contracts'
import { createSolver } from '@bollard/proof-of-work'
import type { Product } from '../../server/testing/start-product.ts'
import { visit } from '../../server/testing/visit.ts'

/** One of the things that are done again and again. */
export interface Task {
  readonly name: string
  /** Milliseconds from one beginning to the next. */
  readonly everyMs: number
  /** Throws where anything is not as it should be. */
  readonly run: (turn: number) => Promise<void>
}

const origin = 'https://shop.example'
const people = {
  email: 'operator@example.org',
  password: 'eleven bells across the harbour',
  givenName: 'Olga',
  language: 'en',
} as const
const limiter = {
  name: 'each-network',
  key: [{ from: 'network' as const }],
  match: {},
  limit: { kind: 'FIXED_WINDOW' as const, limit: 1_000_000, windowSeconds: 3_600 },
}
const reads = ['overview', 'captcha/statistics', 'captcha/verifications', 'captcha/settings', 'analytics']

/** The first administrator's captcha with a limiter, and what visitors, customers' servers and people do with it. */
export async function createTasks(product: Product, dashboardUrl: string): Promise<Task[]> {
  const { client, cookie } = await signUp(product)
  const {
    id: solutionId,
    siteKey,
    secretKey,
  } = await client.createSolution({
    solutionNewDto: { type: 'BUNDLE_SECURITY', label: 'Shop', domains: ['shop.example'] },
  })
  if (siteKey === null || secretKey === null) throw new Error('The captcha has no keys')
  await client.putSiteSettings({
    solutionId,
    siteSettingsDto: { ...siteSettingsSchema.parse({ difficulty: -50, volumeBudgets: false }), version: 1 },
  })
  const made = await client.createLimiter({ solutionId, limiterNewDto: limiter })
  await client.updateLimiter({
    solutionId,
    limiterId: made.id,
    limiterDto: { ...limiter, mode: 'LIVE', version: made.version },
  })
  // A session of its own: a proof gives it a new token, and what others ask meanwhile would be refused.
  const { client: exporter } = openBrowser(product)
  await exporter.createSession({ sessionNewDto: { email: people.email, password: people.password } })
  const solver = await createSolver({ wasm: true })

  return [
    {
      name: 'verification',
      everyMs: 1_000,
      async run(turn) {
        const address = `198.${18 + ((turn >> 16) % 2)}.${(turn >> 8) % 256}.${turn % 256}`
        const visitor = {
          apiUrl: product.apiUrl,
          origin,
          siteKey,
          secretKey,
          solver,
          address,
          mayAnswer: async () => {},
        }
        const done = await visit(visitor)
        if (!done?.redeemed) throw new Error(`not redeemed: ${JSON.stringify(done)}`)
      },
    },
    {
      name: 'decision',
      everyMs: 500,
      async run(turn) {
        const response = await fetch(`${product.apiUrl}/protection/v1/decisions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            request: {
              address: `198.51.${turn % 250}.7`,
              method: 'GET',
              host: 'shop.example',
              path: `/${turn % 1_000}`,
              user: `u${turn % 5_000}`,
            },
          }),
        })
        const answer: { conclusion?: string; failedOpen?: boolean } = await response.json()
        if (response.status !== 200 || answer.conclusion !== 'ALLOW' || answer.failedOpen === true)
          throw new Error(`${response.status} ${JSON.stringify(answer)}`)
      },
    },
    {
      name: 'call of the dashboard',
      everyMs: 4_000,
      async run(turn) {
        const to = new Date()
        const from = new Date(to.getTime() - 7 * 86_400_000)
        if (turn % 3 === 0) await client.getStatistics({ solutionId, from: day(from), to: day(to) })
        else if (turn % 3 === 1) await client.listVerifications({ solutionId, limit: 50 })
        else await client.getProtectionStatistics({ solutionId })
      },
    },
    {
      name: 'page of the dashboard',
      everyMs: 15_000,
      async run(turn) {
        const path = reads[turn % reads.length] ?? ''
        const response = await fetch(`${dashboardUrl}/en/solutions/${solutionId}/${path}`, {
          headers: { cookie: cookie() },
        })
        const text = await response.text()
        if (response.status !== 200 || !text.includes('Shop')) throw new Error(`${response.status} ${response.url}`)
      },
    },
    {
      name: 'export',
      everyMs: 60_000,
      async run(turn) {
        // As its pages do: an administrator's session ends after half an hour without one.
        await exporter.getCurrentSession()
        // Exports ask for a proof within the last ten minutes.
        if (turn % 5 === 0) await exporter.proveSession({ proofDto: { kind: 'PASSWORD', password: people.password } })
        const { id: exportId } = await exporter.createExport({ solutionId, exportNewDto: { format: 'CSV' } })
        await untilReady(exporter, solutionId, exportId)
        const file = await (await exporter.downloadExport({ solutionId, exportId })).arrayBuffer()
        if (file.byteLength === 0) throw new Error('an empty export of the log')
        await exporter.deleteExport({ solutionId, exportId })
        if (turn % 2 > 0) return
        const whole = await (await exporter.exportSolution({ solutionId })).arrayBuffer()
        if (whole.byteLength < 1_000) throw new Error('an empty export of the captcha')
      },
    },
  ]
}

const day = (at: Date) => at.toISOString().slice(0, 10)

/** By the link that the first start prints. */
async function signUp(product: Product): Promise<ReturnType<typeof openBrowser>> {
  const token = decodeURIComponent(/first-admin\?token=([\w.~%-]+)/u.exec(product.said())?.[1] ?? '')
  const browser = openBrowser(product)
  await browser.client.createFirstAdmin({ firstAdminNewDto: { token, ...people } })
  return browser
}

/** A client that keeps its cookies. */
function openBrowser(product: Product): { client: ApiClient; cookie: () => string } {
  const held = new Map<string, string>()
  const cookie = () => [...held].map(([name, value]) => `${name}=${value}`).join('; ')
  const client = createApiClient({
    baseUrl: product.apiUrl,
    cookies: cookie,
    onSetCookie(lines) {
      for (const line of lines) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? []
        held.set(name, value)
      }
    },
    timeoutMs: 30_000,
  })
  return { client, cookie }
}

async function untilReady(client: ApiClient, solutionId: string, exportId: string): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until;) {
    const { status } = await client.getExport({ solutionId, exportId })
    if (status === 'DONE') return
    if (status === 'FAILED') throw new Error('the export failed')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('the export took more than 30 seconds')
}
