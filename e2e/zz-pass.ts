import '/tmp/rev/env.ts'
import { writeFileSync } from 'node:fs'
import { openAsPerson } from './zz-open.ts'
import { chromium } from '@playwright/test'
import { browserLaunchOptions } from '@bollard/testing'
import { product } from './product.ts'
const person = await openAsPerson(`${product.website}/en/products/captcha`)
await person.click('#demo input'); await person.type('anna@example.org')
for (let i = 0; i < 100 && !(await person.textOf('bollard-captcha')).includes('through'); i++) await new Promise(r => setTimeout(r, 100))
console.log(await person.textOf('bollard-captcha'))
await person.click('#demo button')
await new Promise(r => setTimeout(r, 1500))
console.log(await person.textOf('#verdict'))
const html = String(await person.evaluate('document.querySelector("#verdict").innerHTML'))
await person.close()
const browser = await chromium.launch(await browserLaunchOptions())
for (const [lang, scheme] of [['en', 'light'], ['de', 'dark']] as const) {
  const page = await (await browser.newContext({ viewport: { width: lang === 'de' ? 360 : 1440, height: 900 }, colorScheme: scheme })).newPage()
  await page.goto(`${product.website}/${lang}/products/captcha`); await page.waitForTimeout(300)
  await page.getByRole('button', { name: lang === 'de' ? 'Wie ein Bot handeln' : 'Act like a bot' }).click(); await page.waitForTimeout(1500)
  await page.locator('protected-demo').screenshot({ path: `/tmp/rev/pics/bot-${lang}.png` })
  if (lang === 'en') { await page.evaluate((h) => { document.querySelector('#verdict')!.innerHTML = h }, html); await page.locator('protected-demo').screenshot({ path: '/tmp/rev/pics/pass-en.png' }) }
}
await browser.close()
