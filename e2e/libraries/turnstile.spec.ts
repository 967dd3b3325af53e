import { type Browser, expect, test } from '@playwright/test'
import { type OpenedLibrary, openLibrary } from './open-library.ts'
import { goThroughLife } from './whole-life.ts'
import { buildWorld, type World } from './world.ts'
import { product } from '../product.ts'
import { soon } from '../soon.ts'

// `challenges.cloudflare.com` is written into both libraries: what they ask of it is led to our API on the way. One test gives the
// component its script by a tag of the page, with our address.
let world: World
let library: OpenedLibrary
test.beforeAll(async () => {
  world = await buildWorld('Turnstile', { 'challenges.cloudflare.com': '' }, ['react-turnstile'])
})
test.afterAll(() => world.close())
test.afterEach(() => library.close())

async function open(
  browser: Browser,
  given: Record<string, string> = {},
  how?: Parameters<typeof openLibrary>[4],
): Promise<void> {
  const address = `${world.pages.url}/react-turnstile`
  library = await openLibrary(
    browser,
    world.detour,
    address,
    { sitekey: world.owner.siteKey, api: product.api, ...given },
    how,
  )
}

const redeem = (token: string) => world.server.redeem('turnstile-verify', token)
const accepted = { valid: true, messages: ['success'] }
const spent = { valid: false, messages: ['timeout-or-duplicate'] }

test('react-turnstile: it starts by itself and gives a token', async ({ browser }) => {
  await open(browser)
  await goThroughLife(library, { solve: async () => undefined, redeem, accepted, spent })
})

test('react-turnstile: told to wait, it gives a token when it is executed', async ({ browser }) => {
  await open(browser, { execution: 'execute' })
  await goThroughLife(library, { solve: () => library.call('execute'), redeem, accepted, spent })
})

test('react-turnstile: told to wait, it does nothing before', async ({ browser }) => {
  await open(browser, { execution: 'execute' }, { ownsClock: true })
  await expect.poll(() => library.told('load'), soon).not.toEqual([])
  await library.page.clock.fastForward('10:00')
  expect(await library.told('token')).toEqual([])
})

test('react-turnstile: a script tag of the page with the id that it looks for is enough, and nobody else is asked', async ({
  browser,
}) => {
  await open(browser, {
    script: `${product.api}/turnstile/v0/api.js?onload=onloadTurnstileCallback&render=explicit`,
    scriptId: 'cf-turnstile-script',
  })
  const token = await library.token()
  expect(Array.from(library.foreignHosts)).toEqual([])
  expect(await library.call('response')).toBe(token)
  expect(await redeem(token)).toEqual(accepted)
})

test('react-turnstile: a site key that nobody owns is told as an error', async ({ browser }) => {
  await open(browser, { sitekey: 'bsk_0000000000000000000000' })
  await expect.poll(() => library.told('error'), soon).toEqual([['110100']])
  expect(await library.told('token')).toEqual([])
})

test('turnstile-verify is told what is wrong with a token or a key', async ({ browser }) => {
  await open(browser)
  const token = await library.token()
  expect(await redeem('no-token-at-all')).toEqual({ valid: false, messages: ['invalid-input-response'] })
  expect(await world.server.redeem('turnstile-verify', token, 'bsec_nobodys')).toEqual({
    valid: false,
    messages: ['invalid-input-secret'],
  })
  expect(await world.server.redeem('turnstile-verify', token, world.stranger.secretKey)).toEqual({
    valid: false,
    messages: ['invalid-input-response'],
  })
  // None of it has used the token up.
  expect(await redeem(token)).toEqual(accepted)
  expect(world.detour.asked).toContain('challenges.cloudflare.com:443')
})
