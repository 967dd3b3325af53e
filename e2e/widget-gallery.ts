import { type Browser, expect, type Page, type Route } from '@playwright/test'
import { startCustomerSite } from './customer-site.ts'
import { product } from './product.ts'
import type { Keys } from './widget-page.ts'

/** Five dozen boxes that move would keep a core busy with painting them alone. */
const look = { viewport: { width: 1500, height: 4200 }, reducedMotion: 'reduce' } as const

/** Everything that a widget can have to say, by a name of its own. */
export const states: Readonly<Record<string, Shown>> = {
  ready: { state: 'ready' },
  'ready to press': { state: 'ready', attributes: 'autostart="off"' },
  disabled: { state: 'ready', attributes: 'disabled' },
  working: { state: 'working', does: 'working' },
  'working more': { state: 'working', does: 'more' },
  throttled: { state: 'throttled', does: 'throttled' },
  passed: { state: 'passed', does: 'passing' },
  expired: { state: 'expired', does: 'expired', attributes: 'refresh="never"' },
  // In the minimal data mode of the other key nobody looks whether somebody is there.
  renewing: { state: 'working', does: 'renewing', siteKey: 'bsk_TestAlwaysPasses000000' },
  offline: { state: 'failed', does: 'offline' },
  'rate limited': { state: 'failed', does: 'limited' },
  misconfigured: { state: 'failed', does: 'elsewhere' },
  unavailable: { state: 'failed', does: 'unavailable' },
  failover: { state: 'failed', does: 'offline', attributes: 'failover' },
  refused: { state: 'refused', does: 'refusing', siteKey: 'bsk_TestAlwaysFails0000000' },
  'test key': { state: 'passed', does: 'passing', siteKey: 'bsk_TestAlwaysPasses000000' },
  'white label': { state: 'passed', does: 'passing', attributes: 'white-label' },
}

interface Shown {
  readonly state: string
  /** What happens on the way to the service, once the check is started. */
  readonly does?: string
  readonly attributes?: string
  readonly siteKey?: string
}

/** How a page can place it. */
export const looks = {
  normal: '',
  compact: 'size="compact"',
  badge: 'invisible badge="inline"',
  floating: 'floating',
} as const

export interface Gallery {
  readonly page: Page
  /** Has everything said in another language, as on a page that is read in that direction, and the screen and its colours as they were at first, without motion. */
  speak(language: string, direction: 'ltr' | 'rtl'): Promise<void>
  close(): Promise<void>
}

/**
 * One page with a widget in every state and every look, each in a form of its own. The service is the real one; only what goes
 * wrong on the way to it, and how long an answer takes or a token lives, is made up, by the host that the widget asks.
 */
export async function openGallery(browser: Browser, keys: Keys): Promise<Gallery> {
  const site = await startCustomerSite({ api: product.api, ...keys, body: bodyOf(keys.siteKey) })
  const context = await browser.newContext(look)
  await context.route('**/captcha/v1/verifications**', (route) => treat(route))
  // Whoever looks at the page needs longer than the widget waits for an answer.
  await context.addInitScript(() => {
    const { setTimeout } = globalThis
    Object.assign(globalThis, {
      setTimeout: (then: () => void, ms: number, ...given: []) =>
        setTimeout(then, ms === 30_000 ? 600_000 : ms, ...given),
    })
  })
  const page = await context.newPage()
  await page.goto(site.url)
  await expect(page.locator('bollard-captcha .widget')).toHaveCount(
    Object.keys(states).length * Object.keys(looks).length,
  )
  await page.evaluate(() => {
    for (const widget of document.querySelectorAll('bollard-captcha[data-starts]'))
      Reflect.apply(Reflect.get(widget, 'startVerification'), widget, [])
  })
  const wanted = Object.entries(states).flatMap(([name, { state }]) =>
    Object.keys(looks).map((look) => `${name}, ${look}: ${state}`),
  )
  let moves = 0
  await expect
    .poll(
      async () => {
        // Somebody is at the page, so tokens that ran out are replaced.
        await page.mouse.move((moves = (moves + 7) % 900), 3)
        return page.evaluate(() =>
          [...document.querySelectorAll('bollard-captcha')].map(
            (widget) => `${widget.getAttribute('data-of')}: ${Reflect.get(widget, 'state')}`,
          ),
        )
      },
      { timeout: 120_000, intervals: [200] },
    )
    .toEqual(wanted)
  await expect(
    page.locator('bollard-captcha').nth(Object.keys(states).indexOf('failover') * Object.keys(looks).length),
  ).toHaveJSProperty('validity.valid', true)
  return {
    page,
    async speak(language, direction) {
      await page.setViewportSize(look.viewport)
      await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: look.reducedMotion })
      await page.evaluate(
        ([lang, dir]) => {
          document.querySelector('.rows')?.setAttribute('lang', lang)
          document.querySelector('.rows')?.setAttribute('dir', dir)
          for (const widget of document.querySelectorAll('bollard-captcha')) widget.setAttribute('language', lang)
        },
        [language, direction] as const,
      )
      await expect(page.locator(`bollard-captcha .widget[lang=${language}]`)).toHaveCount(wanted.length)
      await settle(page, language)
    },
    async close() {
      await context.close()
      await site.close()
    },
  }
}

