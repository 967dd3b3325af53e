import { createApiClient } from '@bollard/api-client'
import { siteSettingsSchema } from '@bollard/contracts'
import { openDatabase } from '@bollard/database'
import { chromiumHeaders } from '@bollard/testing'
import { expect, type Page, test } from '@playwright/test'
import routes from '../sites/dashboard/app/routes.ts'
import { type Account, cookiesOf, createAccount, createEasyCaptcha } from './account.ts'
import { fillMonitoring, fillProtection } from './fill-solutions.ts'
import { mailboxApi } from './local-mailbox.ts'
import { createOperator } from './operator.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'
import { runScript } from './script-visitor.ts'

const actors = ['viewer', 'member', 'admin', 'stranger', 'operator'] as const
type ActorName = (typeof actors)[number]

test.describe.configure({ mode: 'serial' })
let own: OwnProduct
let accounts: Record<ActorName, Account>
/** What the parts of addresses that begin with a colon stand for. */
let ids: Record<string, string>
let idsOfMonitoring: Record<string, string>
let idsOfProtection: Record<string, string>

const apiOf = ({ cookie }: Account) => createApiClient({ baseUrl: product.api, cookies: () => cookie })

test.beforeAll(async () => {
  own = await startOwnProduct({ SIGN_UP_CAPTCHA: 'false' })
  const operator = await createOperator(own.printed())
  const [admin, member, viewer, stranger] = [
    await createAccount('Ada'),
    await createAccount('Mia'),
    await createAccount('Vic'),
    await createAccount('Eve'),
  ]
  accounts = { viewer, member, admin, stranger, operator }
  const { solutionId, siteKey } = await createEasyCaptcha(admin, 'Shop of Ada')
  const api = apiOf(admin)
  const organization = await api.createOrganization({
    organizationNewDto: {
      name: 'Agency of Ada',
      kind: 'AGENCY',
      legalName: 'Agency of Ada GmbH',
      contactEmail: admin.email,
      countryCode: 'DE',
      language: 'en',
      acceptedTerms: { documentId: 'partner-terms', version: '1', acceptedAt: new Date().toISOString() },
    },
  })
  const rule = await api.createRule({
    solutionId,
    ruleNewDto: {
      name: 'France',
      priority: 10,
      conditions: [{ field: 'country', values: ['FR'] }],
      action: { type: 'BLOCK' },
    },
  })
  const { webhook } = await api.createWebhook({
    solutionId,
    webhookNewDto: { url: 'https://hooks.example/ours', events: ['alert.raised'] },
  })
  const [environment] = (await api.listEnvironments({ solutionId })).items
  await runScript({ siteKey, headers: chromiumHeaders, claimsBrowser: false })
  const latest = async () => (await api.listVerifications({ solutionId, limit: 1 })).items[0]?.verificationId
  await expect.poll(latest).toBeDefined()
  const monitoring = await fillMonitoring(api)
  const protection = await fillProtection(api)
  const db = openDatabase({ connectionString: own.connectionString, max: 1 })
  const join = async (account: Account, role: string) => {
    const { id } = await apiOf(account).getProfile()
    for (const [table, place] of [
      ['members', solutionId],
      ['members', monitoring['solutionId']],
      ['members', protection['solutionId']],
      ['organization_members', organization.id],
    ])
      await db.query(`journey-${table}`, `insert into solution.${table} values ($1, $2, $3, now())`, [place, id, role])
    return id
  }
  const [userId] = [await join(member, 'MEMBER'), await join(viewer, 'VIEWER')]
  await db.close()
  idsOfMonitoring = monitoring
  idsOfProtection = protection
  ids = {
    solutionId,
    organizationId: organization.id,
    ruleId: rule.id,
    webhookId: webhook.id,
    environmentId: environment?.id ?? '',
    verificationId: (await latest()) ?? '',
    userId,
  }
})
test.afterAll(() => own?.stop())

interface Node {
  path?: string
  file: string
  children?: Node[]
}

/** Addresses of all pages of one solution or organization. */
function pathsOf(nodes: readonly Node[], above = ''): string[] {
  return nodes.flatMap(({ path, file, children }) => {
    const at = [above, path].filter(Boolean).join('/')
    if (children) return pathsOf(children, at)
    return file.endsWith('.tsx') && /\/(?:solutions|organizations)\/:/u.test(at) ? [at] : []
  })
}

