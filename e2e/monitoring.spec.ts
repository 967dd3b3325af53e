import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createApiClient } from '@bollard/api-client'
import { type Database, openDatabase } from '@bollard/database'
import { makeTestFolder, type TestFolder } from '@bollard/testing'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import plans from '../services/billing/src/plan/default-plans.json' with { type: 'json' }
import { type Account, cookiesOf, createAccount } from './account.ts'
import { inMail } from './identity-mail.ts'
import { openAsPerson } from './open-as-person.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'
import { product } from './product.ts'
import { openPage, untilTakenOver } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

let own: OwnProduct
let db: Database
let folder: TestFolder
let shop: Server
/** What channels are told goes here: the path of each, and what it said. */
let hooks: Server
const told: { readonly path: string; readonly body: string }[] = []
let ada: Account
let api: ReturnType<typeof createApiClient>

test.beforeAll(async () => {
  folder = await makeTestFolder()
  // Checked every ten seconds, so that nobody has to wait a minute for an outage.
  const file = structuredClone(plans)
  for (const plan of file.types.MONITORING.plans) plan.limits.checkIntervalSeconds = 10
  const plansFile = join(folder.path, 'plans.json')
  writeFileSync(plansFile, JSON.stringify(file))
  own = await startOwnProduct({
    SIGN_UP_CAPTCHA: 'false',
    MONITORING_ALLOW_PRIVATE: 'true',
    PRIVATE_WEBHOOKS: 'true',
    PLANS_FILE: plansFile,
  })
  db = openDatabase({ connectionString: own.connectionString, max: 1 })
  shop = createServer((_request, response) => response.end('<h1>Shop</h1>')).listen(0, '127.0.0.1')
  hooks = createServer(async (request, response) => {
    told.push({ path: request.url ?? '', body: await text(request) })
    response.end()
  }).listen(0, '127.0.0.1')
  await Promise.all([once(shop, 'listening'), once(hooks, 'listening')])
  ada = await createAccount('Ada')
  api = createApiClient({ baseUrl: product.api, cookies: () => ada.cookie })
})
test.afterAll(async () => {
  hooks?.close()
  shop?.close()
  await db?.close()
  await own?.stop()
  await folder?.remove()
})

