import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createApiClient } from '@bollard/api-client'
import { openDatabase } from '@bollard/database'
import { totpCode } from '@bollard/testing'
import { type BrowserContext, expect, test } from '@playwright/test'
import { type Account, cookiesOf, createAccount, createCaptcha, password } from './account.ts'
import { inMail, linkTo } from './identity-mail.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'

// One person and one solution through all of it. The second factor comes last, as from then on every proof would ask for it.
test.describe.configure({ mode: 'serial' })

let ada: Account
let solutionId: string
const label = 'Kiosk by the pier'
const apiOf = (account: Account) => createApiClient({ baseUrl: product.api, cookies: () => account.cookie })
const settings = (page: string, language = 'en') =>
  `${product.dashboard}/${language}/solutions/${solutionId}/settings/${page}`

test.beforeAll(async () => {
  ada = await createAccount('Ada')
  solutionId = (await createCaptcha(ada, label)).solutionId
})

/** What no person does, and only time or a mail server. */
async function letHappen(name: string, sql: string, ...values: readonly unknown[]): Promise<void> {
  const host = join(product.dataDirectory, 'postgres')
  const db = openDatabase({
    connectionString: `postgresql:///bollard?${new URLSearchParams({ host, user: 'bollard' })}`,
    max: 1,
  })
  await db.query(`test-${name}`, sql, [...values]).finally(() => db.close())
}

/** A proof gives the session another token. */
async function keepCookies(context: BrowserContext): Promise<void> {
  ada.cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
}

