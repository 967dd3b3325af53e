import { expect, type Page, test } from '@playwright/test'
import { cookiesOf } from './account.ts'
import { becomeOwner, obeyed } from './owner.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

/** Counts what somebody presses on a page. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset['clicks'] = '0'
    addEventListener(
      'click',
      ({ isTrusted }) => {
        const { dataset } = document.documentElement
        if (isTrusted) dataset['clicks'] = String(Number(dataset['clicks']) + 1)
      },
      true,
    )
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset['clicks']))
}

test('a threshold is tried on earlier visitors and saved within four clicks, and nobody else’s change is lost', async ({
  context,
  page,
}) => {
  const owner = await becomeOwner('Threshold')
  const { api, solutionId } = owner
  expect(await owner.start()).toBe('challenge')
  await context.addCookies(cookiesOf(owner.account))
  const watched = watchPage(page)
  await openPage(page, `${product.dashboard}/en/solutions/${solutionId}/captcha/settings`)
  await expect(page).toHaveURL(/captcha\/settings\/protection$/u)
  const clicks = await countClicks(page)
  const threshold = page.getByLabel('Block from score').first()
  await threshold.click()
  await threshold.fill('0.4')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  const passing = page.locator('#passing')
  await passing.getByRole('button', { name: 'What would have changed?' }).click()
  await expect(page.locator('#what-if')).toBeFocused()
  await passing.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. Takes effect within seconds.')).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(4)
  expect(await api.getSiteSettings({ solutionId })).toMatchObject({ threshold: 0.4 })

  // Somebody else changes the same field, and another one.
  await owner.set({ threshold: 0.7, honeypots: false })
  await threshold.fill('0.6')
  await passing.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Someone else has changed this in the meantime')).toBeVisible()
  await expect(threshold).toHaveValue('0.6')
  await page.getByLabel('Your value: 0.60').check()
  await passing.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Someone else has changed this in the meantime')).toHaveCount(0)
  expect(await api.getSiteSettings({ solutionId })).toMatchObject({ threshold: 0.6, honeypots: false })

  await threshold.fill('0.9')
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(threshold).toHaveValue('0.9')
  await passing.getByRole('button', { name: 'Discard' }).click()
  await expect(threshold).toHaveValue('0.6')
  await page.getByRole('link', { name: 'Widget', exact: true }).click()
  await expect(page.locator('bollard-captcha')).toHaveCount(3)
  await page.waitForFunction(() => customElements.get('bollard-captcha') !== undefined)
  expect(watched.complaints.filter((text) => !/status of 409/u.test(text))).toEqual([])
})

test('a domain is added by keyboard, and a key is rotated with an overlap', async ({ context, page }) => {
  const owner = await becomeOwner('Environments')
  const { api, solutionId } = owner
  const { id } = await owner.environment()
  await context.addCookies(cookiesOf(owner.account))
  await openPage(page, `${product.dashboard}/en/solutions/${solutionId}/captcha/settings/environments/${id}`)
  const domains = page.getByLabel('Domains', { exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await domains.focus()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('\nco.uk')
  await save.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('“co.uk” is a domain under which anyone can register.')).toBeVisible()
  await expect(domains).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('localhost\nshop.example.org')
  await save.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved. Takes effect within seconds.')).toBeVisible()
  expect((await owner.environment()).domains).toEqual(['localhost', 'shop.example.org'])

  await page.locator('#keys summary', { hasText: 'Rotate' }).click()
  await page.getByRole('button', { name: 'Create new key' }).click()
  await expect(page.getByLabel('New secret key')).toHaveValue(/^bsec_/u)
  await expect(page.getByText('Replaced by …')).toBeVisible()
  const { items } = await api.listApiKeys({ solutionId })
  const old = items.find(({ replacedBy }) => replacedBy !== null)
  expect(old).toMatchObject({ state: 'ACTIVE' })
  expect(Date.parse(old?.expiresAt ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000)
})

test('a country is blocked within five clicks from the overview, and a rule is made and moved by keyboard', async ({
  context,
  page,
}) => {
  const owner = await becomeOwner('Rulers', ['localhost', '*.shop.localhost'])
  const { api, solutionId } = owner
  await owner.addRule({
    name: 'Partners',
    conditions: [{ field: 'hostname', not: false, values: ['closed.shop.localhost'] }],
    action: { type: 'ALLOW' },
  })
  await context.addCookies(cookiesOf(owner.account))
  const watched = watchPage(page)
  await openPage(page, `${product.dashboard}/en/solutions/${solutionId}/overview`)
  const clicks = await countClicks(page)
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  const countries = page.locator('#countries')
  // A click on its words would count twice: browsers pass it on to the control.
  await countries.getByLabel('Block the ticked countries').check()
  await countries.getByLabel('Norway').check()
  await countries.getByRole('button', { name: 'What would have changed?' }).click()
  await expect(page.locator('#what-if')).toBeFocused()
  await countries.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. Takes effect within seconds.')).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(5)
  expect(await api.getRuleForms({ solutionId })).toMatchObject({
    geoblocking: { mode: 'BLOCK_LISTED', countries: ['NO'] },
  })
  await expect(page.getByText('Block if the country is Norway.')).toBeVisible()

  await page.getByRole('link', { name: 'New rule' }).press('Enter')
  await page.getByLabel('Name', { exact: true }).fill('Closed shop')
  await page.getByLabel('Property').selectOption('Host name')
  await page.getByLabel('Values: Host name').fill('closed.shop.localhost\nnot a host')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByText('“not a host”')).toBeVisible()
  await page.getByLabel('Values: Host name').fill('closed.shop.localhost')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByText('The rule was created.')).toBeVisible()
  // It is asked last, behind a rule that lets the same visitors through.
  await expect.poll(() => owner.start({ host: 'closed.shop.localhost' }), obeyed).toBe('passed')
  const up = page.getByRole('button', { name: 'Move Closed shop up' })
  await up.press('Enter')
  await expect(page.getByText('Closed shop is now number 2 of 3.')).toBeAttached()
  await up.press('Alt+ArrowUp')
  await expect(page.getByText('Closed shop is now number 1 of 3.')).toBeAttached()
  await expect(up).toBeFocused()
  const order = page.locator('#order')
  await order.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(order.getByText('Not saved yet')).toHaveCount(0)
  const names = async () => (await api.listRules({ solutionId })).items.map(({ name }) => name)
  await expect.poll(names).toEqual(['Closed shop', 'Geoblocking', 'Partners'])
  await expect.poll(() => owner.start({ host: 'closed.shop.localhost' }), obeyed).toBe('refused')

  await page.getByRole('link', { name: 'Test a request' }).press('Enter')
  await page.getByLabel('Country', { exact: true }).selectOption('Norway')
  await page.getByLabel('Host name').fill('www.shop.localhost')
  await page.getByRole('button', { name: 'Test', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: '“Geoblocking” decides: Block' })).toBeFocused()

  await page.getByRole('link', { name: 'Closed shop' }).press('Enter')
  await page.getByText('Delete rule', { exact: true }).last().press('Enter')
  await page.getByRole('button', { name: 'Delete “Closed shop”' }).press('Enter')
  await expect(page.getByText('The rule was deleted.')).toBeVisible()
  expect(await names()).toEqual(['Geoblocking', 'Partners'])
  expect(watched.complaints.filter((text) => !/status of 422/u.test(text))).toEqual([])
})
