import { createServer, type IncomingHttpHeaders } from 'node:http'
import { logFilterSchema, type RuleFormsContent, webhookEvents } from '@bollard/contracts'
import { openDatabase } from '@bollard/database'
import { chromiumHeaders } from '@bollard/testing'
import { verifyWebhook } from '@bollard/webhooks'
import { expect, test } from '@playwright/test'
import { cookiesOf } from './account.ts'
import { confirmAddress, endMails, alertTo, lookAtMails } from './alert-mails.ts'
import { siteverify } from './customer-site.ts'
import { becomeOwner, obeyed, type Owner } from './owner.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'
import { product } from './product.ts'
import { post, runScript } from './script-visitor.ts'
import { openPage, untilTakenOver } from './taken-over.ts'
import { passThrough, visitForm } from './visit-form.ts'
import { watchPage } from './watch-page.ts'

let own: OwnProduct
test.beforeAll(async () => {
  own = await startOwnProduct({
    PRIVATE_WEBHOOKS: 'true',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    SIGN_UPS_PER_HOUR: '100',
    SIGN_UP_CAPTCHA: 'false',
  })
})
test.afterAll(() => own?.stop())

test('the form of countries and networks stops whom it names, and who comes from an allowed network passes all the same', async ({
  browser,
}) => {
  const owner = await becomeOwner('Countries')
  const { api, solutionId } = owner
  const set = async (content: Partial<RuleFormsContent>) => {
    const { version } = await api.getRuleForms({ solutionId })
    const empty: RuleFormsContent = {
      geoblocking: { mode: 'OFF', countries: [] },
      allowedNetworks: [],
      blockedNetworks: [],
    }
    await api.putRuleForms({ solutionId, ruleFormsDto: { ...empty, ...content, version } })
  }
  const german = '84.128.0.1'
  const french = '90.0.0.1'
  await set({
    geoblocking: { mode: 'BLOCK_LISTED', countries: ['FR'] },
    allowedNetworks: ['90.0.0.0/24'],
    blockedNetworks: ['84.128.0.0/16'],
  })
  await expect.poll(() => owner.start({ address: '90.0.7.1' }), obeyed).toBe('refused')
  for (const [address, country, form] of [
    [german, 'DE', 'Blocked networks'],
    ['90.0.7.1', 'FR', 'Geoblocking'],
  ] as const) {
    const headers = { ...chromiumHeaders, origin: 'http://localhost', 'x-forwarded-for': address }
    const told = Object(await post('/captcha/v1/verifications', { siteKey: owner.siteKey }, headers))
    expect([address, Reflect.get(told, 'status')]).toEqual([address, 'refused'])
    const { country: logged, decision } = await owner.logged(String(Reflect.get(told, 'verificationId')))
    expect([logged, decision.type, decision.rule?.action]).toEqual([country, 'RULE', 'BLOCK'])
    expect.soft(decision.rule?.name, form).not.toBe('')
  }
  // As a proxy in front tells, which we trust.
  const visitor = await passThrough(browser, {
    ...owner,
    before: (context) =>
      context.route('**/captcha/v1/verifications**', (route) =>
        route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': french } }),
      ),
  })
  expect(visitor).toMatchObject({
    event: 'solved',
    answer: { success: true, decision: { type: 'RULE', rule: { action: 'ALLOW' } } },
  })
  await set({ geoblocking: { mode: 'ALLOW_LISTED', countries: ['DE'] } })
  await expect.poll(() => owner.start({ address: french }), obeyed).toBe('refused')
  expect(await owner.start({ address: german })).toBe('challenge')
  // Nobody knows the country of an address of this machine.
  expect(await owner.start()).toBe('challenge')
  await set({})
  await expect.poll(() => owner.start({ address: french }), obeyed).toBe('challenge')
})

