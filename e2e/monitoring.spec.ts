import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createApiClient } from '@bollard/api-client'
import { makeTestFolder, type TestFolder } from '@bollard/testing'
import { expect, test } from '@playwright/test'
import plans from '../services/billing/src/plan/default-plans.json' with { type: 'json' }
import { type Account, cookiesOf, createAccount } from './account.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

let own: OwnProduct
let folder: TestFolder
let shop: Server
let ada: Account

test.beforeAll(async () => {
  folder = await makeTestFolder()
  // Checked every ten seconds, so that nobody has to wait a minute for an outage.
  const file = structuredClone(plans)
  for (const plan of file.types.MONITORING.plans) plan.limits.checkIntervalSeconds = 10
  const plansFile = join(folder.path, 'plans.json')
  writeFileSync(plansFile, JSON.stringify(file))
  own = await startOwnProduct({ SIGN_UP_CAPTCHA: 'false', MONITORING_ALLOW_PRIVATE: 'true', PLANS_FILE: plansFile })
  shop = createServer((_request, response) => response.end('<h1>Shop</h1>')).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  ada = await createAccount('Ada')
})
test.afterAll(async () => {
  shop?.close()
  await own?.stop()
  await folder?.remove()
})

test('from nothing to a monitored site: pasted, seen up, seen down once its server stops, and acknowledged', async ({
  context,
  page,
}) => {
  test.setTimeout(120_000)
  const watched = watchPage(page)
  // A product of one's own has the address of the machine.
  await context.addCookies(cookiesOf(ada).map((cookie) => ({ ...cookie, domain: '127.0.0.1' })))
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

  const api = createApiClient({ baseUrl: product.api, cookies: () => ada.cookie })
  const solutionId = /solutions\/([\w-]+)\//u.exec(page.url())?.[1] ?? ''
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
  await expect(page.getByText('Connection refused').first()).toBeVisible()
  await page.getByRole('link', { name: 'Open the incident' }).click()
  await page.getByLabel('Text').fill('The server is being restarted.')
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByRole('main').getByText('The server is being restarted.', { exact: true }).last()).toBeVisible()
  await expect(page.getByText('Acknowledged').first()).toBeVisible()
  expect(watched.complaints).toEqual([])
})
