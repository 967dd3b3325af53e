import { readFile } from 'node:fs/promises'
import { createApiClient } from '@bollard/api-client'
import { chromiumHeaders } from '@bollard/testing'
import { expect, type Page, test } from '@playwright/test'
import { type Account, type CaptchaKeys, cookiesOf, createAccount, createEasyCaptcha } from './account.ts'
import { product } from './product.ts'
import { runScript } from './script-visitor.ts'
import { openPage } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

const label = 'Form of the log'
let account: Account
let keys: CaptchaKeys
let refused: string[]
let passed: string[]

test.beforeAll(async () => {
  account = await createAccount('Log')
  keys = await createEasyCaptcha(account, label)
  refused = [await visit(false), await visit(false)]
  passed = [await visit(true)]
})

/** Sends a visitor who passes, or a script that is refused; the id of the verification. */
async function visit(isBrowser: boolean): Promise<string> {
  const headers = isBrowser ? chromiumHeaders : {}
  return (await runScript({ siteKey: keys.siteKey, claimsBrowser: isBrowser, headers })).verificationId
}

const rowsOf = (page: Page) => page.locator('main tbody tr')
const idsOf = async (page: Page) =>
  (await rowsOf(page).getByRole('link').all()).reduce<Promise<string[]>>(
    async (before, link) => [...(await before), (await link.getAttribute('href'))?.split('/').at(-1) ?? ''],
    Promise.resolve([]),
  )

test('from the code that a visitor quotes to the reasons it takes three clicks', async ({ page, context }) => {
  await context.addCookies(cookiesOf(account))
  const watched = watchPage(page)
  await openPage(page, `${product.dashboard}/en/solutions/${keys.solutionId}/overview`)
  let clicks = 0
  const click = async (target: ReturnType<Page['locator']>) => {
    await target.click()
    clicks += 1
  }
  await click(page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Verifications' }))
  // As it comes out of a mail, with its line break.
  await page.getByRole('searchbox', { name: 'Reference code' }).fill(` ${refused[0]?.slice(0, 13).toUpperCase()} \n`)
  await click(page.getByRole('button', { name: 'Find' }))
  await expect(rowsOf(page)).toHaveCount(1)
  await click(rowsOf(page).getByRole('link'))
  await expect(page.getByRole('heading', { name: 'Verification', exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'towards a bot' }).first()).toBeVisible()
  console.log(`${clicks} clicks from the overview to the reasons of a reference code`)
  expect(clicks).toBeLessThanOrEqual(3)
  expect(watched.complaints).toEqual([])
})

test('what a filter shows is saved, exported row by row, and erased after its name was typed', async ({
  page,
  context,
}) => {
  await context.addCookies(cookiesOf(account))
  const watched = watchPage(page)
  const log = `${product.dashboard}/en/solutions/${keys.solutionId}/captcha/verifications`
  await openPage(page, log)
  await expect(rowsOf(page)).toHaveCount(3)

  // The stream of what fits the filter opens late, and still tells what came in since the rows were read.
  const { promise: both, resolve: open } = Promise.withResolvers<void>()
  await page.route(/\/live\?outcome/u, (route) => void both.then(() => route.continue()))
  await page.locator('summary', { hasText: 'Filters' }).click()
  await page.getByRole('group', { name: 'Result' }).getByLabel('Blocked').check()
  await page.getByLabel('Score from').fill('0.5')
  await page.getByRole('button', { name: 'Show verifications' }).click()
  await expect(page).toHaveURL(`${log}?outcome=REFUSED&scoreFrom=0.5`)
  await expect(page.getByText('2 verifications match.')).toBeVisible()

  await test.step('of what comes in, only what fits is announced', async () => {
    passed.push(await visit(true))
    refused.push(await visit(false))
    open()
    await expect(page.getByRole('button', { name: /^Live/u })).toBeVisible()
    await page.getByRole('button', { name: 'Show 1 new verification' }).click()
    await expect(rowsOf(page)).toHaveCount(3)
  })
  const shown = await idsOf(page)
  expect(shown).toEqual(refused.toReversed())

  await test.step('the filter has a name on every device', async () => {
    await page.locator('summary', { hasText: 'Save filter' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Blocked for sure')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Filter saved.')).toBeVisible()
    const api = createApiClient({ baseUrl: product.api, cookies: () => account.cookie })
    const { items } = await api.listSavedFilters({ solutionId: keys.solutionId })
    expect(items.map(({ name, filters }) => [name, filters])).toEqual([
      ['Blocked for sure', { outcome: ['REFUSED'], scoreFrom: 0.5 }],
    ])
    await page.locator('main').press('Escape')
    await expect(page).toHaveURL(log)
    await expect(rowsOf(page)).toHaveCount(5)
    await page.getByRole('link', { name: 'Blocked for sure' }).click()
    await expect(rowsOf(page)).toHaveCount(3)
  })

  await test.step('the file has the rows of the page, in their order', async () => {
    await page.getByRole('link', { name: 'Export' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const [, ...lines] = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines.map((line) => line.split(',')[0])).toEqual(shown)
    await page.getByRole('button', { name: 'Create JSON file' }).click()
    await expect(page.getByText('The file is being written.')).toBeVisible()
    const file = page.waitForEvent('download')
    await page.getByRole('link', { name: /^Download the JSON file/u }).click({ timeout: 30_000 })
    const written: unknown = JSON.parse(await readFile(await (await file).path(), 'utf8'))
    expect(written).toMatchObject(shown.map((verificationId) => ({ verificationId })))
  })

  await test.step('what it shows is counted, and erased when the name is typed', async () => {
    await page.getByRole('link', { name: 'Change filters' }).click()
    await page.getByRole('link', { name: 'Erase verifications' }).click()
    await page.getByRole('button', { name: 'Count' }).click()
    await expect(page.getByText('This erases 3 verifications.')).toBeVisible()
    const confirm = page.getByLabel('Name of the captcha')
    await confirm.fill('something else')
    await page.getByRole('button', { name: 'Erase permanently' }).click()
    await expect(confirm).toHaveAccessibleDescription(/That isn’t the name/u)
    // The browser notes the refusal, and nothing else.
    expect(watched.complaints.splice(0)).toEqual([expect.stringContaining('422')])
    await confirm.fill(label)
    await page.getByRole('button', { name: 'Erase permanently' }).click()
    await expect(page.getByText('3 verifications were erased.')).toBeVisible()
    await expect(rowsOf(page)).toHaveCount(1)
    await openPage(page, log)
    await expect(rowsOf(page)).toHaveCount(2)
    expect(await idsOf(page)).toEqual(passed.toReversed())
  })
  expect(watched.complaints).toEqual([])
})