/**
 * Waits until everything is worded in the language and stays where it is: a box is marked with its language while its texts are
 * still on their way, and floating boxes follow their buttons later.
 */
async function settle(page: Page, language: string): Promise<void> {
  const file = await page.request.get(`${product.api}/widget/languages/${language}.json`)
  const texts: unknown[] = file.ok() ? Object.values(Object(await file.json())) : []
  let before = ''
  await expect
    .poll(
      async () => {
        const boxes = await page.evaluate(() =>
          [...document.querySelectorAll('bollard-captcha')].map((widget) => {
            const box = widget.shadowRoot?.querySelector<HTMLElement>('.widget')
            const { x, y, width, height } = box?.getBoundingClientRect() ?? new DOMRect()
            const place = [box?.className, box?.innerText, x, y, width, height].join(' ')
            return { place, title: box?.querySelector('.title')?.textContent ?? '' }
          }),
        )
        const now = JSON.stringify(boxes)
        const stays = now === before
        before = now
        const isWorded = boxes.every(({ title }) => (language === 'en' ? title !== '' : texts.includes(title)))
        return isWorded && stays
      },
      { timeout: 30_000, intervals: [100, 250] },
    )
    .toBe(true)
}

function bodyOf(siteKey: string): string {
  const rows = Object.entries(states).map(([name, one]) => {
    const { does = '', attributes = '', siteKey: own = siteKey } = one
    const start = does ? `data-starts api-url="${hostOf(does)}"` : ''
    const forms = Object.entries(looks).map(
      ([look, attribute]) =>
        `<form><label>${name}, ${look} <input></label><div><bollard-captcha data-of="${name}, ${look}" sitekey="${own}" privacy-url="https://shop.example/privacy" ${start} ${attributes} ${attribute}></bollard-captcha></div><button type="submit">Send</button></form>`,
    )
    return `<div class="row">${forms.join('')}</div>`
  })
  return `<style>
:root { color-scheme: light dark; background: light-dark(#fff, #121315); color: light-dark(#17181a, #f3f1ec) }
.row { display: flex; flex-wrap: wrap; gap: 8px 20px; min-height: 245px }
form { flex: 0 1 345px; min-width: 0 }
label { display: block }
</style><div class="rows" lang="en">${rows.join('')}</div>`
}

/** Leads to the API like every other name below localhost. */
function hostOf(name: string): string {
  const url = new URL(product.api)
  url.hostname = `${name}.localhost`
  return url.origin
}

const anyOrigin = { 'access-control-allow-origin': '*' }
const started = new Map<Page, number>()

async function treat(route: Route): Promise<void> {
  const request = route.request()
  const { hostname, pathname } = new URL(request.url())
  const isFirst = pathname.endsWith('/verifications')
  switch (hostname.split('.')[0]) {
    case 'working':
      return
    case 'more':
      return askForMore(route, isFirst)
    case 'renewing': {
      const page = request.frame().page()
      if (isFirst) started.set(page, (started.get(page) ?? 0) + 1)
      // The checks of all the looks, and then none any more.
      return isFirst && (started.get(page) ?? 0) > Object.keys(looks).length ? undefined : runOutSoon(route)
    }
    case 'expired':
      return runOutSoon(route)
    case 'offline':
      return route.abort('internetdisconnected')
    case 'limited':
      return route.fulfill({ status: 429, json: { code: 'rate-limited' }, headers: anyOrigin })
    // Longer than anybody looks at the page, and the longest that the widget waits.
    case 'throttled':
      return route.fulfill({ status: 429, json: { code: 'throttled', retryAfterSeconds: 300 }, headers: anyOrigin })
    case 'elsewhere':
      return route.fulfill({ status: 403, json: { code: 'origin-not-allowed' }, headers: anyOrigin })
    case 'unavailable':
      return route.fulfill({ status: 503, json: { code: 'unavailable' }, headers: anyOrigin })
    default:
      return route.continue()
  }
}

/** The second round is asked for, and its answer does not come. */
async function askForMore(route: Route, isFirst: boolean): Promise<void> {
  const { siteKey } = Object(route.request().postDataJSON())
  if (isFirst)
    return route.continue({
      postData: JSON.stringify({
        ...Object(route.request().postDataJSON()),
        siteKey: siteKey && 'bsk_TestForcesStepUp000000',
      }),
    })
  const { verificationId, challenge } = Object(await (await askService(route)).json())
  if (verificationId && challenge)
    await route.fulfill({ json: { status: 'challenge', verificationId, challenge }, headers: anyOrigin })
}

/** The service's own answer, with a token that is shown for half a second: widgets spare the last thirty. */
async function runOutSoon(route: Route): Promise<void> {
  const answer: object = Object(await (await askService(route)).json())
  const expiresAt = 'expiresAt' in answer ? { expiresAt: new Date(Date.now() + 30_500).toISOString() } : {}
  await route.fulfill({ json: { ...answer, ...expiresAt }, headers: anyOrigin })
}

/** Node knows no names below localhost. */
function askService(route: Route) {
  const { pathname } = new URL(route.request().url())
  return route.fetch({ url: `${product.api}${pathname}` })
}
