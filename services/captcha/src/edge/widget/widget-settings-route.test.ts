import { readFileSync } from 'node:fs'
import { publicWidgetSettingsSchema, type SiteSettings, siteSettingsSchema, widgetTextKeys } from '@bollard/contracts'
import { installProblems } from '@bollard/http'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { mountWidgetSettings, type ShownEnvironment } from './widget-settings-route.ts'

const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

const environment = (
  settings: object = {},
  test: ShownEnvironment['test'] = null,
  withheld: ShownEnvironment['site']['withheld'] = [],
): ShownEnvironment => ({
  site: { settings: siteSettingsSchema.parse(settings) satisfies SiteSettings, withheld },
  test,
})

/** A service that knows these keys; the map may change later. */
function serving(known: Map<string, ShownEnvironment>, find = (siteKey: string) => known.get(siteKey) ?? null) {
  const app = Fastify()
  installProblems(app)
  mountWidgetSettings(app, { sites: { find } })
  opened.push(app)
  return (siteKey: string, headers: Record<string, string> = {}) =>
    app.inject({ url: `/captcha/v1/widget-settings/${siteKey}`, headers })
}

test('a site whose owner has set nothing is told in a few bytes, to pages of any origin, for a minute', async () => {
  const get = serving(new Map([['bsk_a', environment()]]))
  const answer = await get('bsk_a', { origin: 'https://anywhere.example' })
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { widget: {}, minimalData: false, honeypots: true, failover: false, test: null },
  ])
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=60, stale-while-revalidate=86400',
    'content-type': 'application/json; charset=utf-8',
    etag: expect.stringMatching(/^"[\w-]{22}"$/u),
  })
})

test('what the owner has set is told, and nothing that is not for visitors', async () => {
  const widget = {
    theme: 'DARK',
    invisible: true,
    whiteLabel: true,
    privacyUrl: 'https://shop.example/privacy',
    design: { radius: 4, light: { text: '#111111' } },
    translations: { fr: { ready: 'Je suis une personne' } },
  }
  const settings = {
    widget,
    minimalData: true,
    honeypots: false,
    failover: 'RECORDED_OUTAGES',
    threshold: 0.33,
    difficulty: 20,
  }
  const answer = await serving(new Map([['bsk_a', environment(settings, 'STEP_UP')]]))('bsk_a')
  expect(answer.json()).toEqual({ widget, minimalData: true, honeypots: false, failover: true, test: 'STEP_UP' })
  expect(publicWidgetSettingsSchema.parse(answer.json())).toEqual(answer.json())
})

test('what the plan does not have is withheld from pages, and what stands from a larger plan is not', async () => {
  const both = ['WHITE_LABEL', 'INVISIBLE'] as const
  const known = new Map([
    ['bsk_a', environment({}, null, both)],
    ['bsk_b', environment({}, null, ['INVISIBLE', 'RULES'])],
    ['bsk_c', environment({ widget: { whiteLabel: true } }, null, both)],
  ])
  const get = serving(known)
  const widgetOf = async (siteKey: string) => publicWidgetSettingsSchema.parse((await get(siteKey)).json()).widget
  expect(await widgetOf('bsk_a')).toEqual({ whiteLabel: null, invisible: null })
  expect(await widgetOf('bsk_b')).toEqual({ invisible: null })
  expect(await widgetOf('bsk_c')).toEqual({ whiteLabel: true, invisible: null })
})

test('who has the newest settings gets none, and who has older ones gets the new', async () => {
  const known = new Map([['bsk_a', environment()]])
  const get = serving(known)
  const { etag } = (await get('bsk_a')).headers
  const same = await get('bsk_a', { 'if-none-match': `W/"old", ${String(etag)}` })
  expect([same.statusCode, same.body, same.headers['cache-control']]).toEqual([
    304,
    '',
    'public, max-age=60, stale-while-revalidate=86400',
  ])
  known.set('bsk_a', environment({ minimalData: true }))
  const changed = await get('bsk_a', { 'if-none-match': String(etag) })
  expect([changed.statusCode, changed.json<{ minimalData: boolean }>().minimalData]).toEqual([200, true])
})

test.for(['bsk_b', 'nonsense', '%00', 'x'.repeat(90)])(
  'nobody owns the key %o, which pages may remember for a minute',
  async (siteKey) => {
    const answer = await serving(new Map())(siteKey)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'site-key-unknown'])
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=60' })
  },
)

test('while the sites cannot be looked up the refusal is kept by nobody', async () => {
  const get = serving(new Map(), () => {
    throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  })
  const answer = await get('bsk_a')
  expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([503, '*'])
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('an owner can word every text that the widget says by itself, and no other', () => {
  const texts: object = JSON.parse(
    readFileSync(new URL('../../../../../client/widget/i18n/en.json', import.meta.url), 'utf8'),
  )
  // What a white label says instead of the badge's words goes by the same name; what a test key does is for nobody to reword; the page itself says it without scripts.
  const notForOwners = ['badgePlain', 'testPasses', 'testFails', 'testSpent', 'testStepUp', 'noscript']
  expect(new Set<string>(widgetTextKeys)).toEqual(
    new Set(Object.keys(texts).filter((key) => !notForOwners.includes(key))),
  )
})