// Not an alert, but it needs addresses as a proxy tells them, and a product for one journey would cost more than the journey.
test('by keyboard a country on the map becomes a filter, its count leads to the same rows of the log, and Escape clears it', async ({
  page,
  context,
}) => {
  const owner = await becomeOwner('Statistics')
  const { api, solutionId, siteKey } = owner
  const [german, french] = ['84.128.0.1', '90.0.0.1']
  for (const address of [german, german, french])
    await runScript({ siteKey, headers: { ...chromiumHeaders, 'x-forwarded-for': address }, claimsBrowser: true })
  // A product of one's own has the address of the machine.
  await context.addCookies(cookiesOf(owner.account).map((cookie) => ({ ...cookie, domain: '127.0.0.1' })))
  const { complaints } = watchPage(page)
  await openPage(page, `${product.dashboard}/en/solutions/${solutionId}/captcha`)
  await expect(page).toHaveURL(/\/captcha\/statistics$/u)

  const countries = page.locator('svg [data-country]')
  await expect(countries).toHaveCount(2)
  await countries.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(countries.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(countries.first()).toHaveAccessibleName(/^Germany: 2 verifications/u)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?country=DE$/u)
  const chip = page.getByRole('link', { name: 'Remove the filter Country: Germany' })
  await expect(chip).toBeVisible()
  await expect(countries.first()).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(chip).toBeHidden()
  await expect(page).toHaveURL(/\/captcha\/statistics\?$|\/captcha\/statistics$/u)
  // The map follows a moment after what is above it; until then its link leads to where the page is already.
  await expect(countries.first()).not.toHaveAttribute('aria-current')
  await page.keyboard.press('Enter')

  const count = page
    .getByRole('region', { name: 'Matching verifications' })
    .getByRole('link', { name: '2: show them in the log' })
    .first()
  await count.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/captcha\/verifications\?/u)
  await untilTakenOver(page)
  const filter = logFilterSchema.parse(Object.fromEntries(new URL(page.url()).searchParams))
  expect(filter.country).toBe('DE')
  const { items } = await api.listVerifications({ solutionId, ...filter })
  expect(items.map(({ country }) => country)).toEqual(['DE', 'DE'])
  expect(complaints).toEqual([])
})

