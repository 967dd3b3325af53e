import { createApiClient } from '@bollard/api-client'
import { expect, test } from '@playwright/test'
import { createAccount } from './account.ts'
import { inMail } from './identity-mail.ts'
import { openAsPerson } from './open-as-person.ts'
import { product } from './product.ts'

test.use({ javaScriptEnabled: false })

test('without JavaScript a visitor opens a page with its password, reads how things are, what is reported, and earlier months', async ({
  page,
}) => {
  const { slug, report } = await publishPage('Ada', { password: 'open sesame' })
  await report()

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

test('who subscribes with the captcha of the form confirms by mail, is told of a report, and one click ends that', async ({
  page,
}) => {
  const { slug, report } = await publishPage('Grace', {})
  const person = await openAsPerson(`${product.status}/${slug}/subscribe`)
  const to = `${slug}@visitor.example`
  await person.click('[name="destination"]')
  await person.type(to)
  await expect.poll(() => person.textOf('bollard-captcha'), { timeout: 60_000 }).toContain('You’re through')
  await person.click('main button[type="submit"]')
  await expect.poll(() => person.textOf('h1')).toBe('Look for our message')
  expect(person.complaints).toEqual([])
  await person.close()

  const link = await inMail(to, /https?:\/\/\S+\/subscription\/\S+/u)
  expect(new URL(link).origin).toBe(product.status)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your subscription is confirmed')
  await report()
  expect(await inMail(to, /We look into it\./u)).toContain('look')

  const token = new URL(link).pathname.split('/').at(-1)
  const ended = await fetch(`${product.api}/monitoring/v1/status-subscriptions/${token}/end`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(ended.status).toBe(204)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no subscription here')
})

/** A status page with one service, of a new account. `report` reports that the service is slow. */
async function publishPage(name: string, more: { readonly password?: string }) {
  const owner = await createAccount(name)
  const api = createApiClient({ baseUrl: product.api, cookies: () => owner.cookie })
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
      groups: [{ components: [{ serviceId, name: 'Checkout' }] }],
      ...more,
    },
  })
  const componentId = made.groups[0]?.components[0]?.id ?? ''
  const statusReportNewDto = {
    statusPageId: made.id,
    title: 'Orders are slow',
    stage: 'INVESTIGATING' as const,
    text: 'We look into it.',
    impacts: [{ componentId, impact: 'DEGRADED' as const }],
  }
  return { slug, report: async () => void (await api.createStatusReport({ solutionId, statusReportNewDto })) }
}
