import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { type CaptchaKeys, createAccount, createEasyCaptcha } from '../account.ts'
import { openAsPerson } from '../open-as-person.ts'
import { product } from '../product.ts'
import { soon } from '../soon.ts'
import { migrateSite } from './migrate-site.ts'
import { readDiffs } from './read-diffs.ts'
import { startSite } from './start-site.ts'

const english = readDiffs(new URL('../../content/en/docs/moving/overview.mdx', import.meta.url))
const german = readDiffs(new URL('../../content/de/docs/moving/overview.mdx', import.meta.url))

/** New lines: two where we answer the other's script too, more where the page has to name our widget. */
const sites = {
  'recaptcha-v2': 2,
  'recaptcha-v3': 2,
  hcaptcha: 2,
  turnstile: 2,
  'friendly-captcha': 3,
  trustcaptcha: 5,
}

/** Published by their makers. */
const testKeys = {
  'recaptcha-v2': {
    siteKey: '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI',
    secretKey: '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe',
  },
  hcaptcha: {
    siteKey: '10000000-ffff-ffff-ffff-000000000001',
    secretKey: '0x0000000000000000000000000000000000000000',
  },
  turnstile: { siteKey: '1x00000000000000000000AA', secretKey: '1x0000000000000000000000000000000AA' },
}

/** What the form would send as the token. */
const tokenInForm = `[...new FormData(document.forms[0])].find(([name]) => /-response|-token/.test(name))?.[1] ?? ''`

let keys: Pick<CaptchaKeys, 'siteKey' | 'secretKey'>
let folder: string
test.beforeAll(async () => {
  keys = await createEasyCaptcha(await createAccount('Migration'), 'Newsletter')
  folder = await mkdtemp(join(tmpdir(), 'bollard-migration-'))
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

/** The site of before, changed as the guide says, on its own port. */
async function migrated(name: string, { siteKey, secretKey }: typeof keys) {
  const here = await mkdtemp(join(folder, `${name}-`))
  const newLines = await migrateSite(name, english.get(name) ?? [], { folder: here, api: product.api })
  return { newLines, ...(await startSite(here, { SITE_KEY: siteKey, SECRET_KEY: secretKey })) }
}

test('every diff of the guide has a site that it was tried on, and both languages have the same ones', async () => {
  const before = await readdir(new URL('./before/', import.meta.url))
  expect([...english.keys()].toSorted()).toEqual(before.toSorted())
  expect(Object.keys(sites).toSorted()).toEqual(before.toSorted())
  expect([...german]).toEqual([...english])
})

for (const [name, lines] of Object.entries(sites))
  test(`${name}: ${lines} lines as in the guide, and a person passes the same page`, async () => {
    const site = await migrated(name, keys)
    expect(site.newLines).toHaveLength(lines)
    const person = await openAsPerson(site.url)
    await person.click('input[name=email]')
    await person.type('a@example.org')
    if (name !== 'recaptcha-v3') await expect.poll(() => person.evaluate(tokenInForm), soon).not.toBe('')
    await person.click('button')
    await expect.poll(() => person.textOf('#answer'), soon).toBe('Welcome')
    expect(person.complaints).toEqual([])
    await person.close()
    await site.stop()
  })

for (const [name, { siteKey, secretKey }] of Object.entries(testKeys))
  test(`${name}: with the test keys that are published for it, a browser that a program drives passes too`, async ({
    page,
  }) => {
    const site = await migrated(name, { siteKey, secretKey })
    await page.goto(site.url)
    await page.getByLabel('E-mail').click()
    await page.getByLabel('E-mail').pressSequentially('anna@example.org')
    await expect.poll(() => page.evaluate(tokenInForm), soon).not.toBe('')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.locator('#answer')).toHaveText('Welcome')
    await site.stop()
  })

test('whoever is stopped gets no token: the field stays empty, and the server refuses', async ({ page }) => {
  const site = await migrated('recaptcha-v2', keys)
  await page.goto(site.url)
  await page.getByLabel('E-mail').click()
  await page.getByLabel('E-mail').pressSequentially('anna@example.org')
  await expect(page.locator('bollard-captcha')).toContainText('We couldn’t let you through', { timeout: 60_000 })
  expect(await page.evaluate(tokenInForm)).toBe('')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.locator('#answer')).toHaveText('Refused')
  await site.stop()
})

test('whoever is stopped gets no token: the promise of execute is rejected', async ({ page }) => {
  const site = await migrated('recaptcha-v3', keys)
  await page.goto(site.url)
  const outcome = await page.evaluate(async (siteKey: string): Promise<string> => {
    const grecaptcha = Reflect.get(globalThis, 'grecaptcha')
    return grecaptcha.execute(siteKey, { action: 'subscribe' }).then(
      () => 'a token',
      () => 'rejected',
    )
  }, keys.siteKey)
  expect(outcome).toBe('rejected')
  await site.stop()
})

test('without a token the same server refuses, as it did before', async () => {
  const site = await migrated('recaptcha-v2', keys)
  for (const response of ['', 'made-up']) {
    const answer = await fetch(site.url, {
      method: 'POST',
      body: new URLSearchParams({ 'g-recaptcha-response': response }),
    })
    expect([answer.status, await answer.text()]).toEqual([403, '<p id="answer">Refused</p>'])
  }
  await site.stop()
})
