import { expect, type Page, test as base } from '@playwright/test'
import { type ExhaustedNetwork, exhaustNetwork } from './exhausted-network.ts'
import { answered, openWidgetPage } from './widget-page.ts'

/** No visitor waits for longer, from the first touch of the form to the token. */
const waitMsMax = 60_000

let network: ExhaustedNetwork
base.beforeAll(async () => (network = await exhaustNetwork()))
base.afterAll(() => network.stop())

/** Phones, and the words that their visitors see and hear. */
const visitors = {
  'in English': {
    attributes: '',
    ground: '#ffffff',
    isDark: false,
    waits: 'Many visitors from your network',
    hint: /^Continues in \d+ sec$/u,
    said: [/^Checking…$/u, /^Many visitors from your network\. Continues in \d+ sec$/u],
  },
  'in German on a dark page': {
    attributes: 'language="de"',
    ground: '#121315',
    isDark: true,
    waits: 'Viele Besucher aus Ihrem Netz',
    hint: /^Automatisch weiter in \d+ Sek\.$/u,
    said: [/^Prüfung läuft\s…$/u, /^Viele Besucher aus Ihrem Netz\. Automatisch weiter in \d+ Sek\.$/u],
  },
} as const

for (const [language, visitor] of Object.entries(visitors))
  base(
    `the 1 000th visitor of an attacked network has the form sent within a minute, ${language}`,
    async ({ browser }) => {
      let starts: ReturnType<typeof watchStarts> = []
      const { page, widget, box, send, fillIn, becomes, arrives, said, faults, close } = await openWidgetPage(browser, {
        ...network.keys,
        attributes: visitor.attributes,
        body: `<style>body{background:${visitor.ground};color:${visitor.isDark ? '#f3f1ec' : '#17181a'}}</style><form method="post" action="/"><label>E-mail <input name="email"></label><p>{widget}</p><button id="send">Send</button></form>`,
        viewport: { width: 360, height: 640 },
        before: async (context) => {
          await context.clock.install()
          context.on('page', (opened) => (starts = watchStarts(opened)))
        },
      })
      const begun = network.now()
      await fillIn()
      await becomes('throttled')
      await send.click()
      expect(starts.map(({ status }) => status)).toEqual([429])
      await expect(box).toHaveAccessibleName(visitor.waits)
      await expect(box).toHaveAttribute('aria-busy', 'true')
      const hint = widget.locator('#hint')
      await expect(hint).toHaveText(visitor.hint)
      const first = await secondsIn(hint.textContent())
      await expect.poll(() => secondsIn(hint.textContent())).toBeLessThan(first)
      // Nothing of it is cut off on a narrow screen, and nothing moves the page aside.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      expect(
        await hint.evaluate((element) => element.scrollWidth <= Math.ceil(element.getBoundingClientRect().width) + 1),
      ).toBe(true)
      await expect(widget.locator('.widget.dark')).toHaveCount(visitor.isDark ? 1 : 0)
      expect(await page.getByLabel('E-mail').inputValue()).toBe('anna@example.org')
      // The screen reader hears of it once, not with each second.
      const heard = await said()

      network.pass(first * 1000)
      await page.clock.fastForward(first * 1000)
      await arrives(1)
      await answered(page)
      expect(heard.map((text, index) => visitor.said[index]?.test(text))).toEqual([true, true])
      expect(starts.map(({ status, hasTicket }) => [status, hasTicket])).toEqual([
        [429, false],
        [201, true],
      ])
      expect(network.now() - begun).toBeLessThan(waitMsMax)
      expect(faults).toEqual([])
      await close()
    },
  )

/** All starts of a page, as its visitor's browser sees them. */
function watchStarts(page: Page) {
  const starts: { readonly status: number; readonly hasTicket: boolean }[] = []
  page.on('response', (response) => {
    const request = response.request()
    if (request.method() !== 'POST' || !new URL(request.url()).pathname.endsWith('/captcha/v1/verifications')) return
    const hasTicket = typeof Object(request.postDataJSON()).ticket === 'string'
    starts.push({ status: response.status(), hasTicket })
  })
  return starts
}

async function secondsIn(text: Promise<string | null>): Promise<number> {
  return Number(/\d+/u.exec((await text) ?? '')?.[0])
}
