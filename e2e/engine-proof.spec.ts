import { type BrowserContext, expect, test } from '@playwright/test'
import { grammarVersion } from '../packages/engine-proof/src/grammar.ts'
import { referenceAnswers } from '../packages/engine-proof/src/reference-answers.ts'
import { type FormVisit, visitForm } from './visit-form.ts'

// Nobody's answers are judged by a test key; what the widget sends is looked at here.
const keys = { siteKey: 'bsk_TestAlwaysPasses000000', secretKey: 'bsec_TestAlwaysPasses0000000000000000_37Csnv' }
const [[first, rightFirst] = [0, 0], [second, rightSecond] = [0, 0]] = referenceAnswers

let visit: FormVisit
test.afterEach(() => visit.close())

/** Lets the service ask for two programs whose answers are known, and hears what the widget answers; the service itself never sees it. */
async function askFor(context: BrowserContext, programs: readonly number[]): Promise<unknown[]> {
  const answered: unknown[] = []
  await context.route('**/captcha/v1/verifications', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const bytes = Buffer.from(body.challenge.token, 'base64url')
    bytes[107] = grammarVersion
    bytes.writeUInt32BE(programs[0] ?? 0, 114)
    bytes.writeUInt32BE(programs[1] ?? 0, 118)
    body.challenge.token = bytes.toString('base64url')
    await route.fulfill({ response, json: body })
  })
  await context.route('**/captcha/v1/verifications/*/solutions', async (route) => {
    answered.push(JSON.parse(route.request().postData() ?? '{}').engine ?? 'nothing')
    const verificationId = route.request().url().split('/').at(-2)
    const expiresAt = new Date(Date.now() + 600_000).toISOString()
    await route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { status: 'passed', verificationId, token: 'btk1.x', expiresAt },
    })
  })
  return answered
}

async function answersOf(
  browser: Parameters<typeof visitForm>[0],
  change: (context: BrowserContext) => Promise<unknown> = async () => undefined,
  look: object = {},
): Promise<unknown[]> {
  let answered: unknown[] = []
  visit = await visitForm(browser, {
    ...keys,
    ...look,
    before: async (context) => {
      answered = await askFor(context, [first, second])
      await change(context)
    },
  })
  expect(await visit.check()).toMatchObject({ event: 'solved' })
  return answered
}

test('the widget answers as the measured engines do, in any look of the page, and leaves nothing behind', async ({
  browser,
}) => {
  const hostile = `* { zoom: 1.1 } html { transform: rotate(2deg) scale(0.9) } iframe { display: none !important; width: 3px !important } bollard-captcha { display: none !important }`
  expect(
    await answersOf(
      browser,
      (context) =>
        context.addInitScript((css) => {
          document.addEventListener('DOMContentLoaded', () => {
            const sheet = new CSSStyleSheet()
            sheet.replaceSync(css)
            document.adoptedStyleSheets = [sheet]
          })
        }, hostile),
      { deviceScaleFactor: 1.5, forcedColors: 'active', viewport: { width: 400, height: 700 } },
    ),
  ).toEqual([[rightFirst, rightSecond]])
  const left = await visit.page.evaluate(() => [
    document.querySelectorAll('iframe').length,
    document.querySelector('bollard-captcha')?.shadowRoot?.querySelectorAll('iframe[aria-hidden]').length,
  ])
  expect(left).toEqual([0, 0])
})

test('a browser that cannot compute sends nothing and passes all the same', async ({ browser }) => {
  const answered = await answersOf(browser, (context) =>
    // As an engine that is too old for the grammar says it; the page keeps what the widget itself is drawn with.
    context.addInitScript(() => {
      if (window !== top) CSS.supports = () => false
    }),
  )
  expect(answered).toEqual(['nothing'])
})

test('the frame can be neither seen, nor heard, nor reached', async ({ browser }) => {
  const answered = await answersOf(browser, (context) =>
    context.addInitScript(() => {
      const append = Node.prototype.appendChild
      const seen: object[] = []
      Reflect.set(globalThis, 'seenFrames', seen)
      Node.prototype.appendChild = function <T extends Node>(this: Node, child: T): T {
        const added = append.call(this, child)
        if (child instanceof HTMLIFrameElement && child.ariaHidden === 'true') {
          const { opacity, pointerEvents, position } = getComputedStyle(child)
          seen.push({
            opacity,
            pointerEvents,
            position,
            tabIndex: child.tabIndex,
            style: child.getAttribute('style') !== null,
          })
        }
        return added as T
      }
    }),
  )
  expect(answered).toEqual([[rightFirst, rightSecond]])
  expect(await visit.page.evaluate(() => Reflect.get(globalThis, 'seenFrames'))).toEqual([
    { opacity: '0', pointerEvents: 'none', position: 'fixed', tabIndex: -1, style: true },
  ])
})
