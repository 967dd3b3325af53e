import { expect, test } from '@playwright/test'
import { kumaDatabase } from '../services/monitoring/src/imports/testing/kuma-database.ts'
import { cookiesOf, createAccount } from './account.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

test('a database of Uptime Kuma is looked at, imported, and monitored', async ({ context, page }) => {
  const watched = watchPage(page)
  const ada = await createAccount('Ada')
  await context.addCookies(cookiesOf(ada))
  await openPage(page, `${product.dashboard}/en/solution-creation/monitoring`)
  await page.getByLabel('Name', { exact: true }).fill('From Uptime Kuma')
  await page.getByRole('button', { name: 'Create monitoring' }).click()
  await page.getByRole('link', { name: 'Import from another product' }).click()

  const database = kumaDatabase({
    monitor: [{ id: 1, name: 'The old shop', type: 'http', url: 'https://shop.example/', interval: 86_400, active: 0 }],
    notification: [
      { id: 1, name: 'Team', config: '{"type":"slack","slackwebhookURL":"https://hooks.slack.com/a-secret"}' },
    ],
    monitor_notification: [{ monitor_id: 1, notification_id: 1 }],
    status_page: [{ id: 1, slug: 'shop-status', title: 'Shop status' }],
  })
  const form = page.locator('form', { has: page.locator('[value=import]') })
  const file = { name: 'kuma.db', mimeType: 'application/octet-stream', buffer: Buffer.from(database, 'base64') }
  await form.getByLabel('File', { exact: true }).setInputFiles(file)
  await form.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('Nothing has been changed yet')).toBeVisible()
  await page.getByText(/^Not imported as it was/u).click()
  await expect(page.getByText('switched off until you have looked at it').first()).toBeVisible()
  expect(await page.content()).not.toContain('a-secret')
  await form.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Applied', { exact: true })).toBeVisible()

  const monitoring = page.url().replace(/\/import.*$/u, '')
  await openPage(page, `${monitoring}/services`)
  await expect(page.getByRole('link', { name: 'The old shop' })).toBeVisible()
  await openPage(page, `${monitoring}/channels`)
  await expect(page.getByText('Team').first()).toBeVisible()
  expect(watched.complaints).toEqual([])
})
