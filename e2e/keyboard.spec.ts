import { expect, type Locator, type Page, test } from '@playwright/test'
import { createAccount, password } from './account.ts'
import { product } from './product.ts'
import { runScript } from './script-visitor.ts'
import { openPage } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

/** More stops than any page has between two things that somebody does on it. */
const stopsMax = 120

/** Goes on by the Tab key to one of these, which must then be seen to have the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < stopsMax; stop += 1) {
    await page.keyboard.press('Tab')
    // Asked anew at each stop, since a page may draw what it is looking for again meanwhile.
    const at = await target.evaluate((element) => {
      if (document.activeElement !== element) return null
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none' ? 'seen' : 'unseen'
    })
    if (at !== null) return expect(at).toBe('seen')
  }
  throw new Error(`The Tab key does not come to ${target.toString()}`)
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Types over what stands in a field. */
async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Goes to a page of the menus by the palette. */
async function goTo(page: Page, name: string): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Search or jump to' })
  await page.keyboard.press('ControlOrMeta+k')
  await expect(search).toBeFocused()
  await page.keyboard.type(name)
  await expect(search).toHaveValue(name)
  await expect(page.getByRole('option').first()).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.locator('#content')).toBeFocused()
}

const button = (place: Page | Locator, name: string): Locator => place.getByRole('button', { name, exact: true })
const told = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text })

test('the ten main tasks of an owner take a keyboard and nothing else', async ({ page }) => {
  const { email } = await createAccount('Keyboard')
  const watched = watchPage(page)

  await test.step('1 sign in', async () => {
    await openPage(page, `${product.identity}/en/sign-in`)
    await typeInto(page, page.getByLabel('E-mail address'), email)
    await typeInto(page, page.getByLabel('Password', { exact: true }), password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${product.dashboard}/en/dashboard`)
  })

  const keys = await test.step('2 create a captcha, and copy its site key', async () => {
    await openPage(page, page.url())
    await goTo(page, 'New captcha')
    await typeInto(page, page.getByLabel('Name', { exact: true }), 'Newsletter')
    await typeInto(page, page.getByRole('textbox', { name: 'Domains' }), 'localhost')
    await press(page, button(page, 'Create captcha'))
    // The answer stands there first, and leads on to the set-up's own address, which draws it anew.
    await expect(page).toHaveURL(/\/set-up$/u)
    await expect(page.locator('#content')).toBeFocused()
    const key = page.getByRole('textbox', { name: 'Site key' })
    await expect(key).toHaveValue(/^bsk_/u)
    const copy = page.locator('[data-slot="copy-field"]').filter({ has: key }).getByRole('button')
    await press(page, copy)
    await expect(copy).toHaveAttribute('data-copied')
    return { siteKey: await key.inputValue() }
  })

  await test.step('3 try another threshold on earlier visitors, and save it', async () => {
    await goTo(page, 'Captcha settings')
    await typeInto(page, page.getByLabel('Block from score').first(), '0.4')
    const section = page.locator('#passing')
    await press(page, button(section, 'What would have changed?'))
    await expect(page.locator('#what-if')).toBeFocused()
    await press(page, button(section, 'Save'))
    await expect(told(page, 'Saved.')).toBeVisible()
  })

  await test.step('4 add a domain', async () => {
    await openPage(page, page.url())
    await press(page, page.getByRole('link', { name: 'Environments', exact: true }))
    await press(page, page.getByRole('main').getByRole('link', { name: 'Production' }))
    await typeInto(page, page.getByRole('textbox', { name: 'Domains' }), 'localhost\nshop.example.org')
    await press(page, button(page, 'Save'))
    await expect(told(page, 'Saved.')).toBeVisible()
  })

  await test.step('5 rotate a secret key', async () => {
    await press(page, page.locator('#keys summary', { hasText: 'Rotate' }))
    await press(page, button(page, 'Create new key'))
    await expect(page.getByLabel('New secret key')).toHaveValue(/^bsec_/u)
  })

  await test.step('6 block a country', async () => {
    await goTo(page, 'Rules')
    const countries = page.locator('#countries')
    await tabTo(page, countries.getByRole('radio').first())
    await page.keyboard.press('ArrowDown')
    await expect(countries.getByLabel('Block the ticked countries')).toBeChecked()
    await press(page, countries.getByRole('searchbox'), 'N')
    await page.keyboard.type('orway')
    await press(page, countries.getByLabel('Norway'), 'Space')
    await press(page, button(countries, 'Save'))
    await expect(page.getByText('Block if the country is Norway.')).toBeVisible()
  })

  await test.step('7 find why a visitor was refused, by the code they were told, and 8 say that it was a person', async () => {
    const { verificationId } = await runScript({ ...keys, claimsBrowser: false, headers: {} })
    await goTo(page, 'Verifications')
    await typeInto(page, page.getByRole('searchbox', { name: 'Reference code' }), verificationId.slice(0, 13))
    await page.keyboard.press('Enter')
    await expect(page.locator('main tbody tr')).toHaveCount(1)
    await press(page, page.locator('main tbody tr').getByRole('link'))
    await expect(page.getByRole('listitem').filter({ hasText: 'towards a bot' }).first()).toBeVisible()
    await press(page, button(page, 'This was a person'))
    await expect(told(page, 'Saved: this was a person.')).toBeVisible()
  })

  await test.step('9 have alerts sent to somebody', async () => {
    await goTo(page, 'Alerts')
    await typeInto(page, page.getByLabel(/E-mail address 1/u), `ops.${email}`)
    await press(page, button(page, 'Save'))
    await expect(told(page, 'Saved.')).toBeVisible()
    await expect(page.getByText('Not confirmed yet')).toBeVisible()
  })

  await test.step('10 invite a colleague', async () => {
    await goTo(page, 'Members')
    await typeInto(page, page.getByLabel('E-mail address'), `colleague.${email}`)
    await press(page, button(page, 'Send invitation'))
    await expect(told(page, `We’ve sent the invitation to colleague.${email}.`)).toBeVisible()
  })

  expect(watched.complaints).toEqual([])
})
