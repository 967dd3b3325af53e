import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTestFolder } from '@bollard/testing'
import { expect, test } from '@playwright/test'
import { createAccount, createEasyCaptcha } from './account.ts'
import { startSite } from './migration/start-site.ts'
import { openAsPerson } from './open-as-person.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const [, printed = ''] = /^```js server\.mjs\n(.*?)^```$/msu.exec(readme) ?? []

/** The site of the README as it is printed there, with the environment that it is told to have. */
async function startPrinted(environment: Record<string, string>) {
  const folder = await makeTestFolder()
  await writeFile(join(folder.path, 'server.mjs'), printed)
  const site = await startSite(folder.path, environment)
  return { url: site.url, stop: () => site.stop().finally(() => folder.remove()) }
}

test('the site in the README runs as printed: a person passes, and a form without a token does not', async () => {
  const { siteKey, secretKey } = await createEasyCaptcha(await createAccount('Readme'), 'Newsletter')
  const site = await startPrinted({
    BOLLARD_URL: product.api,
    BOLLARD_SITE_KEY: siteKey,
    BOLLARD_SECRET_KEY: secretKey,
  })
  const person = await openAsPerson(site.url)
  await person.click('input[name=email]')
  await person.type('a@example.org')
  await person.click('button')
  await expect.poll(() => person.textOf('body'), soon).toBe('Thank you.')
  expect(person.complaints).toEqual([])
  await person.close()

  const refused = await fetch(site.url, { method: 'POST', body: new URLSearchParams({ email: 'a@example.org' }) })
  expect([refused.status, await refused.text()]).toEqual([403, 'Please go back and try again.'])
  await site.stop()
})

test('the site in the README asks for another try while Bollard cannot be reached', async () => {
  const site = await startPrinted({
    BOLLARD_URL: 'http://127.0.0.1:9',
    BOLLARD_SITE_KEY: 'bsk_',
    BOLLARD_SECRET_KEY: 'bsec_',
  })
  const answer = await fetch(site.url, { method: 'POST', body: new URLSearchParams({ 'bollard-response': 'token' }) })
  expect([answer.status, await answer.text()]).toEqual([503, 'Please try again in a minute.'])
  await site.stop()
})