test('when the process is killed another one takes its place, and settings, rules and keys hold', async ({
  browser,
}) => {
  const owner = await becomeOwner('Kill')
  const { api, solutionId } = owner
  await owner.set({
    resultRetrievals: 2,
    widget: { theme: 'DARK', invisible: false, whiteLabel: true, privacyUrl: null, design: {}, translations: {} },
  })
  await owner.addRule({
    name: 'Closed',
    conditions: [{ field: 'path', not: false, values: ['/closed'] }],
    action: { type: 'BLOCK' },
  })
  const bypass = await api.createBypassKey({
    solutionId,
    bypassKeyNewDto: {
      name: 'Tests',
      usesPerDay: 1,
      origins: [],
      networks: [],
      environmentId: null,
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  })
  await expect.poll(() => owner.start({ path: '/closed' }), obeyed).toBe('refused')
  const attributes = `bypass-key="${bypass.secretKey}"`
  const { token = '', event } = await passThrough(browser, { ...owner, attributes })
  expect(event).toBe('solved')
  const before = await Promise.all([
    api.getSiteSettings({ solutionId }),
    api.listRules({ solutionId }),
    api.listEnvironments({ solutionId }),
  ])
  await own.killApi()
  const [settings, rules, environments] = await Promise.all([
    api.getSiteSettings({ solutionId }),
    api.listRules({ solutionId }),
    api.listEnvironments({ solutionId }),
  ])
  expect([settings, environments]).toEqual([before[0], before[2]])
  expect(rules.items.map(({ id, name, version }) => ({ id, name, version }))).toEqual(
    before[1].items.map(({ id, name, version }) => ({ id, name, version })),
  )
  expect(await owner.start({ path: '/closed' })).toBe('refused')
  // Once by the form before the kill, once more as the settings allow, and never again.
  expect(await ask(owner.secretKey, token)).toMatchObject({ success: true })
  expect(await ask(owner.secretKey, token)).toMatchObject({
    success: false,
    'error-codes': ['timeout-or-duplicate', 'token-already-used'],
  })
  // The use of the day is not forgotten either.
  expect((await passThrough(browser, { ...owner, attributes })).code).toBe('refused')
})

/** A server of the owner that takes webhooks. */
async function takeWebhooks() {
  const taken: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    void (async () => {
      taken.push({ headers: request.headers, body: Buffer.concat(await request.toArray()).toString() })
      response.writeHead(204).end()
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const close = (): Promise<unknown> => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    return closed
  }
  return { url: `http://127.0.0.1:${port}/hook`, taken, close }
}

/**
 * As if all visitors of a site had come an hour earlier, and the quarter of an hour in which alerts were last judged were over.
 * The product has no way to wait for that other than to wait.
 */
async function letAnHourPass({ solutionId }: Owner): Promise<void> {
  for (const connectionString of own.cells) {
    const db = openDatabase({ connectionString, max: 1 })
    await db.transaction(async (tx) => {
      await tx.query(
        'e2e-rollups',
        `update captcha.rollup_hourly set hour = hour - interval '1 hour' where site_id = (select id from captcha.sites where solution_id = $1)`,
        [solutionId],
      )
      await tx.query(
        'e2e-clock',
        `update captcha.alert_clock set evaluated_at = evaluated_at - interval '15 minutes', quarter_at = quarter_at - interval '15 minutes'`,
      )
    })
    await db.close()
  }
}

/** As if the service had been away for a quarter of a minute longer: less is a restart, which is no outage. */
async function letItBeLonger(): Promise<void> {
  for (const connectionString of own.cells) {
    const db = openDatabase({ connectionString, max: 1 })
    await db.query('e2e-heartbeat', `update captcha.edge_heartbeats set at = at - interval '15 seconds'`)
    await db.close()
  }
}

test('results that nobody fetches raise an alert: a mail in the words of each recipient, and a signed webhook', async ({
  browser,
}) => {
  const owner = await becomeOwner('Open')
  const { api, solutionId } = owner
  const hook = await takeWebhooks()
  const { version } = await api.getAlertSettings({ solutionId })
  const recipients = [
    { email: 'olga@example.org', language: 'en' as const },
    { email: 'otto@example.org', language: 'de' as const },
  ]
  const bounds = {
    attack: { enabled: true, least: 50, factor: 3 },
    passRateFalling: { enabled: true, points: 15, least: 100 },
    resultsNeverFetched: { enabled: true, percent: 50, least: 20 },
  }
  await api.putAlertSettings({
    solutionId,
    alertSettingsDto: { ...bounds, usage: { enabled: true, monthly: null }, recipients, version },
  })
  for (const recipient of recipients) await confirmAddress(recipient)
  const states = async () => (await api.getAlertSettings({ solutionId })).addresses.map(({ state }) => state)
  expect(await states()).toEqual(['CONFIRMED', 'CONFIRMED'])
  const { webhook, secret } = await api.createWebhook({
    solutionId,
    webhookNewDto: { url: hook.url, events: [...webhookEvents], description: 'Ours' },
  })
  expect(await api.testWebhook({ solutionId, webhookId: webhook.id })).toMatchObject({
    status: 'DELIVERED',
    httpStatus: 204,
  })
  await owner.addRule({
    name: 'Everyone',
    conditions: [{ field: 'hostname', not: false, values: ['localhost'] }],
    action: { type: 'ALLOW' },
  })
  await expect.poll(() => owner.start(), obeyed).toBe('passed')
  await Promise.all(Array.from({ length: 24 }, () => owner.start()))
  await expect
    .poll(async () => (await api.getStatistics({ solutionId, period: '24h' })).totals.passed)
    .toBeGreaterThanOrEqual(24)
  await letAnHourPass(owner)
  // A process judges as soon as it lives; this one has done so for the running minute.
  await own.killApi()

  await expect.poll(() => hook.taken.length, { timeout: 60_000 }).toBe(2)
  for (const message of hook.taken) expect(verifyWebhook(message, secret, Date.now() / 1000)).toBe('valid')
  const [ping, alert] = hook.taken
  expect(JSON.parse(ping?.body ?? '')).toMatchObject({ type: 'ping' })
  expect(JSON.parse(alert?.body ?? '')).toMatchObject({
    type: 'alert.raised',
    data: { solutionId, change: 'RAISED', facts: { kind: 'RESULTS_NEVER_FETCHED' } },
  })
  expect(verifyWebhook({ headers: alert?.headers ?? {}, body: `${alert?.body} ` }, secret, Date.now() / 1000)).toBe(
    'signature-invalid',
  )
  expect((await api.listAlertEvents({ solutionId })).items).toMatchObject([
    { change: 'RAISED', facts: { kind: 'RESULTS_NEVER_FETCHED' } },
  ])
  const mails = await Promise.all(recipients.map(alertTo))
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Form of Open: the captcha isn’t protecting your form',
    'Form of Open: Das Captcha schützt Ihr Formular nicht',
  ])
  await lookAtMails(browser, mails)
  await endMails(browser, { email: 'otto@example.org' })
  expect(await states()).toEqual(['CONFIRMED', 'UNSUBSCRIBED'])
  await hook.close()
})

