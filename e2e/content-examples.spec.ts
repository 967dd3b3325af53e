import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTestFolder } from '@bollard/testing'
import { expect, test } from '@playwright/test'
import '../content/examples/test-keys/contact-form.spec.ts'
import { createAccount, createEasyCaptcha } from './account.ts'
import { startCustomerSite } from './customer-site.ts'
import { startSite } from './migration/start-site.ts'
import { openAsPerson } from './open-as-person.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'

const examples = new URL('../content/examples/', import.meta.url)
const passes = {
  siteKey: 'bsk_TestAlwaysPasses000000',
  secretKey: 'bsec_TestAlwaysPasses0000000000000000_37Csnv',
}
const fails = { siteKey: 'bsk_TestAlwaysFails0000000', secretKey: 'bsec_TestAlwaysFails00000000000000000_3N3tyG' }

// The first test of this file is the example for Playwright itself, with the site of the example.
let contact: { url: string; stop(): void }
test.beforeAll(async () => {
  const { startContactServer } = await import(new URL('test-keys/contact-server.mjs', examples).href)
  contact = await startContactServer({ bollard: product.api, ...passes })
  process.env['SITE_URL'] = contact.url
})
test.afterAll(() => contact.stop())

const form = `<form method="post" action="/"><label>Message <input name="message"></label>{widget}<button>Send</button>
<button type="button">Send by script</button></form>
<output></output>
<script type="module">
  import { sendForm } from '/copy.js'
  const form = document.querySelector('form')
  const send = async () => document.querySelector('output').append((await sendForm(form)) + ' ')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })
  document.querySelector('[type=button]').addEventListener('click', send)
</script>`

for (const [name, keys, button, said] of [
  ['sends a form twice without leaving the page, each time with a token of its own', passes, 'Send', 'sent'],
  ['does so without an event of the form, too', passes, 'Send by script', 'sent'],
  ['tells the page why a visitor who is blocked sent nothing', fails, 'Send by script', 'refused'],
] as const)
  test(`the example for single-page applications ${name}`, async ({ page }) => {
    const copy = await readFile(new URL('single-page-app/send-form.js', examples), 'utf8')
    const site = await startCustomerSite({ api: product.api, ...keys, body: form, copy })
    await page.goto(site.url)
    for (const words of [said, `${said} ${said}`]) {
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(page.locator('output')).toHaveText(words)
    }
    const verified = said === 'sent' ? [true, true] : []
    expect(site.answers.map(({ success }) => success)).toEqual(verified)
    expect(new Set(site.tokens).size).toBe(verified.length)
    await site.close()
  })

test('the quick start works as it is written: a person passes, and a form without a token does not', async () => {
  const { siteKey, secretKey } = await createEasyCaptcha(await createAccount('Beginner'), 'Contact')
  const folder = await makeTestFolder()
  for (const file of ['contact.html', 'server.mjs']) {
    const printed = await readFile(new URL(`quick-start/${file}`, examples), 'utf8')
    const own = printed.replaceAll('https://captcha.example.org', product.api).replaceAll('YOUR_SITE_KEY', siteKey)
    await writeFile(join(folder.path, file), own)
  }
  const site = await startSite(folder.path, { BOLLARD_SECRET_KEY: secretKey })
  const person = await openAsPerson(site.url)
  for (const [field, text] of [
    ['input', 'ada@example.org'],
    ['textarea', 'Hello'],
  ] as const) {
    await person.click(field)
    await person.type(text)
  }
  await person.click('button')
  await expect.poll(() => person.textOf('body'), soon).toBe('Thank you.')
  await person.close()

  const refused = await fetch(site.url, { method: 'POST', body: new URLSearchParams({ message: 'Buy this' }) })
  expect([refused.status, await refused.text()]).toEqual([403, 'Please go back and try again.'])
  await site.stop()
  await folder.remove()
})
