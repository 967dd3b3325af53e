import { expect, test } from '@playwright/test'
import { allFaults } from './ask-axe.ts'
import { openAsPerson } from './open-as-person.ts'
import { product } from './product.ts'
import { watchPage } from './watch-page.ts'

test('acting like a bot is really refused, with the reasons', async ({ page }) => {
  const watched = watchPage(page)
  await page.goto(`${product.website}/en/products/captcha`)
  await page.getByRole('button', { name: 'Act like a bot' }).click()
  const verdict = page.locator('#verdict')
  await expect(verdict).toContainText('Blocked')
  await expect(verdict).toContainText('The proof of work is wrong')
  expect(watched.complaints).toEqual([])
})

test('without JavaScript the form is refused as a form without an answer', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${product.website}/en/products/captcha`)
  await page.getByLabel('E-mail').fill('anna@example.org')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.locator('#verdict')).toContainText('the form came without a token')
  await context.close()
})

test('a browser under automation is refused by the form as well', async ({ page }) => {
  await page.goto(`${product.website}/en/products/captcha`)
  // As much as the widget waits for before it answers.
  await page.getByLabel('E-mail').click()
  await page.getByLabel('E-mail').pressSequentially('anna@example.org')
  await expect(page.locator('bollard-captcha')).toContainText('We couldn’t let you through', { timeout: 60_000 })
})

test('a person is let through, with score, reasons and time from the server', async () => {
  const person = await openAsPerson(`${product.website}/en/products/captcha`)
  await person.click('#demo input')
  await person.type('anna@example.org')
  await expect.poll(() => person.textOf('bollard-captcha'), { timeout: 60_000 }).toContain('You’re through')
  await person.click('#demo button')
  await expect
    .poll(() => person.textOf('#verdict'), { timeout: 60_000 })
    .toMatch(/Let through.*Bot score.*0\.\d\d.*32 small tasks in [\d,]+ ms/su)
  expect(person.complaints).toEqual([])
  await person.close()
})

test('a visitor writes to the operator without an account, and a program does not', async ({ page }) => {
  await page.goto(`${product.website}/en/contact-sales`)
  const typed = {
    'Your name': 'Anna',
    'E-mail address': 'anna@visitor.example',
    Message: 'How many verifications are in a plan?',
  }
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.evaluate(() => document.querySelector<HTMLFormElement>('#form')?.submit())
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Please let the check above the button finish')
  await expect(page.getByLabel('Your name')).toHaveValue('Anna')
  expect(await allFaults(page, { exclude: 'bollard-captcha' })).toEqual([])
  const person = await openAsPerson(`${product.website}/en/contact-sales`)
  for (const [name, text] of [
    ['name', 'Anna'],
    ['email', 'anna@visitor.example'],
    ['message', 'How many verifications are in a plan?'],
  ] as const) {
    await person.click(`#form [name="${name}"]`)
    await person.type(text)
  }
  await expect.poll(() => person.textOf('bollard-captcha'), { timeout: 60_000 }).toContain('You’re through')
  await person.click('#form button[type="submit"]')
  await expect.poll(() => person.textOf('#form'), { timeout: 60_000 }).toContain('We’ve received your message')
  await person.close()
})
