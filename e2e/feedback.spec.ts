import { chromiumHeaders } from '@bollard/testing'
import { expect, type Page, test } from '@playwright/test'
import { type Account, type CaptchaKeys, cookiesOf, createAccount, createCaptcha } from './account.ts'
import { product } from './product.ts'
import { runScript, tokenFor } from './script-visitor.ts'
import { openPage, untilTakenOver } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

let account: Account
let keys: CaptchaKeys
let passedId: string
let refusedId: string
const solution = (path: string) => `${product.dashboard}/en/solutions/${keys.solutionId}/${path}`
const detail = (id: string) => solution(`captcha/verifications/${id}`)

test.beforeAll(async () => {
  account = await createAccount('Feedback')
  keys = await createCaptcha(account, 'Feedback')
  passedId = (await tokenFor(keys.siteKey)).verificationId
  refusedId = await refused(keys)
})

async function refused({ siteKey }: CaptchaKeys): Promise<string> {
  return (await runScript({ siteKey, headers: chromiumHeaders, claimsBrowser: false })).verificationId
}

/** What a customer's server sends. */
async function report({ secretKey }: CaptchaKeys, verificationId: string, body: object): Promise<[number, unknown]> {
  const answer = await fetch(`${product.api}/captcha/v1/verifications/${verificationId}/feedback`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return [answer.status, await answer.json()]
}

test.beforeEach(async ({ context }) => {
  await context.addCookies(cookiesOf(account))
})

const button = (page: Page, name: string) =>
  page.getByRole('group', { name: 'What was this visitor?' }).getByRole('button', { name })

test('a member says what a visitor was, by keyboard, hears that it was saved, changes it and takes it back; the overview counts it', async ({
  page,
}) => {
  const watched = watchPage(page)
  await openPage(page, solution('overview'))
  await expect(page.getByText('No data yet: no verification was labelled in the last 7 days.')).toBeVisible()

  await openPage(page, detail(refusedId))
  const [person, bot] = [button(page, 'This was a person'), button(page, 'This was a bot')]
  for (const one of [person, bot]) await expect(one).toHaveAttribute('aria-pressed', 'false')
  const status = page.getByRole('status').filter({ hasText: /Saved|Label removed/u })

  await person.focus()
  await page.keyboard.press('Enter')
  await expect(person).toHaveAttribute('aria-pressed', 'true')
  await expect(status).toHaveText('Saved: this was a person.')
  await expect(person).toBeFocused()
  await page.reload()
  await untilTakenOver(page)
  await expect(person).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Labelled by your team on')).toBeVisible()

  await page.keyboard.press('Tab')
  await bot.focus()
  await page.keyboard.press('Space')
  await expect(bot).toHaveAttribute('aria-pressed', 'true')
  await expect(person).toHaveAttribute('aria-pressed', 'false')
  await expect(status).toHaveText('Saved: this was a bot.')
  await bot.click()
  await expect(bot).toHaveAttribute('aria-pressed', 'false')
  await expect(status).toHaveText('Label removed.')
  await expect(page.getByText('Labelled by your team on')).toHaveCount(0)

  await person.click()
  await expect(status).toHaveText('Saved: this was a person.')
  await openPage(page, solution('overview'))
  await expect(page.getByText('1 of 1 labelled person')).toHaveCount(1)
  await expect(page.getByText('0 of 1 labelled person')).toHaveCount(1)
  await expect(
    page.getByText('likely between 20.7 % and 100 %').or(page.getByText('likely between 20.7% and 100%')),
  ).toHaveCount(1)
  await expect(page.getByText('No bot labelled yet')).toBeVisible()
  expect(watched.complaints).toEqual([])
  expect(watched.foreignRequests).toEqual([])
})

test("the customer's server reports a bot, the detail shows who said so and why, and a member overrules it", async ({
  page,
}) => {
  expect(await report(keys, passedId, { label: 'BOT', comment: 'chargeback' })).toMatchObject([
    200,
    { label: 'BOT', by: 'SERVER' },
  ])
  await openPage(page, detail(passedId))
  await expect(button(page, 'This was a bot')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Labelled by your server on')).toBeVisible()
  await expect(page.getByText('Note: “chargeback”')).toBeVisible()
  await button(page, 'This was a person').click()
  await expect(page.getByText('Labelled by your team on')).toBeVisible()
  expect(await report(keys, passedId, { label: 'BOT', comment: 'chargeback' })).toMatchObject([
    200,
    { label: 'PERSON', by: 'MEMBER' },
  ])
  await button(page, 'This was a bot').click()
  await expect(button(page, 'This was a bot')).toHaveAttribute('aria-pressed', 'true')
})

test('it works without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await context.addCookies(cookiesOf(account))
  const page = await context.newPage()
  const { verificationId } = await tokenFor(keys.siteKey)
  await page.goto(detail(verificationId))
  await button(page, 'This was a person').click()
  await expect(button(page, 'This was a person')).toHaveAttribute('aria-pressed', 'true')
  await button(page, 'This was a person').click()
  await expect(button(page, 'This was a person')).toHaveAttribute('aria-pressed', 'false')
  await context.close()
})

test('a label that went through no button is refused, and another site cannot send one', async ({ page }) => {
  const send = (headers: Record<string, string>, label: string) =>
    page.request.post(detail(refusedId), { headers, form: { label } })
  expect((await send({ origin: product.dashboard }, 'ROBOT')).status()).toBe(422)
  expect((await send({ origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }, 'BOT')).ok()).toBe(false)
  await openPage(page, detail(refusedId))
  await expect(button(page, 'This was a bot')).toHaveAttribute('aria-pressed', 'false')
})