/** A page as it comes from the server, before any script of it runs. */
async function see(page: Page, path: string, { cookie }: Account) {
  const ofProtection = /\/(?:protection\/|analytics|reports\/overview)/u.test(path) && idsOfProtection
  const known = path.includes('/monitoring/') ? idsOfMonitoring : ofProtection || ids
  const filled = path.replaceAll(/:(\w+)/gu, (_all, name: string) => known[name] ?? '')
  const answer = await fetch(`${product.dashboard}/en/${filled}`, { headers: { cookie, accept: 'text/html' } })
  const seen = await page.evaluate(
    (html) => {
      const main = new DOMParser().parseFromString(html, 'text/html').querySelector('main')
      const isOpen = (button: HTMLButtonElement) => !button.disabled && button.closest('fieldset[disabled]') === null
      const buttons = [...(main?.querySelectorAll<HTMLButtonElement>('form[method="post"] button') ?? [])]
      return {
        text: main?.innerText ?? '',
        deeds: buttons
          .filter((button) => button.type === 'submit' && isOpen(button))
          .map((button) => button.innerText || button.ariaLabel || ''),
      }
    },
    await answer.text(),
  )
  return { status: answer.status, ...seen, deeds: [...new Set(seen.deeds)].toSorted().join(', ') }
}

/** The report begins with the last whole month. */
const lastMonth = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
  new Date().setUTCDate(0),
)

/**
 * What can be sent from each page, as the buttons say: by admins, and by members where they may do anything. Viewers, and administrators
 * of the installation who only visit, do nothing anywhere, and strangers find no page.
 */
