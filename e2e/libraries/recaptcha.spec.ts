import { type Browser, expect, test } from '@playwright/test'
import { type OpenedLibrary, openLibrary } from './open-library.ts'
import { goThroughLife } from './whole-life.ts'
import { buildWorld, type World } from './world.ts'
import { product } from '../product.ts'
import { soon } from '../soon.ts'

// `www.google.com` is written into react-google-recaptcha, react-google-recaptcha-v3 and express-recaptcha: what they ask of it
// is led to our API on the way. `captcha.example.org` is a customer's name for our API, for vue-recaptcha, which takes a host
// and always speaks TLS to it. ng-recaptcha-2 is told our address.
let world: World
let library: OpenedLibrary
test.beforeAll(async () => {
  world = await buildWorld('Recaptcha', { 'www.google.com': '', 'captcha.example.org': '' }, [
    'react-recaptcha',
    'vue-recaptcha',
    'angular-recaptcha',
    'react-recaptcha-v3',
    'angular-recaptcha-v3',
  ])
})
test.afterAll(() => world.close())
test.afterEach(() => library.close())

async function open(browser: Browser, name: string, given: Record<string, string> = {}): Promise<void> {
  library = await openLibrary(browser, world.detour, `${world.pages.url}/${name}`, {
    sitekey: world.owner.siteKey,
    api: product.api,
    ...given,
  })
}

const visible = {
  redeem: (token: string) => world.server.redeem('express-recaptcha-v2', token),
  accepted: { error: null, data: { hostname: 'localhost' } },
  spent: { error: 'timeout-or-duplicate', data: null },
}
const scored = (action?: string) => ({
  redeem: (token: string) => world.server.redeem('express-recaptcha-v3', token),
  // Nothing is judged here, so nothing speaks against anybody: 1 is a person.
  accepted: { error: null, data: { hostname: 'localhost', score: 1, ...(action === undefined ? {} : { action }) } },
  spent: visible.spent,
})

for (const name of ['react-recaptcha', 'vue-recaptcha', 'angular-recaptcha'])
  test(`${name}: a click on its box gives a token`, async ({ browser }) => {
    await open(browser, name, { host: 'captcha.example.org' })
    await goThroughLife(library, { ...visible, solve: () => library.click() })
  })

for (const name of ['react-recaptcha', 'vue-recaptcha', 'angular-recaptcha'])
  test(`${name}: invisible, it gives a token when it is executed`, async ({ browser }) => {
    await open(browser, name, { host: 'captcha.example.org', size: 'invisible' })
    await goThroughLife(library, { ...visible, solve: () => library.call('execute') })
  })

test('react-recaptcha: its promise and its value are the token that its callback got', async ({ browser }) => {
  await open(browser, 'react-recaptcha', { size: 'invisible' })
  await expect(library.widgets).toHaveCount(1)
  const token = await library.call('execute')
  expect(await library.told('token')).toEqual([[token]])
  expect(await library.call('response')).toBe(token)
})

test('react-recaptcha: a script tag of the page is enough, and nobody else is asked', async ({ browser }) => {
  await open(browser, 'react-recaptcha', {
    script: `${product.api}/recaptcha/api.js?render=explicit`,
    scriptId: 'captcha',
  })
  await goThroughLife(library, { ...visible, solve: () => library.click() })
  expect(Array.from(library.foreignHosts)).toEqual([])
})

test('angular-recaptcha: the form has the token, and loses it with the reset', async ({ browser }) => {
  await open(browser, 'angular-recaptcha')
  await library.click()
  const token = await library.token()
  expect(await library.call('response')).toBe(token)
  await library.call('reset')
  await expect.poll(() => library.call('response')).toBeNull()
})

test('react-recaptcha-v3: each execution gives a token with its action', async ({ browser }) => {
  await open(browser, 'react-recaptcha-v3')
  await expect.poll(() => library.told('ready'), soon).not.toEqual([])
  const tokens = [await library.call('execute'), await library.call('execute')]
  expect(new Set(tokens).size).toBe(2)
  const { redeem, accepted, spent } = scored('newsletter')
  for (const token of tokens) expect(await redeem(String(token))).toEqual(accepted)
  expect(await redeem(String(tokens[0]))).toEqual(spent)
})

