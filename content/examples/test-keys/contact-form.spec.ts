import { expect, test } from '@playwright/test'

test('a visitor sends the contact form', async ({ page }) => {
  await page.goto(process.env['SITE_URL'] ?? 'http://localhost:3000/')
  await page.getByLabel('E-mail').fill('ada@example.org')
  await page.getByLabel('Message').fill('Hello')
  // The widget holds the form until it has a token, so one press is enough.
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thank you.')).toBeVisible()
})
