import { expect, type Page, test } from '@playwright/test'
import { confirmationLink, cookiesOf, createAccount, password } from './account.ts'
import { startCustomerSite } from './customer-site.ts'
import { openAsPerson } from './open-as-person.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

/** Counts what somebody presses, and the fields that they fill in, on every page that this one shows. */
async function countEffort(page: Page): Promise<{ clicks: number; fields: number }> {
  const effort = { clicks: 0, fields: 0 }
  await page.exposeBinding('countEffort', (_source, what: keyof typeof effort) => void (effort[what] += 1))
  await page.addInitScript(() => {
    const { countEffort } = globalThis as unknown as { countEffort: (what: string) => void }
    const filled = new WeakSet<EventTarget>()
    addEventListener('click', ({ isTrusted }) => isTrusted && countEffort('clicks'), true)
    addEventListener('input', ({ target }) => {
      if (target === null || filled.has(target)) return
      filled.add(target)
      countEffort('fields')
    })
  })
  return effort
}

test('from sign-up to a protected form: a person passes, the default automation is stopped, and the owner sees why', async ({
  page,
  browser,
}) => {
  const watched = watchPage(page)
  const effort = await countEffort(page)
  const begun = Date.now()
  const email = `owner.${Date.now().toString(36)}@example.org`

  await test.step('sign up and confirm the address', async () => {
    await page.goto(`${product.website}/`)
    await expect(page).toHaveURL(`${product.website}/en/products/captcha`)
    await page.getByRole('link', { name: 'Protect a form' }).click()
    await page.getByLabel('First name').fill('Olga')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
    await openPage(page, await confirmationLink(email))
    await page.getByRole('button', { name: 'Confirm and continue' }).click()
    await expect(page).toHaveURL(new RegExp(`^${product.dashboard}/en/dashboard`, 'u'))
  })

  const keys = await test.step('create a captcha', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Create captcha' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Newsletter form')
    await page.getByRole('textbox', { name: 'Domains' }).fill('localhost')
    await page.getByRole('button', { name: 'Create captcha' }).click()
    const siteKey = await page.getByRole('textbox', { name: 'Site key' }).inputValue()
    const secretKey = await page.getByRole('textbox', { name: 'Secret key' }).inputValue()
    for (const key of ['Site key', 'Secret key'])
      await page
        .locator('[data-slot="copy-field"]')
        .filter({ has: page.getByRole('textbox', { name: key }) })
        .getByRole('button')
        .click()
    expect(siteKey).toMatch(/^bsk_[0-9A-Za-z]{22}$/u)
    expect(secretKey).toMatch(/^bsec_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/u)
    await expect(page.getByText('Waiting for the first verification')).toBeVisible()
    return { siteKey, secretKey }
  })

  const site = await startCustomerSite({ api: product.api, ...keys })
  await test.step('a person sends the form, and the onboarding sees both halves', async () => {
    const person = await openAsPerson(site.url)
    await person.click('input')
    await person.type('anna@example.org')
    await expect.poll(() => person.textOf('bollard-captcha'), { timeout: 60_000 }).toContain('You’re through')
    await person.click('form button')
    await expect.poll(() => site.answers.length).toBe(1)
    await person.close()
    expect(site.answers[0]).toMatchObject({ success: true, hostname: 'localhost' })
    expect(site.answers[0]?.score).toBeLessThan(0.3)
    await expect(page.getByText('First verification on')).toBeVisible()
    await expect(page.getByText('First token verified on')).toBeVisible()
    await expect(page.getByText('Everything works')).toBeVisible()
    // The link of the mail, and the field and the button of the form, are pressed elsewhere.
    const [clicks, seconds] = [effort.clicks + 3, Math.round((Date.now() - begun) / 1000)]
    console.log(`${clicks} clicks, ${effort.fields + 1} fields and ${seconds} s from the website to a verified form`)
    expect(clicks).toBeLessThanOrEqual(12)
  })

  await test.step('the default automation is stopped', async () => {
    const robot = await browser.newPage()
    await robot.goto(site.url)
    // As much as the widget waits for before it answers.
    await robot.getByLabel('E-mail').click()
    await robot.getByLabel('E-mail').pressSequentially('anna@example.org')
    await expect(robot.locator('bollard-captcha')).toContainText('We couldn’t let you through', { timeout: 60_000 })
    await robot.close()
  })

  await test.step('the overview counts both, and the detail says why', async () => {
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await page.reload()
    const latest = page.getByRole('region', { name: 'Latest verifications' })
    await expect(latest.getByText('Blocked')).toBeVisible()
    await expect(latest.getByText('Let through')).toBeVisible()
    await latest.getByRole('link').filter({ hasNotText: 'View all' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Verification')
    await expect(page.getByText('The visitor was blocked as a bot.')).toBeVisible()
    await expect(page.getByText('Driven by an automation tool').first()).toBeVisible()
  })

  await site.close()
  expect(watched.complaints).toEqual([])
  expect(watched.foreignRequests).toEqual([])
})

test('a double click creates one captcha, shows its secret key, and leads to its own pages', async ({
  page,
  context,
}) => {
  await context.addCookies(cookiesOf(await createAccount('Twice')))
  await openPage(page, `${product.dashboard}/en/solution-creation`)
  await page.getByLabel('Name', { exact: true }).fill('Clicked twice')
  await page.getByRole('button', { name: 'Create captcha' }).dblclick()
  await expect(page).toHaveURL(/\/solutions\/[^/]+\/set-up$/u)
  await expect(page.getByRole('textbox', { name: 'Secret key' })).toHaveValue(/^bsec_/u)
  await expect(
    page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Setup' }),
  ).toHaveAttribute('aria-current', 'page')
  await openPage(page, `${product.dashboard}/en/captchas`)
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('whoever was signed out meanwhile comes back to the form as they left it', async ({ page, context }) => {
  const account = await createAccount('Away')
  await context.addCookies(cookiesOf(account))
  await openPage(page, `${product.dashboard}/en/dashboard`)
  await page.getByRole('link', { name: 'New captcha' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Half written')
  await page.getByRole('textbox', { name: 'Domains' }).fill('shop.example.org')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Create captcha' }).click()
  await page.getByLabel('E-mail address').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half written')
  await expect(page.getByRole('textbox', { name: 'Domains' })).toHaveValue('shop.example.org')
})
