import { setTimeout as sleep } from 'node:timers/promises'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import type { VisitInput, Visitor } from '../visitor.ts'
import { writeExtension } from '../write-extension.ts'
import { closePuppeteer, headed } from './drive-puppeteer.ts'
import { email, message } from './fill-form.ts'
import { keystroke, reach, type Step } from './human-hand.ts'
import { hideAutomation } from './launch-paths.ts'
import { runSession } from './session.ts'

const wants = 25
/** Twenty-five tokens with their work take longer than one. */
const longest = 130_000

/** Takes one token from the page's widget and sends the form with it; whatever happens, the next one may go better. */
const takeOne = `async (make) => {
  const form = document.querySelector('form')
  const widget = make ? document.createElement('bollard-captcha') : form.querySelector('bollard-captcha')
  if (make) {
    const first = form.querySelector('bollard-captcha')
    for (const { name, value } of first.attributes) widget.setAttribute(name, value)
    form.append(widget)
  }
  try {
    const token = await widget.execute()
    await fetch(form.action, { method: 'POST', body: new URLSearchParams({ 'bollard-response': token }), headers: { accept: 'application/json' } })
  } catch {}
  if (make) widget.remove()
  else widget.reset()
}`

/** One browser, or one movement of a hand, for many tokens. */
export const farmBots: readonly Visitor[] = [
  farm('farm-resets', 'one page: written like a person once, then reset and executed again', async (browser, input) => {
    const page = await openPage(browser, input)
    await likeAPerson(page, recordHand(input))
    await inPage(page, false, wants)
  }),
  farm('farm-elements', 'one page: a new element of the widget for every token', async (browser, input) => {
    const page = await openPage(browser, input)
    await likeAPerson(page, recordHand(input))
    await inPage(page, true, wants)
  }),
  farm('farm-idle-page', 'one page that nobody touches, reset and executed again', async (browser, input) => {
    await inPage(await openPage(browser, input), false, wants)
  }),
  farm(
    'farm-recorded',
    'a page for every two tokens, the same recorded movement on each',
    async (browser, input, deadline) => {
      const hand = recordHand(input)
      for (let taken = 0; taken < wants && !deadline.aborted; taken += 2) {
        const page = await openPage(browser, input)
        await likeAPerson(page, hand)
        await inPage(page, false, Math.min(2, wants - taken))
        await page.close()
      }
    },
  ),
  farm('farm-pages', 'five pages at a time, a movement of its own on each', async (browser, input) => {
    const pages = await Promise.all(Array.from({ length: 5 }, () => openPage(browser, input)))
    await Promise.all(
      pages.map(async (page) => {
        await likeAPerson(page, recordHand(input))
        await inPage(page, false, wants / pages.length)
      }),
    )
  }),
  farm(
    'farm-extension',
    'an extension that takes token after token in a page of its own',
    async (_, { url }, deadline) => {
      const visit = new URL(`/visits/${new URL(url).searchParams.get('visit') ?? ''}`, url)
      while (!deadline.aborted) {
        const { answers }: { answers: unknown[] } = await (await fetch(visit)).json()
        if (answers.length >= wants) return
        await sleep(1000)
      }
    },
    async (input) => [
      ...(await writeExtension(input.profile, {
        content: {
          world: 'MAIN',
          source: `setTimeout(async () => { for (let n = 0; n < ${wants}; n++) await (${takeOne})(false) }, 1500)`,
        },
      })),
      input.url,
    ],
  ),
]

type Hand = readonly { readonly selector: string; readonly path: readonly Step[]; readonly keys: readonly Key[] }[]
interface Key {
  readonly key: string
  readonly holdMs: number
  readonly restMs: number
}

/** One way through the form: movements relative to where they end, and the times of the keys. */
function recordHand({ variation: { pace, random } }: VisitInput): Hand {
  return (
    [
      ['#email', email],
      ['#message', message.slice(0, 12)],
    ] as const
  ).map(([selector, text]) => {
    const end = { x: 40 * (random() - 0.5), y: 6 * (random() - 0.5) }
    const begin = { x: end.x + 260 * (random() - 0.5), y: end.y - 60 - 90 * random() }
    return {
      selector,
      path: reach(begin, end, { size: 30, pace: 1, random }),
      keys: [...text].map((key) => ({ key, ...keystroke({ pace: pace / 2, random }) })),
    }
  })
}

async function likeAPerson(page: Page, hand: Hand): Promise<void> {
  for (const { selector, path, keys } of hand) {
    const box = await (await page.waitForSelector(selector))?.boundingBox()
    if (!box) throw new Error(`the page has no ${selector}`)
    for (const { x, y, afterMs } of path) {
      await sleep(afterMs)
      await page.mouse.move(Math.round(box.x + box.width / 2 + x), Math.round(box.y + box.height / 2 + y))
    }
    await page.mouse.down()
    await sleep(80)
    await page.mouse.up()
    for (const { key, holdMs, restMs } of keys) {
      await page.keyboard.type(key, { delay: holdMs })
      await sleep(restMs)
    }
  }
}

async function openPage(browser: Browser, { url }: VisitInput): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(url)
  await page.waitForSelector('bollard-captcha')
  return page
}

async function inPage(page: Page, make: boolean, count: number): Promise<void> {
  for (let taken = 0; taken < count; taken++) await page.evaluate(`(${takeOne})(${make})`)
}

function farm(
  id: string,
  describe: string,
  use: (browser: Browser, input: VisitInput, deadline: AbortSignal) => Promise<void>,
  flags: (input: VisitInput) => Promise<readonly string[]> = async () => [],
): Visitor {
  return {
    id,
    describe,
    wants,
    kind: 'bot',
    class: 'farm',
    stack: 'farm',
    half: 'seen',
    visit: (input) =>
      runSession<Browser>({
        signal: input.signal,
        longest,
        open: async () =>
          puppeteer.launch({
            ...headed(input, hideAutomation, ...(await flags(input))),
            ignoreDefaultArgs: ['--enable-automation', '--disable-extensions'],
            userDataDir: input.profile,
          }),
        close: closePuppeteer,
        use: (browser, deadline) => use(browser, input, deadline),
      }),
  }
}
