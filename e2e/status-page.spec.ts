import { createApiClient } from '@bollard/api-client'
import { expect, test } from '@playwright/test'
import { createAccount } from './account.ts'
import { product } from './product.ts'

test.use({ javaScriptEnabled: false })

test('without JavaScript a visitor opens a page with its password, reads how things are, what is reported, and earlier months', async ({
  page,
}) => {
  const ada = await createAccount('Ada')
  const api = createApiClient({ baseUrl: product.api, cookies: () => ada.cookie })
  const { id: solutionId } = await api.createSolution({ solutionNewDto: { type: 'MONITORING', label: 'Servers' } })
  const check = { kind: 'MANUAL' as const, target: { state: 'UP' as const } }
  const monitoredServiceNewDto = { name: 'An inner name', check }
  const { id: serviceId } = await api.createMonitoredService({ solutionId, monitoredServiceNewDto })
  const slug = `shop-${solutionId.slice(-12)}`
  const made = await api.createStatusPage({
    solutionId,
    statusPageNewDto: {
      slug,
      name: 'Example shop',
      languages: ['en', 'de'],
      published: true,
      password: 'open sesame',
      groups: [{ components: [{ serviceId, name: 'Checkout' }] }],
    },
  })
  const componentId = made.groups[0]?.components[0]?.id ?? ''
  await api.createStatusReport({
    solutionId,
    statusReportNewDto: {
      statusPageId: made.id,
      title: 'Orders are slow',
      stage: 'INVESTIGATING',
      text: 'We look into it.',
      impacts: [{ componentId, impact: 'DEGRADED' }],
    },
  })

  await page.goto(`${product.status}/${slug}`)
  await expect(page.getByRole('heading', { name: 'This page has a password' })).toBeVisible()
  await page.getByLabel('Password').fill('open sesame!')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This isn’t the password of the page.')
  await page.getByLabel('Password').fill('open sesame')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 of 1 services is impaired')
  await expect(page.getByRole('listitem').filter({ hasText: 'Checkout' }).first()).toBeVisible()
  expect(await page.content()).not.toContain('An inner name')
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 von 1 Diensten ist beeinträchtigt')
  await page.getByRole('link', { name: 'Orders are slow' }).click()
  await expect(page.getByText('We look into it.')).toBeVisible()
  await page.getByRole('link', { name: 'Verlauf' }).click()
  await expect(page.getByRole('link', { name: 'Orders are slow' })).toBeVisible()
})