test('react-recaptcha-v3: it leaves no badge behind, and comes back', async ({ browser }) => {
  await open(browser, 'react-recaptcha-v3')
  await expect.poll(() => library.told('ready'), soon).not.toEqual([])
  await expect(library.page.locator('.grecaptcha-badge')).toHaveCount(1)
  await library.call('unmount')
  await expect(library.page.locator('.grecaptcha-badge')).toHaveCount(0)
  const before = (await library.told('ready')).length
  await library.call('mount')
  await expect.poll(async () => (await library.told('ready')).length).toBeGreaterThan(before)
  expect(await world.server.redeem('express-recaptcha-v3', String(await library.call('execute')))).toEqual(
    scored('newsletter').accepted,
  )
  expect(library.complaints).toEqual([])
})

test('react-recaptcha-v3: a script tag of the page with the id that it looks for is enough, and nobody else is asked', async ({
  browser,
}) => {
  await open(browser, 'react-recaptcha-v3', {
    script: `${product.api}/recaptcha/api.js?render=${world.owner.siteKey}`,
    scriptId: 'google-recaptcha-v3',
    // Under StrictMode the library takes the tag away at its first, pretended unmount, and asks its own host.
    strict: 'off',
  })
  await expect.poll(() => library.told('ready'), soon).toHaveLength(1)
  const token = await library.call('execute')
  expect(Array.from(library.foreignHosts)).toEqual([])
  expect(await world.server.redeem('express-recaptcha-v3', String(token))).toEqual(scored('newsletter').accepted)
})

test('react-recaptcha-v3: in a container of the page it gives tokens with their action', async ({ browser }) => {
  await open(browser, 'react-recaptcha-v3', { container: 'badge-place' })
  await expect(library.page.locator('#badge-place bollard-captcha')).toHaveCount(1)
  await expect.poll(() => library.told('ready'), soon).not.toEqual([])
  const token = await library.call('execute')
  expect(await world.server.redeem('express-recaptcha-v3', String(token))).toEqual(scored('newsletter').accepted)
})

test('angular-recaptcha-v3: its service gives a token with its action, again after the application came back', async ({
  browser,
}) => {
  await open(browser, 'angular-recaptcha-v3')
  await expect
    .poll(() =>
      library.call('execute').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  const first = await library.token()
  const { redeem, accepted, spent } = scored('newsletter')
  expect(await redeem(first)).toEqual(accepted)
  expect(await redeem(first)).toEqual(spent)
  await library.call('unmount')
  await library.call('mount')
  await library.call('execute')
  expect(await redeem(await library.token(first))).toEqual(accepted)
  expect(library.complaints).toEqual([])
})

test('React pages mount everything twice, unless told otherwise', async ({ browser }) => {
  await open(browser, 'react-recaptcha')
  expect(await library.told('mounted')).toHaveLength(2)
})

test('react-recaptcha: a site key that nobody owns is told as an error', async ({ browser }) => {
  await open(browser, 'react-recaptcha', { sitekey: 'bsk_0000000000000000000000', size: 'invisible' })
  await expect(library.call('execute')).rejects.toThrow()
  expect(await library.told('error')).toEqual([[]])
  expect(await library.told('token')).toEqual([])
})

test('express-recaptcha is told what is wrong with a token or a key', async ({ browser }) => {
  await open(browser, 'react-recaptcha', { size: 'invisible' })
  const token = String(await library.call('execute'))
  for (const version of ['express-recaptcha-v2', 'express-recaptcha-v3'] as const) {
    expect(await world.server.redeem(version, 'no-token-at-all')).toEqual({
      error: 'invalid-input-response',
      data: null,
    })
    expect(await world.server.redeem(version, token, 'bsec_nobodys')).toEqual({
      error: 'invalid-input-secret',
      data: null,
    })
    expect(await world.server.redeem(version, token, world.stranger.secretKey)).toEqual({
      error: 'invalid-input-response',
      data: null,
    })
  }
  // None of it has used the token up.
  expect(await visible.redeem(token)).toEqual(visible.accepted)
  expect(world.detour.asked).toContain('www.google.com:443')
})
