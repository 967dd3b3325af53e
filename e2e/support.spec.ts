import { expect, test } from '@playwright/test'
import { cookiesOf } from './account.ts'
import { inMail } from './identity-mail.ts'
import { becomeOwner } from './owner.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

test('a question to support is sent, confirmed by mail and kept; the networks of a key are limited afterwards', async ({
  page,
  context,
}) => {
  const owner = await becomeOwner('Asking')
  const { api, solutionId } = owner
  await context.addCookies(cookiesOf(owner.account))
  const watched = watchPage(page)
  await openPage(page, `${product.dashboard}/en/support?topic=BLOCKED_VISITOR&reference=019a9b1c-5d3e`)
  await page.getByLabel('Captcha', { exact: true }).selectOption({ label: 'Form of Asking' })
  await page.getByRole('textbox', { name: 'Message' }).fill('Too short')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Please use at least 10 characters.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Message' }).fill('Why was this customer blocked?\nShe uses an old phone.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Your message was sent.')).toBeVisible()
  await expect(page.getByText('Waiting for an answer')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  expect((await api.listEnquiries()).items).toMatchObject([
    {
      topic: 'BLOCKED_VISITOR',
      solutionId,
      reference: '019a9b1c-5d3e',
      message: expect.stringContaining('\nShe uses'),
    },
  ])
  expect(await inMail(owner.account.email, /A blocked visitor/u)).toBe('A blocked visitor')

  await api.createBypassKey({
    solutionId,
    bypassKeyNewDto: { name: 'Nightly tests', expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
  })
  await openPage(page, `${product.dashboard}/en/solutions/${solutionId}/settings/bypass-keys`)
  await page.getByLabel('Edit Nightly tests').click()
  const form = page.locator('form:has(input[value="update"])')
  await form.getByLabel('Networks').fill('192.0.2.0/24\nthe office')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.locator('[aria-invalid="true"]')).toHaveValue('192.0.2.0/24\nthe office')
  await form.getByLabel('Networks').fill('192.0.2.0/24')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The key was changed.')).toBeVisible()
  expect((await api.listBypassKeys({ solutionId })).items).toMatchObject([{ networks: ['192.0.2.0/24'] }])
  expect(watched.complaints.filter((text) => !/status of 422/u.test(text))).toEqual([])
})