test('from nothing to a monitored site: pasted, shown to visitors, down once its server stops, told to a channel and a subscriber, and up', async ({
  context,
  page,
}) => {
  test.setTimeout(180_000)
  const watched = watchPage(page)
  await signIn(context)
  await openPage(page, `${product.dashboard}/en/solution-creation/monitoring`)
  await page.getByLabel('Name', { exact: true }).fill('Servers')
  await page.getByRole('button', { name: 'Create monitoring' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing is monitored yet' })).toBeVisible()

  const { port } = shop.address() as AddressInfo
  await page.getByLabel('Address of a page').fill(`http://127.0.0.1:${port}/`)
  await page.getByRole('button', { name: 'Check it' }).click()
  await expect(page.getByRole('heading', { name: 'Test result' })).toBeVisible()
  await page.getByRole('button', { name: 'Start monitoring' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()

  const service = page.getByRole('link', { name: `127.0.0.1:${port}` })
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('region', { name: /^Up/u }).getByRole('link')).toHaveText(`127.0.0.1:${port}`)
  }).toPass({ timeout: 30_000 })

  const solutionId = /solutions\/([\w-]+)\//u.exec(page.url())?.[1] ?? ''
  await alertBy(solutionId, [{ path: '/whole', afterMinutes: 0 }])
  const subscriber = await publishDraft(page, solutionId)
  await openPage(page, `${product.dashboard}/en/solutions/${solutionId}/monitoring/overview`)
  await service.click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Interval in seconds').fill('10')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: `127.0.0.1:${port}`, level: 1 })).toBeVisible()

  shop.closeAllConnections()
  shop.close()
  const isDown = async () => (await api.getMonitoringOverview({ solutionId, days: 7 })).openIncidents
  await expect.poll(isDown, { timeout: 60_000 }).toBe(1)
  await page.reload()
  await untilTakenOver(page)
  await expect(page.getByText('Connection refused').first()).toBeVisible()
  await page.getByRole('link', { name: 'Open the incident' }).click()
  await page.getByLabel('Text').fill('The server is being restarted.')
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByRole('main').getByText('The server is being restarted.', { exact: true }).last()).toBeVisible()
  await expect(page.getByText('Acknowledged').first()).toBeVisible()

  await expectTold('/whole', 'OPENED', `127.0.0.1:${port}`)
  // What the person who subscribed was shown may be shown for ten seconds.
  await expect(async () => {
    await page.goto(`${product.status}/127-0-0-1`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 of 1 services is down', { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  const [shown] = (await api.listStatusPages({ solutionId })).items
  const statusReportNewDto = {
    statusPageId: shown?.id ?? '',
    title: 'The shop is down',
    stage: 'INVESTIGATING' as const,
    text: 'We restart it.',
  }
  await api.createStatusReport({ solutionId, statusReportNewDto })
  expect(await inMail(subscriber, /We restart it\./u)).toContain('restart')

  shop.listen(port, '127.0.0.1')
  await expect.poll(isDown, { timeout: 60_000 }).toBe(0)
  await expectTold('/whole', 'RESOLVED', `127.0.0.1:${port}`)
  expect(watched.complaints).toEqual([])
})

test('planned maintenance shows on the status page and silences the service until it ends', async ({
  context,
  page,
}) => {
  await signIn(context)
  const { solutionId, serviceId, setState } = await monitorByHand('Checkout')
  await alertBy(solutionId, [{ path: '/maintenance', afterMinutes: 0 }])
  const components = [{ serviceId, name: 'Checkout' }]
  const slug = `maintenance-${solutionId.slice(-12)}`
  await api.createStatusPage({
    solutionId,
    statusPageNewDto: { slug, name: 'Shop', languages: ['en'], published: true, groups: [{ components }] },
  })
  await openPage(page, `${product.dashboard}/en/solutions/${solutionId}/monitoring/maintenance`)
  await page.getByLabel('Title').fill('New disks')
  await page.getByLabel('Start', { exact: true }).fill(new Date(Date.now() - 60_000).toISOString().slice(0, 16))
  await page.getByRole('button', { name: 'Plan maintenance' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'New disks' })).toContainText('Now')

  const state = async () => (await api.getMonitoredService({ solutionId, serviceId })).state
  await expect.poll(state, { timeout: 30_000 }).toBe('MAINTENANCE')
  await setState('DOWN')
  await page.goto(`${product.status}/${slug}`)
  await expect(page.getByRole('main')).toContainText('New disks')
  expect((await api.getMonitoringOverview({ solutionId, days: 7 })).openIncidents).toBe(0)
  expect((await api.listMonitoringAlerts({ solutionId })).items).toEqual([])

  await openPage(page, `${product.dashboard}/en/solutions/${solutionId}/monitoring/maintenance`)
  await page.getByRole('link', { name: 'New disks' }).click()
  await page.getByText('Delete window').click()
  await page.getByRole('button', { name: 'Delete now' }).click()
  await expect(page.getByRole('heading', { name: 'No maintenance planned' })).toBeVisible()
  await expect.poll(state, { timeout: 30_000 }).toBe('DOWN')
  await expectTold('/maintenance', 'OPENED', 'Checkout')
})

test('an alert that nobody acknowledges goes to the second step, and to no third one once somebody does', async ({
  context,
  page,
}) => {
  await signIn(context)
  const { solutionId, setState } = await monitorByHand('Payments')
  const paths = ['/first', '/second', '/third'] as const
  await alertBy(
    solutionId,
    paths.map((path, step) => ({ path, afterMinutes: step * 10 })),
  )
  await setState('DOWN')
  await expectTold('/first', 'OPENED', 'Payments')
  expect(told.filter(({ path }) => path === '/second')).toEqual([])
  await pass(600)
  await expectTold('/second', 'OPENED', 'Payments')

  await openPage(page, `${product.dashboard}/en/solutions/${solutionId}/monitoring/alerts`)
  const alert = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Payments' })
  await expect(alert).toContainText('Next message:')
  await alert.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(alert).toContainText('Acknowledged')
  await expect(alert).not.toContainText('Next message:')
  await pass(600)
  await setState('UP')
  await expectTold('/first', 'RESOLVED', 'Payments')
  await expectTold('/second', 'RESOLVED', 'Payments')
  expect(told.filter(({ path }) => path === '/third')).toEqual([])
})

/** A product of one's own has the address of the machine. */
async function signIn(context: BrowserContext): Promise<void> {
  await context.addCookies(cookiesOf(ada).map((cookie) => ({ ...cookie, domain: '127.0.0.1' })))
}

/** A solution with one service that has the state it is given. */
async function monitorByHand(name: string) {
  const { id: solutionId } = await api.createSolution({ solutionNewDto: { type: 'MONITORING', label: name } })
  const by = (state: 'UP' | 'DOWN') => ({ name, check: { kind: 'MANUAL' as const, target: { state } } })
  const { id: serviceId } = await api.createMonitoredService({ solutionId, monitoredServiceNewDto: by('UP') })
  const setState = async (state: 'UP' | 'DOWN') => {
    const { version } = await api.getMonitoredService({ solutionId, serviceId })
    await api.updateMonitoredService({ solutionId, serviceId, monitoredServiceDto: { ...by(state), version } })
  }
  return { solutionId, serviceId, setState }
}

/** Outages are told to a channel for each step. */
async function alertBy(
  solutionId: string,
  steps: readonly { readonly path: string; readonly afterMinutes: number }[],
): Promise<void> {
  const { port } = hooks.address() as AddressInfo
  const made = []
  for (const { path, afterMinutes } of steps) {
    const target = { kind: 'WEBHOOK' as const, url: `http://127.0.0.1:${port}${path}`, secret: null }
    const channelNewDto = { name: path, language: 'en' as const, target }
    const { id } = await api.createChannel({ solutionId, channelNewDto })
    made.push({ afterMinutes, targets: [{ kind: 'CHANNEL' as const, id }] })
  }
  const alertRuleNewDto = { name: 'Outages', condition: { kind: 'STATE' as const }, steps: made }
  await api.createAlertRule({ solutionId, alertRuleNewDto })
}

/** Lets so many seconds pass for alerts and what is to be told of them: everything was so much earlier. */
async function pass(seconds: number): Promise<void> {
  const span = `interval '${seconds} seconds'`
  await db.pool.query(`update monitoring.alerts set opened_at = opened_at - ${span},
    acknowledged_at = acknowledged_at - ${span}, followed_until = followed_until - ${span}, next_at = next_at - ${span}`)
  await db.pool.query(`update monitoring.alert_notices set at = at - ${span} where not collated`)
}

/** Waits until a channel was told; half a minute in which more may be told together is passed over. */
async function expectTold(wantedPath: string, event: string, service: string): Promise<void> {
  await expect(async () => {
    await db.pool.query(`update monitoring.alert_notices set at = at - interval '30 seconds' where not collated`)
    const heard = told.filter(({ path, body }) => path === wantedPath && body.includes(service) && body.includes(event))
    expect(heard).toHaveLength(1)
  }).toPass({ timeout: 60_000 })
}

/** Publishes the page that was made as a draft, and subscribes somebody to it; answers with the address. */
async function publishDraft(page: Page, solutionId: string): Promise<string> {
  await openPage(page, `${product.dashboard}/en/solutions/${solutionId}/monitoring/pages`)
  const draft = page.getByRole('listitem').filter({ hasText: 'Draft' })
  await draft.getByRole('link', { name: '127.0.0.1' }).click()
  await page.getByLabel('Published').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'Open the page' })).toHaveAttribute('href', `${product.status}/127-0-0-1`)
  const to = 'visitor@example.org'
  const person = await openAsPerson(`${product.status}/127-0-0-1/subscribe`)
  await person.click('[name="destination"]')
  await person.type(to)
  await expect.poll(() => person.textOf('bollard-captcha'), { timeout: 60_000 }).toContain('You’re through')
  await person.click('main button[type="submit"]')
  await expect.poll(() => person.textOf('h1')).toBe('Look for our message')
  await person.close()
  const token = await inMail(to, /\/subscription\/([\w-]+)/u)
  await api.confirmStatusSubscription({ token })
  return to
}