const deeds: Readonly<Record<string, readonly [admin: string, member?: string]>> = {
  'solutions/:solutionId/overview': [''],
  'solutions/:solutionId/captcha/statistics': [''],
  'solutions/:solutionId/captcha/verifications': [''],
  'solutions/:solutionId/captcha/verifications/:verificationId': [
    'This was a bot, This was a person',
    'This was a bot, This was a person',
  ],
  'solutions/:solutionId/captcha/exports': ['Create CSV file, Create JSON file', 'Create CSV file, Create JSON file'],
  'solutions/:solutionId/captcha/erasures': ['Count'],
  'solutions/:solutionId/captcha/alerts': ['Save'],
  'solutions/:solutionId/captcha/webhooks': ['Create webhook'],
  'solutions/:solutionId/captcha/webhooks/:webhookId': [
    'Delete now, Pause webhook, Rotate secret, Save, Send test message',
  ],
  'solutions/:solutionId/captcha/settings/protection': ['Save, What would have changed?'],
  'solutions/:solutionId/captcha/settings/environments': ['Add environment'],
  'solutions/:solutionId/captcha/settings/environments/:environmentId': [
    'Create key, Create new key, Revoke now, Save',
  ],
  // Arrows move a rule; there is one.
  'solutions/:solutionId/captcha/settings/rules': ['Move France down, Move France up, Save, What would have changed?'],
  'solutions/:solutionId/captcha/settings/rules/new': ['Save, What would have changed?'],
  'solutions/:solutionId/captcha/settings/rules/try': [''],
  'solutions/:solutionId/captcha/settings/rules/:ruleId': ['Delete “France”, Save, What would have changed?'],
  'solutions/:solutionId/captcha/settings/widget': ['Save'],
  'solutions/:solutionId/captcha/settings/results': ['Save'],
  'solutions/:solutionId/captcha/settings/log': ['Save'],
  'solutions/:solutionId/set-up': [''],
  'solutions/:solutionId/secret-key': ['Rotate the key'],
  'solutions/:solutionId/settings/general': ['Pause, Save', 'Save'],
  'solutions/:solutionId/settings/members': ['Send invitation'],
  // The member in the address is the one who looks.
  'solutions/:solutionId/settings/members/:userId': ['Remove from captcha, Save', 'Leave captcha'],
  'solutions/:solutionId/settings/billing': [''],
  'solutions/:solutionId/settings/billing/plan': [''],
  'solutions/:solutionId/settings/billing/payment': ['Save'],
  'solutions/:solutionId/settings/bypass-keys': ['Create key'],
  'solutions/:solutionId/settings/api-keys': ['Revoke now, Rotate key now, Save'],
  'solutions/:solutionId/settings/audit': [''],
  'solutions/:solutionId/settings/unsubscribe': [
    'Cancel captcha, Export verifications as CSV, Export verifications as JSON',
  ],
  'solutions/:solutionId/monitoring/overview': [''],
  'solutions/:solutionId/monitoring/services': ['Apply', 'Apply'],
  'solutions/:solutionId/monitoring/services/new': ['Check it', 'Check it'],
  'solutions/:solutionId/monitoring/services/:serviceId': ['Delete now, Pause', 'Delete now, Pause'],
  'solutions/:solutionId/monitoring/services/:serviceId/edit': ['Save', 'Save'],
  'solutions/:solutionId/monitoring/incidents': [''],
  'solutions/:solutionId/monitoring/incidents/:incidentId': [
    'Acknowledge, Comment, Resolve, Save as cause, Save as impact',
    'Acknowledge, Comment, Resolve, Save as cause, Save as impact',
  ],
  'solutions/:solutionId/monitoring/maintenance': ['Plan maintenance', 'Plan maintenance'],
  'solutions/:solutionId/monitoring/maintenance/:maintenanceId': ['Delete now, Save', 'Delete now, Save'],
  'solutions/:solutionId/monitoring/channels': [''],
  'solutions/:solutionId/monitoring/channels/new': [''],
  'solutions/:solutionId/monitoring/channels/:channelId': [
    'Delete now, Save, Send test message',
    'Delete now, Save, Send test message',
  ],
  'solutions/:solutionId/monitoring/alerts': ['Acknowledge', 'Acknowledge'],
  'solutions/:solutionId/monitoring/alerts/rules/new': ['Create rule', 'Create rule'],
  'solutions/:solutionId/monitoring/alerts/rules/:alertRuleId': ['Delete now, Save', 'Delete now, Save'],
  'solutions/:solutionId/monitoring/alerts/on-call/:scheduleId': ['Delete now, Save', 'Delete now, Save'],
  'solutions/:solutionId/monitoring/access': ['Create probe'],
  'solutions/:solutionId/monitoring/pages': [''],
  'solutions/:solutionId/monitoring/pages/new': ['Create page', 'Create page'],
  'solutions/:solutionId/monitoring/pages/:statusPageId': ['Delete now, Save', 'Delete now, Save'],
  'solutions/:solutionId/monitoring/reports': ['Publish', 'Publish'],
  'solutions/:solutionId/monitoring/reports/templates': ['Save', 'Save'],
  'solutions/:solutionId/monitoring/reports/:statusReportId': [
    'Delete now, Publish, Save, Save correction',
    'Delete now, Publish, Save, Save correction',
  ],
  'solutions/:solutionId/monitoring/subscribers': [''],
  'solutions/:solutionId/monitoring/import': ['Check', 'Check'],
  'solutions/:solutionId/analytics': [''],
  'solutions/:solutionId/analytics/decisions': [''],
  'solutions/:solutionId/analytics/decisions/:decisionId': [''],
  'solutions/:solutionId/reports/overview': [`Make a link for ${lastMonth}, Send each month`, 'Send each month'],
  'solutions/:solutionId/protection/start': [''],
  'solutions/:solutionId/protection/captcha': [''],
  'solutions/:solutionId/protection/limiters': [''],
  'solutions/:solutionId/protection/limiters/new': [
    'Create limit, What would it have done?',
    'Create limit, What would it have done?',
  ],
  'solutions/:solutionId/protection/limiters/:limiterId': [
    'Add exception, Delete now, Save, What would it have done?',
    'Add exception, Delete now, Save, What would it have done?',
  ],
  'solutions/:solutionId/protection/allowed': ['Add to the allowlist', 'Add to the allowlist'],
  'solutions/:solutionId/protection/validations': [''],
  'solutions/:solutionId/protection/validations/new': ['Create form, Try the values', 'Create form, Try the values'],
  'solutions/:solutionId/protection/validations/reviews': [''],
  'solutions/:solutionId/protection/validations/reviews/:reviewId': [
    'Approve, Reject as spam',
    'Approve, Reject as spam',
  ],
  'solutions/:solutionId/protection/validations/blocked': [''],
  'solutions/:solutionId/protection/validations/:formId': [
    'Delete now, Save, Try the values',
    'Delete now, Save, Try the values',
  ],
  'solutions/:solutionId/protection/settings': ['Save'],
  'organizations/:organizationId': [''],
  'organizations/:organizationId/solutions': ['Assign'],
  'organizations/:organizationId/earnings': [''],
  'organizations/:organizationId/settings': ['Save'],
  'organizations/:organizationId/settings/payout': [''],
  'organizations/:organizationId/settings/verification': ['Get the record, Submit'],
  'organizations/:organizationId/settings/members': ['Send invitation'],
  'organizations/:organizationId/settings/members/:userId': [
    'Remove from the organization, Save',
    'Leave the organization',
  ],
  'organizations/:organizationId/settings/links': ['Create link'],
  'organizations/:organizationId/settings/audit': [''],
  'organizations/:organizationId/settings/deletion': ['Delete organization'],
}
/** Members assign captchas of which they are admins, and this one has none. */
const isWithoutNeed = (path: string) => path === 'organizations/:organizationId/solutions'
/** The page of a service leaves out what viewers may not do, and says no more about it. */
const isSilent = (path: string) => path === 'solutions/:solutionId/monitoring/services/:serviceId'
/** The log of changes is shown to admins, and to operators, who then find their own visit in it. */
const isForAdmins = (path: string) => path === 'solutions/:solutionId/settings/audit'
/** What visitors wrote is read by members alone. */
const isForMembers = (path: string) => /\/(?:reviews|blocked)/u.test(path)

