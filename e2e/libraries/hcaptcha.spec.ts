import { type Browser, expect, test } from '@playwright/test'
import { type OpenedLibrary, openLibrary } from './open-library.ts'
import { goThroughLife } from './whole-life.ts'
import { buildWorld, type World } from './world.ts'
import { product } from '../product.ts'
import { soon } from '../soon.ts'

// The components for React and Vue are told our address. `hcaptcha.com` is written into the library for servers: what it asks of
// it is led to our API on the way, under /hcaptcha.
let world: World
let library: OpenedLibrary
test.beforeAll(async () => {
  world = await buildWorld('Hcaptcha', { 'hcaptcha.com': '/hcaptcha' }, ['react-hcaptcha', 'vue-hcaptcha'])
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

const redeem = (token: string) => world.server.redeem('hcaptcha', token)
const accepted = expect.objectContaining({
  success: true,
  hostname: 'localhost',
  challenge_ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
})
const spent = expect.objectContaining({ success: false, 'error-codes': ['already-seen-response'] })

for (const name of ['react-hcaptcha', 'vue-hcaptcha']) {
  test(`${name}: a click on its box gives a token`, async ({ browser }) => {
    await open(browser, name)
    await goThroughLife(library, { solve: () => library.click(), redeem, accepted, spent })
  })

  test(`${name}: invisible, it gives a token when it is executed`, async ({ browser }) => {
    await open(browser, name, { size: 'invisible' })
    await goThroughLife(library, { solve: () => library.call('execute'), redeem, accepted, spent })
  })

  test(`${name}: the promise of its execution brings the token and its key, as the callback does`, async ({
    browser,
  }) => {
    await open(browser, name, { size: 'invisible' })
    await expect(library.widgets).toHaveCount(1)
    const answer = await library.call('execute')
    expect(answer).toEqual({ response: expect.stringMatching(/./u), key: expect.stringMatching(/./u) })
    const { response, key } = Object(answer)
    expect(await library.told('token')).toEqual([[response, key]])
  })
}

test('hcaptcha for servers is told what is wrong with a token or a key', async ({ browser }) => {
  await open(browser, 'react-hcaptcha', { size: 'invisible' })
  await expect.poll(() => library.told('ready'), soon).not.toEqual([])
  const { response } = Object(await library.call('execute'))
  expect(await redeem('no-token-at-all')).toMatchObject({ success: false, 'error-codes': ['invalid-input-response'] })
  expect(await world.server.redeem('hcaptcha', response, 'bsec_nobodys')).toMatchObject({
    success: false,
    'error-codes': ['invalid-input-secret'],
  })
  // The library sends the site key along, and that is not the stranger's.
  expect(await world.server.redeem('hcaptcha', response, world.stranger.secretKey)).toMatchObject({
    'error-codes': ['sitekey-secret-mismatch'],
  })
  // None of it has used the token up.
  expect(await redeem(response)).toEqual(accepted)
  expect(new Set(world.detour.asked)).toContain('hcaptcha.com:443')
})

test('react-hcaptcha: a site key that nobody owns is told as an error', async ({ browser }) => {
  await open(browser, 'react-hcaptcha', { sitekey: 'bsk_0000000000000000000000', size: 'invisible' })
  await expect.poll(() => library.told('ready'), soon).not.toEqual([])
  await expect(library.call('execute')).rejects.toThrow('invalid-data')
  expect(await library.told('error')).toEqual([['invalid-data']])
  expect(await library.told('token')).toEqual([])
})
