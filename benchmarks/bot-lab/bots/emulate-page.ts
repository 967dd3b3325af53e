/*
 * One visit in a DOM without a browser, in a process of its own, because what the page's scripts throw lands in it.
 *   node emulate-page.ts jsdom|jsdom-widget|jsdom-disguised|happy-dom URL PACE
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Browser } from 'happy-dom'
import { type DOMWindow, JSDOM, VirtualConsole } from 'jsdom'
import { asFunction, disguise, lendWhatWidgetsNeed } from './emulate-more.ts'
import { email, message } from './fill-form.ts'
import { chromeOn } from './launch-paths.ts'
import { untilDone } from './session.ts'

const [emulator = '', url = '', pace = '1'] = process.argv.slice(2)
const deadline = AbortSignal.timeout(30_000)
const texts = [
  ['email', email],
  ['message', message],
] as const
process.on('unhandledRejection', () => undefined)
process.on('uncaughtException', () => undefined)

try {
  await (emulator.startsWith('jsdom') ? visitWithJsdom() : visitWithHappyDom())
  process.exit(0)
} catch (error) {
  console.error(error)
  process.exit(1)
}

async function visitWithJsdom(): Promise<void> {
  const { window } = await JSDOM.fromURL(url, {
    runScripts: 'dangerously',
    resources: 'usable',
    pretendToBeVisual: true,
    virtualConsole: new VirtualConsole(),
    ...(emulator === 'jsdom-disguised' ? { userAgent: chromeOn('linux') } : {}),
    beforeParse: (opened) => {
      lendWhatLacks(opened)
      if (emulator !== 'jsdom') lendWhatWidgetsNeed(opened)
      if (emulator === 'jsdom-disguised') disguise(opened)
    },
  })
  const { document }: { document: Document } = window
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  // Without frames the page's own thread can do the work: the widget lets owners choose that.
  if (emulator !== 'jsdom') document.querySelector('bollard-captcha')?.setAttribute('solver', 'page')
  await runModules(window)
  for (const [id, text] of texts) {
    const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#${id}`)
    if (field === null) throw new Error(`The page has no ${id}`)
    field.focus()
    field.value = text
    field.dispatchEvent(new window.Event('input', { bubbles: true }))
  }
  await sleep(1500 * Number(pace))
  document.getElementById('send')?.click()
  await untilDone(async () => document.title, deadline)
}

async function visitWithHappyDom(): Promise<void> {
  const browser = new Browser({
    settings: {
      enableJavaScriptEvaluation: true,
      enableIframePageLoading: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
    },
  })
  const page = browser.newPage()
  await page.goto(url)
  await Promise.race([page.waitUntilComplete(), sleep(3000)])
  // The one thing that the page misses at once.
  Object.assign(page.mainFrame.window, { MessageChannel })
  const { document, Event, HTMLInputElement, HTMLTextAreaElement, HTMLButtonElement } = page.mainFrame.window
  for (const [id, text] of texts) {
    const field = document.getElementById(id)
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement))
      throw new Error(`The page has no ${id}`)
    field.focus()
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  await sleep(1500 * Number(pace))
  const button = document.getElementById('send')
  if (button instanceof HTMLButtonElement) button.click()
  await untilDone(async () => document.title, deadline)
}

/** What pages of today expect and jsdom lacks, as test set-ups fill it in. Its AbortSignal means nothing to Node's fetch. */
function lendWhatLacks(window: DOMWindow): void {
  const { origin } = window.location
  const lentFetch = (path: string, { headers, ...options }: RequestInit = {}) =>
    fetch(new URL(path, window.location.href), {
      ...options,
      signal: null,
      headers: { origin, 'user-agent': window.navigator.userAgent, ...Object.fromEntries(new Headers(headers)) },
    })
  const matchMedia = (media: string) => Object.assign(new window.EventTarget(), { media, matches: false })
  class ResizeObserver {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  Object.assign(window, {
    fetch: lentFetch,
    matchMedia,
    ResizeObserver,
    MessageChannel,
    Headers,
    Request,
    Response,
    TextEncoder,
    TextDecoder,
    structuredClone,
  })
}

/** Module scripts as classic ones: good enough for bundles that import nothing; what they import later is missing. */
async function runModules(window: DOMWindow): Promise<void> {
  for (const script of window.document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')) {
    const source = await (await fetch(script.src)).text()
    if (emulator !== 'jsdom') window.eval(asFunction(source, script.src))
    else window.eval(asFunction(source, script.src).replaceAll('__import(', 'Promise.reject('))
  }
}
