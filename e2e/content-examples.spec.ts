import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import '../content/examples/test-keys/contact-form.spec.ts'
import { startCustomerSite } from './customer-site.ts'
import { product } from './product.ts'

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

const form = `<form method="post" action="/"><label>Message <input name="message"></label>{widget}<button>Send</button></form>
<output></output>
<script type="module">
  import { sendForm } from '/copy.js'
  const form = document.querySelector('form')
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    document.querySelector('output').append((await sendForm(form)) + ' ')
  })
</script>`

for (const [name, keys, after, verified] of [
  ['sends a form twice without leaving the page, each time with a token of its own', passes, 'sent sent', 2],
  ['tells the page why a visitor who is blocked sent nothing', fails, 'refused refused', 0],
] as const)
  test(`the example for single-page applications ${name}`, async ({ page }) => {
    const copy = await readFile(new URL('single-page-app/send-form.js', examples), 'utf8')
    const site = await startCustomerSite({ api: product.api, ...keys, body: form, copy })
    await page.goto(site.url)
    for (const words of [after.split(' ').slice(0, 1), after.split(' ')]) {
      await page.evaluate(() =>
        document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true })),
      )
      await expect(page.locator('output')).toHaveText(words.join(' '))
    }
    expect(site.answers.map(({ success }) => success)).toEqual(Array.from({ length: verified }, () => true))
    expect(new Set(site.tokens).size).toBe(verified)
    await site.close()
  })
