import { type BrowserContext, chromium, expect, test } from '@playwright/test'
import { leanInstalledBrowser } from './lean-browser.ts'
import { type FormVisit, visitForm } from './visit-form.ts'

// The test key that asks everybody for a second round.
const stepUp = { siteKey: 'bsk_TestForcesStepUp000000', secretKey: 'bsec_TestForcesStepUp0000000000000000_2rSS8h' }

let visit: FormVisit
test.afterEach(() => visit.close())

/** What the page and its frames load of the widget, and the algorithms of the challenges that it gets. */
function listenIn(context: BrowserContext) {
  const files: string[] = []
  const algorithms: string[] = []
  context.on('request', (request) => {
    const [, file] = /\/widget\/([\w.]+)$/u.exec(new URL(request.url()).pathname) ?? []
    if (file) files.push(file)
  })
  context.on('response', (response) => {
    if (/\/captcha\/v1\/verifications/u.test(response.url()) && response.request().method() === 'POST')
      void response
        .json()
        .then(
          ({ challenge }: { challenge?: { algorithm: string } }) => challenge && algorithms.push(challenge.algorithm),
        )
  })
  return { files, algorithms }
}

test('the second round is one of Equi-X, whose program comes only then', async ({ browser }) => {
  let heard: ReturnType<typeof listenIn> | undefined
  visit = await visitForm(browser, { ...stepUp, before: async (context) => (heard = listenIn(context)) })
  expect(await visit.check()).toEqual(expect.objectContaining({ event: 'solved' }))
  expect(await visit.send()).toMatchObject({ success: true, outcome: 'FLAGGED' })
  expect(heard?.algorithms).toEqual(['sha256', 'equix'])
  expect(heard?.files.filter((file) => file === 'equix.js').length).toBeGreaterThan(0)
})

test('who passes at once never loads it', async ({ browser }) => {
  let heard: ReturnType<typeof listenIn> | undefined
  visit = await visitForm(browser, {
    siteKey: 'bsk_TestAlwaysPasses000000',
    secretKey: 'bsec_TestAlwaysPasses0000000000000000_37Csnv',
    before: async (context) => (heard = listenIn(context)),
  })
  expect(await visit.check()).toEqual(expect.objectContaining({ event: 'solved' }))
  expect(heard?.files).toContain('worker.js')
  expect(heard?.files).not.toContain('equix.js')
})

test('a browser without WebAssembly solves both rounds in plain script', async ({ browser }) => {
  let heard: ReturnType<typeof listenIn> | undefined
  visit = await visitForm(browser, {
    ...stepUp,
    before: async (context) => {
      heard = listenIn(context)
      // As hardened browsers have it: in the page, in its frames, and in their workers.
      await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'))
      await context.route(/\/widget\/worker\.js\?/u, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: `delete self.WebAssembly;${await response.text()}` })
      })
    },
  })
  expect(await visit.check()).toEqual(expect.objectContaining({ event: 'solved' }))
  expect(heard?.algorithms).toEqual(['sha256', 'sha256'])
  expect(heard?.files).toContain('script.js')
})

test('a browser whose WebAssembly has no SIMD is asked for nothing that it cannot do', async () => {
  // As QtWebEngine has it; without these instructions of the processor Chromium leaves SIMD out.
  const { args = [], ...options } = await leanInstalledBrowser()
  const browser = await chromium.launch({ ...options, args: [...args, '--js-flags=--no-enable-sse4-1'] })
  let heard: ReturnType<typeof listenIn> | undefined
  visit = await visitForm(browser, { ...stepUp, before: async (context) => (heard = listenIn(context)) })
  expect(await visit.check()).toEqual(expect.objectContaining({ event: 'solved' }))
  expect(await visit.send()).toMatchObject({ success: true, outcome: 'FLAGGED' })
  expect(heard?.algorithms).toEqual(['sha256', 'sha256'])
  expect(heard?.files).toContain('script.js')
  expect(heard?.files).not.toContain('equix.js')
  await browser.close()
})

test('where the program of Equi-X cannot be had, a fresh start does without it', async ({ browser }) => {
  let heard: ReturnType<typeof listenIn> | undefined
  visit = await visitForm(browser, {
    ...stepUp,
    before: async (context) => {
      heard = listenIn(context)
      await context.route(/\/widget\/equix\.js\?/u, (route) => route.abort())
    },
  })
  expect(await visit.check()).toEqual(expect.objectContaining({ event: 'solved' }))
  expect(heard?.algorithms).toEqual(['sha256', 'equix', 'sha256', 'sha256'])
  // And it is remembered: the next check of this page does not offer it.
  await visit.page.evaluate(() => {
    Reflect.deleteProperty(globalThis, 'outcome')
    const widget = document.querySelector('bollard-captcha')
    for (const method of ['reset', 'startVerification']) Reflect.apply(Reflect.get(Object(widget), method), widget, [])
  })
  expect(await visit.check()).toEqual(expect.objectContaining({ event: 'solved' }))
  expect(heard?.algorithms.slice(4)).toEqual(['sha256', 'sha256'])
})

test('a page that forbids frames is asked for SHA-256', async ({ browser }) => {
  let heard: ReturnType<typeof listenIn> | undefined
  visit = await visitForm(browser, {
    ...stepUp,
    attributes: 'solver="page"',
    before: async (context) => (heard = listenIn(context)),
  })
  expect(await visit.check()).toEqual(expect.objectContaining({ event: 'solved' }))
  expect(heard?.algorithms).toEqual(['sha256', 'sha256'])
  expect(heard?.files).not.toContain('frame.html')
})
