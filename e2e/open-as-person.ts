import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@bollard/testing/seed'
import type { BrowserControl } from './browser-control.ts'
import { personsBrowser } from './persons-browser.ts'

/** A page in a browser that looks like a person's, and hands that act like one's. */
export interface PersonsPage {
  /** Value of an expression in the page; promises are awaited. */
  evaluate(expression: string): Promise<unknown>
  /** What an element says, its shadow root included; empty while there is none, and while the page gives way to the next one. */
  textOf(selector: string): Promise<string>
  /** Types into whatever has focus, one key after the other. */
  type(text: string): Promise<void>
  press(key: 'Tab' | 'Enter' | 'Space'): Promise<void>
  /** Moves the pointer there in steps and clicks a little off the middle. `selector` may be an expression for an element. */
  click(selector: string): Promise<void>
  /** Errors and warnings in the browser's log, broken content policies among them. */
  readonly complaints: string[]
  close(): Promise<void>
}

/**
 * Opens an address in real Chromium without any of the usual drivers, with a storage that is empty. A machine without a screen
 * only has the headless build, so that build is told, before it opens the page, to name itself as the same browser with a
 * screen does. Everything else about it is as it is.
 */
export async function openAsPerson(url: string, { dark = false } = {}): Promise<PersonsPage> {
  const { control, identity } = await personsBrowser()
  const { browserContextId } = await control.send('Target.createBrowserContext')
  const { targetId } = await control.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await control.send('Target.attachToTarget', { targetId, flatten: true })
  const complaints: string[] = []
  const stopListening = control.on((_method, { entry }, heardIn) => {
    if (heardIn === sessionId && (entry?.level === 'error' || entry?.level === 'warning'))
      complaints.push(`${entry.text} ${entry.url ?? ''}`)
  })
  await control.send('Emulation.setUserAgentOverride', identity, sessionId)
  if (dark)
    await control.send(
      'Emulation.setEmulatedMedia',
      { features: [{ name: 'prefers-color-scheme', value: 'dark' }] },
      sessionId,
    )
  await control.send('Log.enable', {}, sessionId)
  await control.send('Page.navigate', { url }, sessionId)
  const page = handsOn(control, sessionId)
  while ((await page.evaluate('document.readyState').catch(() => '')) !== 'complete') await sleep(50)
  return {
    ...page,
    complaints,
    async close() {
      stopListening()
      // As in `leave`: a page that gets the answer to a form may never say that it is closed.
      await Promise.race([
        control.send('Page.navigate', { url: 'about:blank' }, sessionId).catch(() => undefined),
        sleep(5_000),
      ])
      await control.send('Target.disposeBrowserContext', { browserContextId })
    },
  }
}

function handsOn(control: BrowserControl, sessionId: string): Omit<PersonsPage, 'complaints' | 'close'> {
  let at = { x: 40, y: 500 }
  // All hands move alike, and in the next run as well: what a journey comes to depends on no chance.
  const random = seededRandom('hands of a person')
  // Somebody who types fast, at eleven keys a second.
  const pause = () => sleep(25 + random() * 40)

  async function evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await control.send(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true },
      sessionId,
    )
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? `${expression} failed`)
    return result?.value
  }
  // A screen's keyboard and mouse tell the time in whole milliseconds; without one, the browser takes it itself, and more finely.
  const now = () => Date.now() / 1_000
  async function key(type: 'keyDown' | 'keyUp', params: object): Promise<void> {
    await control.send('Input.dispatchKeyEvent', { type, timestamp: now(), ...params }, sessionId)
    await pause()
  }
  async function mouse(type: string, params: object = {}): Promise<void> {
    await control.send('Input.dispatchMouseEvent', { type, timestamp: now(), ...at, ...params }, sessionId)
  }
  return {
    evaluate,
    textOf: async (selector) =>
      String(
        await evaluate(
          `(() => { const e = document.querySelector(${JSON.stringify(selector)}); return e === null ? '' : (e.shadowRoot ?? e).textContent })()`,
        ).catch((error: Error) => {
          // The page that was asked is just giving way to the next one.
          if (/navigated|context/iu.test(error.message)) return ''
          throw error
        }),
      ),
    async type(text) {
      for (const character of text) {
        const params = {
          key: character,
          code: codeOf(character),
          windowsVirtualKeyCode: /[a-z\d]/iu.test(character) ? character.toUpperCase().charCodeAt(0) : 190,
        }
        // As a hand does: Shift goes down before a capital and comes up after it.
        const modifiers = /[A-Z]/u.test(character) ? 8 : 0
        const shift = { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 }
        if (modifiers) await key('keyDown', { ...shift, modifiers })
        await key('keyDown', { ...params, text: character, modifiers })
        await key('keyUp', { ...params, modifiers })
        if (modifiers) await key('keyUp', shift)
      }
    },
    async press(name) {
      const [code, text, virtual] = (
        { Tab: ['Tab', undefined, 9], Enter: ['Enter', '\r', 13], Space: ['Space', ' ', 32] } as const
      )[name]
      const params = {
        code,
        key: text === ' ' ? ' ' : name,
        windowsVirtualKeyCode: virtual,
        ...(text === undefined ? {} : { text }),
      }
      await key('keyDown', params)
      await key('keyUp', params)
    },
    async click(selector) {
      const expression = selector.startsWith('document.')
        ? selector
        : `document.querySelector(${JSON.stringify(selector)})`
      const place: unknown = await evaluate(
        `(() => { const e = ${expression}; e.scrollIntoView({ block: 'center' }); const r = e.getBoundingClientRect(); return [r.x + r.width * .4, r.y + r.height * .45] })()`,
      )
      const [x = 0, y = 0] = Array.isArray(place) ? place.map(Number) : []
      const from = at
      for (let step = 1; step <= 12; step++) {
        const share = (1 - Math.cos((Math.PI * step) / 12)) / 2
        // A mouse stands on points of the screen, never between two.
        at = {
          x: Math.round(from.x + (x - from.x) * share),
          y: Math.round(from.y + (y - from.y) * share + Math.sin(share * Math.PI) * 9),
        }
        await mouse('mouseMoved')
        await sleep(8 + random() * 8)
      }
      await mouse('mousePressed', { button: 'left', buttons: 1, clickCount: 1, force: 0.5 })
      await sleep(60 + random() * 30)
      await mouse('mouseReleased', { button: 'left', clickCount: 1 })
    },
  }
}

function codeOf(character: string): string {
  return /[a-z]/iu.test(character) ? `Key${character.toUpperCase()}` : /\d/u.test(character) ? `Digit${character}` : ''
}
