import type { Route } from '@bollard/contracts'
import type { Belongings } from './kinds.ts'
import { describe, expect, test } from 'vitest'
import { monitored, sessionRoutes, statusPage, statusReport } from './examples.ts'
import { enquiryForm, limiter } from './protected-site.ts'
import type { Name } from './people.ts'
import { sendInTime } from './send.ts'
import type { World } from './world.ts'

interface Repeatable {
  /** Who makes the calls, so that none makes too many in a short time. Ada and the operator do with Ada's things, everybody else with Eve's. */
  readonly as: Name
  /** Where the row is. */
  readonly table: string
  readonly body: object | ((its: Belongings) => object)
  /** Another body of the same call, or another call. */
  readonly other: { readonly id?: string; readonly body: object | ((its: Belongings) => object) }
}

const organization = {
  name: 'Again',
  kind: 'AGENCY',
  contactEmail: 'office@muster.example',
  countryCode: 'DE',
  language: 'en',
}
const founded = {
  ...organization,
  acceptedTerms: { documentId: 'partner-terms', version: '1', acceptedAt: '2026-01-01T00:00:00.000Z' },
}
const address = {
  company: 'Andere GmbH',
  street: 'Musterweg 7',
  postalCode: '10115',
  city: 'Berlin',
  countryCode: 'DE',
  email: 'bills@muster.example',
}
const site = { type: 'CAPTCHA', label: 'Again', domains: ['again.example'] }
const invited = { email: 'again@muster.example', role: 'VIEWER' }
const transfer = { kind: 'BANK_TRANSFER' }
const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()
const environment = { name: 'Again', domains: ['again.muster.example'] }
const rule = {
  name: 'Again',
  priority: 9,
  conditions: [{ field: 'country', values: ['FR'] }],
  action: { type: 'BLOCK' },
}
const webhook = { url: 'https://hooks.example/again', events: ['alert.raised'], description: 'Again' }
const apiKey = (more: object = {}) => ({ name: 'Again', scopes: ['verify'], expiresAt: null, ...more })
const creditNote = (amountMinor: number) => ({ reason: 'Again', lines: [{ line: 1, amountMinor }] })
const bypassKey =
  (name: string) =>
  ({ environmentId }: Belongings) => ({ name, environmentId, expiresAt: inAMonth })

/** Calls that take an Idempotency-Key. */
const repeatable: Readonly<Record<string, Repeatable>> = {
  createSolution: {
    as: 'mia',
    table: 'solution.solutions',
    body: site,
    other: { body: { ...site, label: 'Once more' } },
  },
  createOrganization: {
    as: 'vic',
    table: 'solution.organizations',
    body: founded,
    other: { body: { ...founded, name: 'Once more' } },
  },
  createEnquiry: {
    as: 'mia',
    table: 'contact.enquiries',
    body: { topic: 'OTHER', message: 'Again and again' },
    other: { body: { topic: 'OTHER', message: 'Once more, please' } },
  },
  createOrganizationInviteToken: {
    as: 'eve',
    table: 'solution.invite_tokens',
    body: { label: 'Again', purpose: 'REFERRAL' },
    other: { body: { label: 'Once more', purpose: 'REFERRAL' } },
  },
  createSolutionInvitation: {
    as: 'ada',
    table: 'solution.invitations',
    body: invited,
    other: { body: { ...invited, role: 'MEMBER' } },
  },
  createOrganizationInvitation: {
    as: 'eve',
    table: 'solution.invitations',
    body: invited,
    other: { body: { ...invited, role: 'MEMBER' } },
  },
  createInvoiceAddress: {
    as: 'mia',
    table: 'billing.invoice_addresses',
    body: address,
    other: { body: { ...address, city: 'Bonn' } },
  },
  // It takes one body only.
  createPaymentMethod: {
    as: 'vic',
    table: 'billing.payment_methods',
    body: transfer,
    other: { id: 'createInvoiceAddress', body: address },
  },
  createCreditNote: { as: 'operator', table: 'billing.invoices', body: creditNote(1), other: { body: creditNote(2) } },
  replyToEnquiry: {
    as: 'operator',
    table: 'contact.replies',
    body: { text: 'Again and again' },
    other: { body: { text: 'Once more, please' } },
  },
  createEnvironment: {
    as: 'ada',
    table: 'captcha.environments',
    body: environment,
    other: { body: { ...environment, name: 'Once more' } },
  },
  createApiKey: {
    as: 'eve',
    table: 'captcha.api_keys',
    body: apiKey(),
    other: { body: apiKey({ name: 'Once more' }) },
  },
  createBypassKey: {
    as: 'ada',
    table: 'captcha.bypass_keys',
    body: bypassKey('Again'),
    other: { body: bypassKey('Once more') },
  },
  createRule: { as: 'eve', table: 'captcha.rules', body: rule, other: { body: { ...rule, priority: 8 } } },
  createWebhook: {
    as: 'ada',
    table: 'captcha.webhooks',
    body: webhook,
    other: { body: { ...webhook, description: 'Once more' } },
  },
  createMonitoredService: {
    as: 'ada',
    table: 'monitoring.services',
    body: monitored,
    other: { body: { ...monitored, name: 'Once more' } },
  },
  createLimiter: {
    as: 'ada',
    table: 'protection.limiters',
    body: { ...limiter, name: 'made-once' },
    other: { body: { ...limiter, name: 'made-twice' } },
  },
  createProtectedForm: {
    as: 'ada',
    table: 'protection.forms',
    body: { ...enquiryForm, name: 'made-once' },
    other: { body: { ...enquiryForm, name: 'made-twice' } },
  },
  createStatusPage: {
    as: 'ada',
    table: 'monitoring.status_pages',
    body: { ...statusPage, slug: 'made-once' },
    other: { body: { ...statusPage, slug: 'made-twice' } },
  },
  createStatusReport: {
    as: 'ada',
    table: 'monitoring.status_reports',
    body: ({ statusPageId }) => ({ ...statusReport, statusPageId }),
    other: { body: ({ statusPageId }) => ({ ...statusReport, statusPageId, title: 'Once more' }) },
  },
  addReportUpdate: {
    as: 'ada',
    table: 'monitoring.report_updates',
    body: { stage: 'IDENTIFIED', text: 'We know why.' },
    other: { body: { stage: 'IDENTIFIED', text: 'Once more.' } },
  },
  createExport: { as: 'eve', table: 'captcha.exports', body: { format: 'CSV' }, other: { body: { format: 'JSON' } } },
}