test('everything of a solution is downloaded as one file, after a proof that leads back to the link', async ({
  context,
  page,
}) => {
  const sql = `update identity.sessions set proven_at = proven_at - interval '1 hour' where user_id = (select id from identity.users where email = $1)`
  await letHappen('age-proof', sql, ada.email)
  await context.addCookies(cookiesOf(ada))
  await openPage(page, settings('unsubscribe'))
  await page.getByRole('link', { name: 'Everything (ZIP)' }).click()
  await expect(page).toHaveURL(new RegExp(`^${product.identity}/en/prove`, 'u'))
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL(settings('unsubscribe?proven'))
  await expect(page.getByText('You can download the file for the next ten minutes.')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Everything (ZIP)' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`bollard-solution-${solutionId}.zip`)
  const file = await readFile(await download.path())
  expect(file.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  expect(file.includes('solution.json')).toBe(true)
  await keepCookies(context)
})

test('whoever’s mails come back reads so on every page of both sites, until one is taken again', async ({
  browser,
}) => {
  await letHappen(
    'bounce',
    `insert into mail.bounces (address, at, answer) values ($1, now(), '550 5.1.1 no such user')`,
    ada.email,
  )
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  await context.addCookies(cookiesOf(ada))
  const page = await context.newPage()
  await openPage(page, settings('members', 'de'))
  await expect(page.getByText(`Mails an ${ada.email} kommen zurück`)).toBeVisible()
  await openPage(page, `${product.dashboard}/en/dashboard`)
  await page.getByRole('link', { name: 'Change the address or try again' }).click()
  await expect(page).toHaveURL(`${product.identity}/en/account/email`)
  await expect(page.getByText(`E-mail to ${ada.email} is bouncing`)).toBeVisible()
  // It leads to the page where one is already from all others alone.
  await expect(page.getByRole('main').getByRole('link', { name: 'Change address' })).toHaveCount(0)
  await openPage(page, `${product.identity}/en/account`)
  await expect(page.getByRole('main').getByRole('link', { name: 'Change address' })).toBeVisible()
  await page.getByRole('button', { name: 'Send a test e-mail' }).click()
  await expect(page.getByText(`We’ve sent an e-mail to ${ada.email}.`)).toBeVisible()
  expect(await inMail(ada.email, /https?:\/\/\S+\/en\/account\b/u)).toBe(`${product.identity}/en/account`)
  const told = () =>
    Promise.all(
      [`${product.identity}/en/account`, `${product.dashboard}/en/dashboard`].map(async (url) => {
        const answer = await context.request.get(url)
        return [answer.status(), (await answer.text()).includes('is bouncing')]
      }),
    )
  expect(await told()).toEqual([
    [200, true],
    [200, true],
  ])
  await letHappen('mail-taken', 'delete from mail.bounces where address = $1', ada.email)
  expect(await told()).toEqual([
    [200, false],
    [200, false],
  ])
  await context.close()
})

test('a full plan keeps its next member out in words that say whom to ask, and lets them in once there is room', async ({
  browser,
}) => {
  const api = apiOf(ada)
  const [bea, cem] = [await createAccount('Bea'), await createAccount('Cem')]
  for (const { email } of [bea, cem])
    await api.createSolutionInvitation({
      solutionId,
      solutionInvitationCreationDto: { email, role: 'VIEWER', language: 'en' },
    })
  // As if the trial had ended in the meantime: the free plan has room for two.
  await letHappen(
    'smaller-plan',
    `update billing.subscriptions set plan_code = 'FREE' where solution_id = $1`,
    solutionId,
  )
  const [invitation] = (await apiOf(bea).listMyInvitations()).items
  await apiOf(bea).acceptInvitation({ invitationAcceptanceDto: { invitationId: invitation?.id ?? '' } })

  const guests = await browser.newContext()
  await guests.addCookies(cookiesOf(cem))
  const guest = await guests.newPage()
  await openPage(guest, await inMail(cem.email, linkTo('invitation#token=')))
  await guest.getByRole('button', { name: 'Accept' }).click()
  await expect(guest.getByText(`${label} has no room for another member`)).toBeVisible()
  await expect(
    guest.getByText(
      /Ask Ada to remove someone or choose a larger plan, then accept. The invitation stays valid until .*\d{4}\./u,
    ),
  ).toBeVisible()

  const admins = await browser.newContext()
  await admins.addCookies(cookiesOf(ada))
  const admin = await admins.newPage()
  await openPage(admin, settings('members'))
  await admin.getByLabel('E-mail address').fill('one.more@example.org')
  await admin.getByRole('button', { name: 'Send invitation' }).click()
  await expect(admin.getByRole('alert')).toContainText('All seats on your plan are taken.')
  await expect(admin.getByRole('link', { name: 'View plans' })).toHaveAttribute(
    'href',
    new URL(settings('billing')).pathname,
  )
  await expect(admin.getByLabel('E-mail address')).toHaveValue('one.more@example.org')
  await admin.getByRole('link', { name: /^Change\W+Bea/u }).click()
  await admin.getByRole('button', { name: 'Remove from captcha' }).click()
  await expect(admin.getByText('The member was removed and notified by e-mail.')).toBeVisible()
  await admins.close()

  await guest.getByRole('button', { name: 'Try again' }).click()
  await expect(guest).toHaveURL(new RegExp(`^${product.dashboard}/en/solutions/${solutionId}/overview`, 'u'))
  await guests.close()
})

test('alerts come to an address once its owner has said so, and links that are used up or broken say that', async ({
  browser,
}) => {
  const api = apiOf(ada)
  const email = `alerts.${Date.now().toString(36)}@example.org`
  const { addresses, ...stored } = await api.getAlertSettings({ solutionId })
  await api.putAlertSettings({ solutionId, alertSettingsDto: { ...stored, recipients: [{ email, language: 'de' }] } })
  const state = async () => (await api.getAlertSettings({ solutionId })).addresses.map((address) => address.state)
  expect([addresses, await state()]).toEqual([[], ['WAITING']])
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const link = await inMail(email, linkTo('confirm-alerts'))
  await openPage(page, link)
  // Programs that look through mails open every link in them.
  expect(await state()).toEqual(['WAITING'])
  await page.getByRole('button', { name: 'Adresse bestätigen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bestätigt')
  expect(await state()).toEqual(['CONFIRMED'])
  await openPage(page, link)
  await page.getByRole('button', { name: 'Adresse bestätigen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dieser Link gilt nicht mehr')
  const withoutToken = await context.request.get(`${product.identity}/en/confirm-alerts`)
  expect(await withoutToken.text()).toMatch(/<h1[^>]*>This link no longer works</u)
  await openPage(page, `${product.identity}/en/unsubscribe-alerts?token=${solutionId}.x`)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work')
  expect(await state()).toEqual(['CONFIRMED'])
  await context.close()
})

test('an admin of a paid plan is told of the second factor before and when it is due, sets one up, and is back where it was asked for', async ({
  context,
  page,
}) => {
  await letHappen(
    'paid-plan',
    `update billing.subscriptions set status = 'ACTIVE', plan_code = 'BUSINESS', trial_ends_at = null where solution_id = $1`,
    solutionId,
  )
  const paidSince = (days: number) =>
    letHappen(
      'paid-since',
      `update solution.solutions set paid_since = now() - make_interval(days => $2::int) where id = $1`,
      solutionId,
      days,
    )
  await context.addCookies(cookiesOf(ada))
  await paidSince(1)
  await openPage(page, settings('members'))
  await expect(page.getByText(/^From .* you need a second factor here$/u)).toBeVisible()
  await page.getByRole('button', { name: 'Remind me tomorrow' }).click()
  await expect(page.getByText(/^From .* you need a second factor here$/u)).toHaveCount(0)
  await expect(page).toHaveURL(settings('members'))
  const textAt = async (url: string) => (await context.request.get(url)).text()
  expect(await textAt(`${product.identity}/de/account`)).toMatch(/>Ab dem [^<]* brauchen Sie einen zweiten Faktor</u)

  await paidSince(15)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await textAt(`${product.identity}/en/account`)).toMatch(/>You need a second factor</u)
  expect(await textAt(settings('members', 'de'))).toContain('Hier brauchen Sie einen zweiten Faktor')
  await openPage(page, settings('members'))
  await page.getByLabel('E-mail address').fill('one.more@example.org')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'You need a second factor for this.' })).toBeVisible()

  await page.getByRole('link', { name: 'Set up a second factor' }).click()
  await expect(page.getByText('You need a second factor', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = (await page.getByLabel('Key', { exact: true }).inputValue()).replaceAll(' ', '')
  await page.getByLabel('Current code from the app').fill(totpCode(secret, Math.floor(Date.now() / 30_000)))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  await expect(page.getByText('You need a second factor', { exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(page).toHaveURL(settings('members'))
  await expect(page.getByText('You need a second factor')).toHaveCount(0)
  await page.getByLabel('E-mail address').fill('one.more@example.org')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('We’ve sent the invitation to one.more@example.org.')).toBeVisible()
})
