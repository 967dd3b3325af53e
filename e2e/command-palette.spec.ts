import { expect, type Page, test } from '@playwright/test'
import { type Account, cookiesOf, createAccount, createCaptcha } from './account.ts'
import { seriousFaults } from './ask-axe.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

let owner: Account
let shopId: string

test.beforeAll(async () => {
  owner = await createAccount('Palette')
  shopId = (await createCaptcha(owner, 'Café shop')).solutionId
  await createCaptcha(owner, 'Blog')
})

test('with the keyboard alone one finds a page, a captcha and an action, and can switch single keys off', async ({
  page,
}) => {
  const watched = watchPage(page)
  await page.context().addCookies(cookiesOf(owner))
  await openPage(page, `${product.dashboard}/en/dashboard`)
  const search = page.getByRole('combobox', { name: 'Search or jump to' })

  await test.step('a captcha by part of its name, without its accent', async () => {
    await page.keyboard.press('Control+k')
    await expect(search).toBeFocused()
    await expect(page.getByRole('option', { name: 'New captcha' })).toBeVisible()
    await search.fill('cafe')
    await expect(page.getByRole('option')).toHaveCount(1)
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${product.dashboard}/en/solutions/${shopId}/overview`)
    await expect(page.locator('#content')).toBeFocused()
  })

  await test.step('a page of this captcha, chosen with the arrow keys; nothing found says so', async () => {
    await page.keyboard.press('Control+k')
    await search.fill('nothing is called so')
    await expect(page.getByText('Nothing found')).toBeVisible()
    await search.fill('verif')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`${shopId}/captcha/verifications$`, 'u'))
    // The new page takes the focus once it is there.
    await expect(page.locator('#content')).toBeFocused()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verifications')
  })

  await test.step('Escape gives the focus back', async () => {
    const button = page.getByRole('button', { name: 'Search or jump to' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(search).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(search).toBeHidden()
    await expect(button).toBeFocused()
  })

  await test.step('the list of shortcuts, and what it lists', async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await press(page, 'g', 'c')
    await expect(page).toHaveURL(`${product.dashboard}/en/captchas`)
    await expect(page.locator('#content')).toBeFocused()
    await page.keyboard.press('?')
    await page.getByLabel('Shortcuts without Ctrl').uncheck()
    await page.keyboard.press('Escape')
    await press(page, 'g', 'd')
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await expect(search).toBeFocused()
    expect(new URL(page.url()).pathname).toBe('/en/captchas')
  })

  await test.step('an action of the account menu', async () => {
    await search.fill('sign out')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${product.identity}/en/sign-out`)
  })
  expect(watched.complaints).toEqual([])
})

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}
