import '/tmp/rev/env.ts'
import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { browserLaunchOptions } from '@bollard/testing'
import { cookiesOf, password } from './account.ts'
import { product } from './product.ts'
const { owner, newcomer, keys } = JSON.parse(readFileSync('/tmp/rev/seed.json', 'utf8'))
const D = product.dashboard
const browser = await chromium.launch(await browserLaunchOptions())
const log = (...a: unknown[]) => console.log(...a)
async function ctx(as: any, o: any = {}) { const c = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...o }); if (as) await c.addCookies(cookiesOf(as)); const p = await c.newPage(); p.setDefaultTimeout(8000); p.on('console', m => ['error','warning'].includes(m.type()) && log('  [console]', m.text().slice(0, 200))); return { c, p } }
async function step(name: string, fn: () => Promise<void>) { try { await fn(); log('ok', name) } catch (e) { log('FAIL', name, String(e).slice(0, 400)) } }
const fillNew = async (p: any, label: string) => { await p.getByLabel('Label').fill(label); await p.getByRole('textbox', { name: 'Domains' }).fill('shop.example.org') }

await step('double click creates one', async () => {
  const { c, p } = await ctx(newcomer)
  await p.goto(`${D}/en/solution-creation`, { waitUntil: 'load' }); await p.waitForTimeout(400)
  await fillNew(p, 'Double')
  await p.getByRole('button', { name: 'Create captcha' }).dblclick()
  await p.waitForURL(/set-up$/)
  log('  secret', (await p.getByRole('textbox', { name: 'Secret key' }).inputValue()).length, await p.locator('h1').textContent())
  log('  nav current:', await p.locator('#menu [aria-current=page]').allTextContents(), 'nav:', await p.locator('#menu nav a').allTextContents())
  await p.screenshot({ path: '/tmp/rev/pics/created.png' })
  await p.getByText('Python', { exact: true }).first().click()
  await p.reload(); await p.waitForTimeout(300)
  log('  after reload h1', await p.locator('h1').textContent(), 'python?', await p.locator('input[value=python]').isChecked(), 'secret', await p.getByRole('textbox', { name: 'Secret key' }).count())
  await p.goto(`${D}/en/captchas`); log('  solutions named Double:', await p.getByRole('link', { name: 'Double' }).count())
  await c.close()
})
await step('no JS: create twice with same intent', async () => {
  const { c, p } = await ctx(newcomer, { javaScriptEnabled: false })
  await p.goto(`${D}/en/solution-creation`)
  await fillNew(p, 'NoJs'); await p.getByRole('button', { name: 'Create captcha' }).dblclick(); await p.waitForTimeout(2500)
  log('  h1', await p.locator('h1').textContent(), 'secret box', await p.getByRole('textbox', { name: 'Secret key' }).count())
  await p.goto(`${D}/en/captchas`); log('  named NoJs:', await p.getByRole('link', { name: 'NoJs' }).count())
  await p.getByRole('link', { name: 'NoJs' }).first().click(); await p.getByRole('link', { name: 'Replace' }).click()
  await p.getByRole('button', { name: 'Replace now' }).click()
  log('  rotated, key length', (await p.getByRole('textbox', { name: 'New secret key' }).inputValue()).length)
  await c.close()
})
await step('no JS: log filter, paging, language', async () => {
  const { c, p } = await ctx(owner, { javaScriptEnabled: false })
  await p.goto(`${D}/en/solutions/${keys.solutionId}/captcha/verifications`)
  await p.getByRole('link', { name: 'Stopped', exact: true }).click(); log('  ', p.url().slice(-20), await p.locator('tbody tr').count())
  await p.getByRole('link', { name: 'All', exact: true }).click(); await p.getByRole('link', { name: 'Older' }).click(); log('  ', p.url().includes('cursor'), await p.locator('tbody tr').count())
  await p.locator('details summary[aria-label^="Account"]').click(); await p.getByRole('link', { name: 'Deutsch' }).or(p.getByRole('link', { name: 'DE' })).first().click(); log('  ', p.url().includes('/de/') && p.url().includes('cursor'))
  await c.close()
})
await step('session expiry: link and form', async () => {
  const { c, p } = await ctx(newcomer)
  await p.goto(`${D}/en/dashboard`); await p.waitForTimeout(300)
  await c.clearCookies()
  await p.getByRole('link', { name: 'My Solutions' }).click(); await p.waitForURL(/sign-in/)
  await p.getByLabel('E-mail address').fill(newcomer.email); await p.getByLabel('Password', { exact: true }).fill(password); await p.getByRole('button', { name: 'Sign in' }).click()
  await p.waitForURL(u => u.href.startsWith(D)); log('  back at', p.url())
  await p.goto(`${D}/en/solution-creation`); await p.waitForTimeout(300); await fillNew(p, 'Kept label')
  await c.clearCookies(); await p.getByRole('button', { name: 'Create captcha' }).click(); await p.waitForURL(/sign-in/)
  await p.getByLabel('E-mail address').fill(newcomer.email); await p.getByLabel('Password', { exact: true }).fill(password); await p.getByRole('button', { name: 'Sign in' }).dblclick()
  await p.waitForURL(/solution-creation/); log('  back at', p.url(), 'label', await p.getByLabel('Label').inputValue(), '|', await p.getByRole('textbox', { name: 'Domains' }).inputValue(), await p.getByRole('checkbox').isChecked())
  await c.close()
})
await step('keyboard only: create', async () => {
  const { c, p } = await ctx(newcomer)
  await p.goto(`${D}/en/dashboard`); await p.waitForTimeout(300)
  await p.keyboard.press('Tab'); log('  first stop:', await p.evaluate('document.activeElement.textContent'))
  for (let i = 0; i < 30; i++) { await p.keyboard.press('Tab'); if ((await p.evaluate('document.activeElement.textContent')) === 'Create New') break }
  await p.keyboard.press('Enter'); await p.waitForURL(/solution-creation/); await p.waitForTimeout(300)
  for (let i = 0; i < 5; i++) { await p.keyboard.press('Tab'); if ((await p.evaluate('document.activeElement.name')) === 'label') break }
  await p.keyboard.type('By keys'); await p.keyboard.press('Tab'); await p.keyboard.type('keys.example.org'); await p.keyboard.press('Tab'); await p.keyboard.press('Tab'); await p.keyboard.press('Enter')
  await p.waitForURL(/set-up$/); await p.waitForTimeout(300); log('  focus', await p.evaluate('document.activeElement.id || document.activeElement.tagName'), await p.locator('h1').textContent())
  await c.close()
})
await browser.close()
