import { type Browser, expect, test } from '@playwright/test'
import { product } from '../../product.ts'
import { type OpenedLibrary, openLibrary } from '../open-library.ts'
import type { MoreServerLibrary } from '../start-customer-server.ts'
import { goThroughLife } from '../whole-life.ts'
import { buildWorld, type World } from '../world.ts'

// The host that is written into a library is led to our API on the way. Those for hCaptcha on a page, and one of the others, are told
// our address.
const hosts = {
  'www.google.com': '',
  'hcaptcha.com': '/hcaptcha',
  'api.hcaptcha.com': '/hcaptcha',
  'challenges.cloudflare.com': '',
}
const pages = [
  'recaptcha-v3',
  'vue-recaptcha-v3',
  'hcaptcha-loader',
  'vanilla-hcaptcha',
  'react-turnstile',
  'vue-turnstile',
]
let world: World
let library: OpenedLibrary
test.beforeAll(async () => {
  world = await buildWorld('More', hosts, pages, new URL('./', import.meta.url))
})
test.afterAll(() => world.close())
test.afterEach(() => library.close())

async function open(browser: Browser, name: string, given: Record<string, string> = {}): Promise<void> {
  library = await openLibrary(browser, world.detour, `${world.pages.url}/${name}`, {
    sitekey: world.owner.siteKey,
    ...given,
  })
}

const openHcaptcha = (browser: Browser, name: string, given: Record<string, string> = {}) =>
  open(browser, name, {
    host: `${product.api}/hcaptcha`,
    'script-address': `${product.api}/hcaptcha/1/api.js`,
    ...given,
  })

const hcaptchaAccepted = expect.objectContaining({ success: true, hostname: 'localhost' })
/** What each library for servers makes of a token the first time and the second. */
const servers: Record<MoreServerLibrary, { accepted: unknown; spent: unknown }> = {
  recaptcha2: { accepted: true, spent: { codes: ['timeout-or-duplicate'] } },
  grecaptcha: { accepted: true, spent: false },
  'verify-hcaptcha': {
    accepted: hcaptchaAccepted,
    spent: expect.objectContaining({ success: false, errorCodes: ['already-seen-response'] }),
  },
  'pages-plugin-hcaptcha': {
    accepted: { refused: false, data: hcaptchaAccepted },
    spent: expect.objectContaining({ refused: true }),
  },
  'cf-turnstile': {
    accepted: expect.objectContaining({ success: true, action: 'newsletter', cdata: 'order-7' }),
    spent: expect.objectContaining({ success: false, errors: ['timeout-or-duplicate'] }),
  },
  'pages-plugin-turnstile': {
    accepted: { refused: false, data: expect.objectContaining({ success: true, action: 'newsletter' }) },
    spent: expect.objectContaining({ refused: true }),
  },
}
const at = (server: MoreServerLibrary) => ({
  ...servers[server],
  redeem: (token: string) => world.server.redeem(server, token),
})
const nothing = async (): Promise<void> => undefined

for (const [name, server, given] of [
  ['recaptcha-v3', 'recaptcha2', { action: 'newsletter' }],
  ['recaptcha-v3', 'grecaptcha', { url: `{api}/recaptcha/api.js` }],
  ['vue-recaptcha-v3', 'recaptcha2', {}],
] as const)
  test(`${name} with ${server}${'url' in given ? ', told our address' : ''}: each execution gives a token`, async ({
    browser,
  }) => {
    await open(
      browser,
      name,
      Object.fromEntries(Object.entries(given).map(([key, value]) => [key, value.replace('{api}', product.api)])),
    )
    const { redeem, accepted, spent } = at(server)
    const tokens = [await library.call('execute'), await library.call('execute')].map(String)
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) expect(await redeem(token)).toEqual(accepted)
    for (const token of tokens) expect(await redeem(token)).toEqual(spent)
    expect(await redeem('nonsense')).not.toEqual(accepted)
    if ('url' in given) expect(Array.from(library.foreignHosts)).toEqual([])
    expect(library.complaints).toEqual([])
  })

for (const [name, server] of [
  ['hcaptcha-loader', 'verify-hcaptcha'],
  ['vanilla-hcaptcha', 'pages-plugin-hcaptcha'],
] as const) {
  test(`${name} with ${server}: a click on its box gives a token`, async ({ browser }) => {
    await openHcaptcha(browser, name)
    await goThroughLife(library, { ...at(server), solve: () => library.click() })
  })

  test(`${name} with ${server}: invisible, it gives a token when it is executed`, async ({ browser }) => {
    await openHcaptcha(browser, name, { size: 'invisible' })
    await expect(library.widgets).toHaveCount(1)
    await library.call('execute')
    expect(await at(server).redeem(await library.token())).toEqual(at(server).accepted)
    expect(Array.from(library.foreignHosts)).toEqual([])
    expect(library.complaints).toEqual([])
  })
}

for (const [name, server] of [
  ['react-turnstile', 'cf-turnstile'],
  ['vue-turnstile', 'pages-plugin-turnstile'],
] as const)
  test(`${name} with ${server}: it starts by itself and gives a token`, async ({ browser }) => {
    await open(browser, name)
    await goThroughLife(library, { ...at(server), solve: nothing })
  })