test('an admin creates a webhook, tests it with its signature, and sends the message again', async ({ browser }) => {
  const { account, solutionId } = await becomeOwner('Hooks')
  const hook = await takeWebhooks()
  const context = await browser.newContext()
  await context.addCookies(cookiesOf(account).map((cookie) => ({ ...cookie, domain: '127.0.0.1' })))
  const page = await context.newPage()
  await openPage(page, `${product.dashboard}/en/solutions/${solutionId}/captcha/webhooks`)
  await page.getByLabel('Address', { exact: true }).fill(hook.url)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue()
  await page.getByRole('link', { name: 'Open the webhook' }).click()
  await page.getByRole('button', { name: 'Send test message' }).click()
  await expect(page.getByText('The message arrived.')).toBeVisible()
  await page.getByText('Request and response').click()
  await page.getByRole('button', { name: /^Send .+ again$/u }).click()
  await expect(page.getByText('2 tries')).toBeVisible()
  const ids = hook.taken.map(({ headers }) => headers['webhook-id'])
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  for (const message of hook.taken) expect(verifyWebhook(message, secret, Date.now() / 1000)).toBe('valid')
  await context.close()
  await hook.close()
})

const ask = (secretKey: string, response: string) => siteverify(product.api, secretKey, response)

test('who came while the service was away may send the form once, where the owner trusts the record of outages and nowhere else', async ({
  browser,
}) => {
  const trusting = await becomeOwner('Trusting')
  const strict = await becomeOwner('Strict')
  await trusting.set({ failover: 'RECORDED_OUTAGES' })
  await expect
    .poll(() => trusting.api.getWidgetSettings({ siteKey: trusting.siteKey }), obeyed)
    .toMatchObject({ failover: true })
  // By attribute the widget of the other one writes a token as well; its owner still wants none.
  const visits = await Promise.all([
    visitForm(browser, trusting),
    visitForm(browser, { ...strict, attributes: 'failover' }),
  ])
  const [ours, theirs] = visits
  // A widget stands in for a service whose settings, and whose script for that, it got while it was there.
  for (const { page } of visits)
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name, duration }) => name.includes('/owner') && duration > 0),
    )
  const begunAt = Date.now()
  await own.keepApiDown(async () => {
    const outcomes = await Promise.all(visits.map((visit) => visit.check()))
    for (const outcome of outcomes) expect(outcome).toMatchObject({ event: 'failed', code: 'offline', failover: true })
    expect(await ours.words()).toContain('You can still submit the form')
    await letItBeLonger()
  })
  const { api, solutionId } = trusting
  // The kills of the tests before are outages too, where a busy machine takes long to start the process again.
  const sinceThen = ({ to }: { to: string | null }) => to === null || Date.parse(to) > begunAt
  await expect
    .poll(async () => (await api.listOutages({ solutionId })).items.filter(sinceThen), { timeout: 60_000 })
    .toMatchObject([{ cause: 'SERVICE_DOWN' }])
  const accepted = await ours.send()
  expect(accepted).toMatchObject({ success: true, outcome: 'FLAGGED', decision: { type: 'FAILOVER' } })
  const [token = ''] = ours.site.tokens
  expect(await ask(trusting.secretKey, token)).toEqual({
    success: false,
    'error-codes': ['timeout-or-duplicate', 'token-already-used'],
  })
  expect(await ask(strict.secretKey, token)).toEqual({
    success: false,
    'error-codes': ['invalid-input-response', 'token-of-other-site'],
  })
  expect(await theirs.send()).toEqual({ success: false, 'error-codes': ['invalid-input-response', 'failover-refused'] })
  // The same token, from a time of which the service knows no outage.
  const claim: object = JSON.parse(Buffer.from(token.slice('bfo1.'.length), 'base64url').toString())
  const forged = { ...claim, id: 'A'.repeat(22), at: new Date(Date.now() - 3_600_000).toISOString() }
  expect(await ask(trusting.secretKey, `bfo1.${Buffer.from(JSON.stringify(forged)).toString('base64url')}`)).toEqual({
    success: false,
    'error-codes': ['invalid-input-response', 'client-reported-outage'],
  })
  const { items } = await api.listVerifications({ solutionId })
  expect(items).toMatchObject([
    { verificationId: accepted.verification_id, decision: { type: 'FAILOVER' }, retrievals: 1 },
  ])
  await expect
    .poll(async () => (await api.getStatistics({ solutionId, period: '24h' })).totals)
    .toMatchObject({ outage: 1, flagged: 1, fetched: 1, fetchRefused: 2 })
  await theirs.close()
  await ours.close()
})