/** What comes of calls that are made again. */
export function repeatTests(world: () => World): void {
  describe('repeated calls', () => {
    test('are those that say so', () => {
      const saying = sessionRoutes.filter((route) => route.repeatable !== undefined)
      expect(saying.map(({ id }) => id).toSorted()).toEqual(Object.keys(repeatable).toSorted())
    })

    test.each(Object.entries(repeatable))(
      '100 %s at once with one key make one and are answered alike; another body is refused',
      { timeout: 60_000 },
      async (id, repeated) => {
        const { api, people, ofAda, ofEve } = world()
        const byOperator = repeated.as === 'operator'
        const its = repeated.as === 'ada' || byOperator ? ofAda : ofEve
        const bodyOf = (given: Repeatable['body']) => (typeof given === 'function' ? given(its) : given)
        const person = people[repeated.as]
        const key = { 'idempotency-key': `once-${id}` }
        const cells = repeated.table.startsWith('captcha.') ? api.cells : [api.db]
        const rows = async () => {
          const found = await Promise.all(cells.map((cell) => cell.pool.query(`select from ${repeated.table}`)))
          return found.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
        }
        const before = await rows()
        const answers = await Promise.all(
          Array.from({ length: 100 }, () => sendInTime(api, routeOf(id), its, person, key, bodyOf(repeated.body))),
        )
        expect([...new Set(answers.map(({ status, code }) => `${status} ${code ?? ''}`))]).toEqual([
          `${routeOf(id).response.status} `,
        ])
        expect((await rows()) - before).toBe(1)
        // Secrets are told once; all else is alike.
        const told = answers.map(({ text }) => JSON.parse(text) as object)
        const once = new Set(['token', 'url', 'secretKey', 'secret'])
        expect(
          new Set(
            told.map((answer) => JSON.stringify(answer, (name, value: unknown) => (once.has(name) ? null : value))),
          ).size,
        ).toBe(1)
        const secrets = told.map((answer) =>
          'secretKey' in answer ? answer.secretKey : 'secret' in answer ? answer.secret : 'none',
        )
        expect(
          secrets.filter((secret) => secret !== '' && secret !== 'none' && secret !== null).length,
        ).toBeLessThanOrEqual(1)
        expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(99)

        const { id: otherId = id, body } = repeated.other
        const other = await sendInTime(api, routeOf(otherId), its, person, key, bodyOf(body))
        expect([other.status, other.code]).toEqual([409, 'idempotency-mismatch'])
        expect((await rows()) - before).toBe(1)
        // A key is one person's: somebody else's call with it is another one.
        const others = await sendInTime(
          api,
          routeOf(otherId),
          its,
          people[byOperator ? 'eve' : 'operator'],
          key,
          bodyOf(body),
        )
        expect([routeOf(otherId).response.status, 403, 404]).toContain(others.status)
      },
    )
  })
}

function routeOf(id: string): Route {
  const route = sessionRoutes.find((one) => one.id === id)
  if (!route) throw new Error(`There is no route ${id}`)
  return route
}