test('what each role finds and may do on each page of a solution and an organization is what one table says', async ({
  page,
}) => {
  // Five people on more than a hundred pages.
  test.setTimeout(300_000)
  const all = pathsOf(routes as Node[])
    .map((path) => path.replace(':language/', ''))
    // Billing has issued none; its own journeys read them.
    .filter((path) => !path.endsWith('/invoices/:invoiceId'))
  expect(Object.keys(deeds).toSorted()).toEqual(all.toSorted())
  for (const [path, [ofAdmin, ofMember = '']] of Object.entries(deeds)) {
    const may: Record<ActorName, string> = { admin: ofAdmin, member: ofMember, viewer: '', operator: '', stranger: '' }
    const found = await Promise.all(actors.map((actor) => see(page, path, accounts[actor])))
    for (const [index, seen] of found.entries()) {
      const actor = actors[index] ?? 'stranger'
      const isRefused =
        (isForAdmins(path) && /member|viewer/u.test(actor)) || (isForMembers(path) && actor === 'viewer')
      const isHidden = actor === 'stranger' || (isForMembers(path) && actor === 'operator')
      const status = isHidden ? 404 : isRefused ? 403 : 200
      expect([path, actor, seen.status, seen.deeds]).toEqual([path, actor, status, may[actor]])
      expect(seen.text.includes('You’re visiting as the operator'), `${actor} on ${path}`).toBe(actor === 'operator')
      // Whoever may do less is told who may do more. Operators have no role that could be higher.
      if (
        status !== 404 &&
        actor !== 'operator' &&
        may[actor] === '' &&
        ofAdmin !== '' &&
        !isSilent(path) &&
        !(actor === 'member' && isWithoutNeed(path))
      )
        expect(seen.text, `${actor} on ${path}`).toMatch(/who has a higher role|Ada/u)
      if (status === 403) expect(seen.text).toContain('who has a higher role')
    }
  }
})

test('the visit of an operator stands in the audit log once', async () => {
  const { items } = await apiOf(accounts.admin).listSolutionAudit({ solutionId: ids.solutionId ?? '' })
  const visits = items.filter(({ action }) => action === 'solution.visited')
  expect(visits.map(({ actor }) => actor.kind)).toEqual(['OPERATOR'])
  for (const actor of ['stranger', 'operator'] as const) {
    const api = apiOf(accounts[actor])
    const { version } = await apiOf(accounts.admin).getSiteSettings({ solutionId: ids.solutionId ?? '' })
    const change = api.putSiteSettings({
      solutionId: ids.solutionId ?? '',
      siteSettingsDto: { ...siteSettingsSchema.parse({}), version },
    })
    await expect(change).rejects.toThrow('404 not-found')
  }
})

test('an operator views a dashboard for a reason and changes nothing there, and the person is told', async ({
  browser,
}) => {
  const reason = 'Ada cannot find her captcha'
  const context = await browser.newContext()
  const domain = new URL(product.dashboard).hostname
  await context.addCookies(cookiesOf(accounts.operator).map((cookie) => ({ ...cookie, domain })))
  const page = await context.newPage()
  const { id, email, givenName } = await apiOf(accounts.admin).getProfile()
  const person = `${product.admin}/en/users/${id}`
  await openPage(page, person)
  await page.getByRole('button', { name: 'Open the admin area' }).click()
  await page.getByRole('link', { name: 'Switch the change mode on' }).click()
  await page.getByLabel('Why do you want to change something?').fill(reason)
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.locator('#view-reason').fill(reason)
  await page.getByRole('button', { name: 'View the dashboard' }).click()

  const notice = page.getByRole('status').filter({ hasText: `You’re viewing the dashboard of ${givenName} (${email})` })
  await expect(notice).toContainText(reason)
  await openPage(page, `${product.dashboard}/en/solutions/${ids.solutionId}/settings/general`)
  await expect(notice).toBeVisible()
  await page.getByLabel('Name').fill('Shop of Olga')
  await page.locator('#general').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('can only read')
  const { label } = await apiOf(accounts.admin).getSolution({ solutionId: ids.solutionId ?? '' })
  expect(label).toBe('Shop of Ada')

  await page.getByRole('button', { name: 'Leave the view' }).click()
  await expect(page).toHaveURL(person)
  await page.goto(`${product.dashboard}/en/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toHaveCount(0)
  const told = async () => (await mailboxApi().listMails()).items.filter(({ to }) => to === email)
  await expect
    .poll(async () => (await told()).map(({ subject }) => subject))
    .toContain('An operator is viewing your dashboard')
  await context.close()
})
