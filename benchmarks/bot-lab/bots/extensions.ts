import type { ChildProcess } from 'node:child_process'
import { windowTitle } from '../genuine/screen-of-page.ts'
import type { BotClass, VisitInput, Visitor } from '../visitor.ts'
import { type Extension, writeExtension } from '../write-extension.ts'
import { endGroup, startGroup } from './child-process.ts'
import { email, message } from './fill-form.ts'
import { chromiumFlags, chromiumPath } from './launch-paths.ts'
import { runSession, untilDone } from './session.ts'

const texts = JSON.stringify([
  ['email', email],
  ['message', message],
])

/** Sets a value so that frameworks notice, as autofill extensions do. */
const setValue = `function setValue(id, text) {
  const field = document.getElementById(id)
  field.focus()
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text)
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}`

/** Programs inside the browser: no port, no driver, no switch of automation. */
export const extensionBots: readonly Visitor[] = [
  bot('agent-extension', 'agents', 'an extension whose content script sets the values and clicks', ({ variation }) => ({
    content: {
      source: `${setValue}
        setTimeout(() => { for (const [id, text] of ${texts}) setValue(id, text) }, ${Math.round(1500 * variation.pace)})
        setTimeout(() => document.getElementById('send').click(), ${Math.round(3500 * variation.pace)})`,
    },
  })),
  bot(
    'agent-extension-typing',
    'agents',
    'an extension that makes up key and input events, one by one',
    ({ variation }) => ({
      content: {
        world: 'MAIN',
        source: `(async () => {
        const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
        const press = (element, type, more) => element.dispatchEvent(new (more.key ? KeyboardEvent : MouseEvent)(type, { bubbles: true, cancelable: true, composed: true, ...more }))
        await wait(1500)
        for (const [id, text] of ${texts}) {
          const field = document.getElementById(id)
          for (const type of ['mousemove', 'mousedown', 'mouseup', 'click']) press(field, type, { clientX: 300, clientY: 200, button: 0 })
          field.focus()
          for (const key of text) {
            press(field, 'keydown', { key })
            field.value += key
            field.dispatchEvent(new InputEvent('input', { bubbles: true, data: key, inputType: 'insertText' }))
            press(field, 'keyup', { key })
            await wait(${40 * variation.pace})
          }
        }
        await wait(500)
        document.getElementById('send').click()
      })()`,
      },
    }),
  ),
  bot(
    'agent-debugger-extension',
    'agents',
    'an extension that works by chrome.debugger: clicks and inserts the texts',
    ({ variation }) => ({
      permissions: ['debugger', 'tabs'],
      background: debuggerScript(
        `for (const [id, text] of ${texts}) {
        await click(await centreOf(id))
        await send('Input.insertText', { text })
        await wait(${500 * variation.pace})
      }
      await click(await centreOf('send'))`,
      ),
    }),
  ),
]

/** A service worker that attaches to the tab with the form and then does `work`. */
function debuggerScript(work: string): string {
  return `const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  let started = false
  const look = async () => {
    const tabs = await chrome.tabs.query({ status: 'complete' })
    const tab = tabs.find(({ url }) => url?.includes('visit='))
    if (tab !== undefined) await work(tab.id)
  }
  chrome.tabs.onUpdated.addListener(look)
  // The tab may be complete before anybody listens, and not be known yet when it is asked for.
  setInterval(look, 500)
  async function work(tabId) {
    if (started) return
    started = true
    const target = { tabId }
    try {
      await chrome.debugger.attach(target, '1.3')
    } catch {
      started = false
      return
    }
    const send = (method, params) => chrome.debugger.sendCommand(target, method, params)
    async function centreOf(id) {
      const { root } = await send('DOM.getDocument', { depth: 0 })
      const { nodeId } = await send('DOM.querySelector', { nodeId: root.nodeId, selector: '#' + id })
      const { model } = await send('DOM.getBoxModel', { nodeId })
      return { x: model.content[0] + model.width / 2, y: model.content[1] + model.height / 2 }
    }
    async function click(at, held = 0) {
      await send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at, button: 'left', clickCount: 1 })
      await wait(held)
      await send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at, button: 'left', clickCount: 1 })
    }
    await wait(1200)
    ${work}
  }`
}

function bot(id: string, botClass: BotClass, describe: string, extension: (input: VisitInput) => Extension): Visitor {
  return {
    id,
    describe,
    kind: 'bot',
    class: botClass,
    stack: 'extension',
    half: 'seen',
    visit: (input) =>
      runSession<ChildProcess>({
        signal: input.signal,
        open: async () => {
          const { profile, display, url, variation } = input
          return startGroup(
            chromiumPath,
            [
              ...chromiumFlags,
              `--user-data-dir=${profile}/data`,
              `--window-size=${variation.viewport.width},${variation.viewport.height}`,
              ...(await writeExtension(profile, extension(input))),
              url,
            ],
            { ...process.env, DISPLAY: display },
          )
        },
        close: endGroup,
        use: (_, deadline) => untilDone(() => windowTitle(input.display), deadline),
      }),
  }
}
