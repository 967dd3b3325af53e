import { expect, type Page, type Route } from '@playwright/test'
import { test } from './widget-page.ts'

const body =
  '<form method="post" action="/" data-validate="enquiry"><label>E-mail <input name="email" aria-describedby="hint"></label>' +
  '<small id="hint">For our answer</small><label>Name <input name="name"></label><label>Code <input name="code" autocomplete="one-time-code">' +
  '</label>{widget}<button id="send">Send</button></form>'

/** What the service answers; the service itself is tested beside its source. */
async function answering(route: Route, asked: Record<string, string>[]): Promise<void> {
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }
  if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers: cors })
  const { values } = route.request().postDataJSON() as { values: Record<string, string> }
  asked.push(values)
  const suggestion = values['email']?.replace('gmial', 'gmail') ?? null
  const wrong = values['email']?.includes('gmial') ?? false
  const email = wrong
    ? { outcome: 'FAIL', suggestion, message: 'gmial.com takes no <b>mail</b>. Did you mean it?' }
    : { outcome: 'PASS', suggestion: null, message: null }
  const fields = 'email' in values ? [{ name: 'email', ...email }] : []
  return route.fulfill({ headers: cors, json: { fields, language: 'en' } })
}

const describedBy = (page: Page) => page.getByLabel('E-mail').getAttribute('aria-describedby')

test('a field that cannot be right is told about, keyboard only, and nothing keeps the form', async ({ visit }) => {
  const asked: Record<string, string>[] = []
  const { page, arrives, faults } = await visit({
    body,
    before: (context) => context.route('**/protection/v1/site-keys/**', (route) => answering(route, asked)),
  })
  const field = page.getByLabel('E-mail')
  await field.focus()
  // Which fields have a rule; no value leaves the page for that, and no name of a secret.
  await expect.poll(() => asked).toEqual([{ email: '', name: '' }])
  await page.keyboard.type('ada@gmial.com')
  await page.keyboard.press('Tab')
  const note = page.locator('.bollard-message')
  await expect(note).toHaveText('gmial.com takes no <b>mail</b>. Did you mean it? ada@gmail.com')
  await expect(note).toHaveAttribute('role', 'status')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  expect(await describedBy(page)).toBe(`hint ${await note.getAttribute('id')}`)
  // The correction stands between the field and the next one.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('ada@gmail.com')
  await expect(field).toBeFocused()
  await expect(note).toHaveText('')
  await expect(field).not.toHaveAttribute('aria-invalid')
  expect(await describedBy(page)).toBe('hint')
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Code').fill('123456')
  await field.fill('b@gmial.com')
  await page.getByLabel('Name').focus()
  await expect(note).not.toHaveText('')
  await page.getByRole('button', { name: 'Send' }).click()
  await arrives(1)
  expect(JSON.stringify(asked)).not.toMatch(/Ada"|123456/u)
  expect(faults).toEqual([])
})

test('where the service is away nothing is said and the form is sent', async ({ visit }) => {
  const { page, arrives, faults } = await visit({
    body,
    before: (context) => context.route('**/protection/v1/site-keys/**', (route) => route.abort()),
  })
  await page.getByLabel('E-mail').fill('ada@gmial.com')
  await page.getByRole('button', { name: 'Send' }).click()
  await arrives(1)
  expect(await page.locator('.bollard-message').count()).toBe(0)
  expect(faults).toEqual([])
})
