import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import CDP, { type Client } from 'chrome-remote-interface'
import type { VisitInput, Visitor } from '../visitor.ts'
import { endGroup, startGroup } from './child-process.ts'
import { email, message } from './fill-form.ts'
import { keystroke, reach } from './human-hand.ts'
import { keyFor } from './key-events.ts'
import { chromeOn, chromiumFlags, chromiumPath, hideAutomation } from './launch-paths.ts'
import { runSession, untilDone } from './session.ts'

interface Opened {
  readonly child: ChildProcess
  readonly client: Client
}

interface Variant {
  readonly flags: (variation: VisitInput['variation']) => string[]
  readonly fill: (client: Client, variation: VisitInput['variation']) => Promise<void>
}

const headless = () => ['--headless=new']
const headed = ({ viewport }: VisitInput['variation']) => [`--window-size=${viewport.width},${viewport.height}`]
const agent = ({ userAgent }: VisitInput['variation']) => `--user-agent=${userAgent ?? chromeOn('linux')}`

/** None of them ever calls `Runtime.enable`. */
export const rawCdpBots: readonly Visitor[] = [
  bot(
    'rawcdp-headless',
    'the DevTools protocol by hand, headless under the user agent of a real Chrome: click at the centre, insert the text',
    {
      flags: (variation) => [...headless(), agent(variation)],
      fill: insert,
    },
  ),
  bot('rawcdp-headed', 'the same with a window, one key event after the other', {
    flags: headed,
    fill: press,
  }),
  bot('rawcdp-headed-human', 'with a window, minimum-jerk pointer paths and jittered keys, capitals without Shift', {
    flags: headed,
    fill: (client, variation) => likeAPerson(client, variation, { shift: false }),
  }),
  bot('rawcdp-headed-human-shift', 'the same, holding Shift for capitals and symbols', {
    flags: headed,
    fill: (client, variation) => likeAPerson(client, variation, { shift: true }),
  }),
  bot('rawcdp-headless-human', 'headless under the user agent of a real Chrome, with human motion and Shift', {
    flags: (variation) => [...headless(), ...headed(variation), hideAutomation, agent(variation)],
    fill: (client, variation) => likeAPerson(client, variation, { shift: true }),
  }),
  bot('rawcdp-evaluate', 'with a window: a script in the page sets the values and clicks', {
    flags: headed,
    fill: evaluate,
  }),
]

function bot(id: string, describe: string, { flags, fill }: Variant): Visitor {
  return {
    id,
    class: 'stealth',
    half: 'seen',
    describe,
    kind: 'bot',
    stack: 'rawcdp',
    visit: (input) =>
      runSession<Opened>({
        signal: input.signal,
        open: () => open(input, flags(input.variation)),
        close: async ({ client, child }) => {
          await Promise.race([client.close(), sleep(1000)])
          await endGroup(child)
        },
        use: async ({ client }, deadline) => {
          await client.Page.enable()
          const loaded = client.Page.loadEventFired()
          await client.Page.navigate({ url: input.url })
          await loaded
          await sleep(800 * input.variation.pace)
          await fill(client, input.variation)
          await untilDone(async () => (await client.Target.getTargetInfo({})).targetInfo.title, deadline)
        },
      }),
  }
}

async function open({ profile, display, signal }: VisitInput, flags: readonly string[]): Promise<Opened> {
  // A port of one's own, as with the usual 9222; port 0 would switch AutomationControlled on.
  const port = await freePort()
  const child = startGroup(
    chromiumPath,
    [
      ...chromiumFlags,
      '--no-default-browser-check',
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      ...flags,
      'about:blank',
    ],
    { ...process.env, DISPLAY: display },
  )
  try {
    return { child, client: await connect(port, signal) }
  } catch (error) {
    await endGroup(child)
    throw error
  }
}

async function connect(port: number, signal: AbortSignal): Promise<Client> {
  for (const end = Date.now() + 20_000; ; await sleep(200)) {
    signal.throwIfAborted()
    try {
      return await CDP({ port, local: true })
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

async function boxOf({ DOM }: Client, selector: string): Promise<Box> {
  const { root } = await DOM.getDocument({ depth: 0 })
  const { nodeId } = await DOM.querySelector({ nodeId: root.nodeId, selector })
  await DOM.scrollIntoViewIfNeeded({ nodeId })
  const { model } = await DOM.getBoxModel({ nodeId })
  return { x: model.content[0] ?? 0, y: model.content[1] ?? 0, width: model.width, height: model.height }
}

async function clickCentre(client: Client, selector: string): Promise<void> {
  const { x, y, width, height } = await boxOf(client, selector)
  const at = { x: x + width / 2, y: y + height / 2, button: 'left', clickCount: 1 } as const
  await client.Input.dispatchMouseEvent({ ...at, type: 'mousePressed' })
  await client.Input.dispatchMouseEvent({ ...at, type: 'mouseReleased' })
}

async function insert(client: Client, { pace }: VisitInput['variation']): Promise<void> {
  for (const [selector, text] of [
    ['#email', email],
    ['#message', message],
  ] as const) {
    await clickCentre(client, selector)
    await client.Input.insertText({ text })
    await sleep(300 * pace)
  }
  await clickCentre(client, '#send')
}

async function press(client: Client, { pace }: VisitInput['variation']): Promise<void> {
  for (const [selector, text] of [
    ['#email', email],
    ['#message', message],
  ] as const) {
    await clickCentre(client, selector)
    for (const character of text) {
      const { key, code, windowsVirtualKeyCode } = keyFor(character)
      await client.Input.dispatchKeyEvent({ type: 'keyDown', key, code, windowsVirtualKeyCode, text: character })
      await client.Input.dispatchKeyEvent({ type: 'keyUp', key, code, windowsVirtualKeyCode })
      await sleep(50 * pace)
    }
  }
  await sleep(500 * pace)
  await clickCentre(client, '#send')
}

async function evaluate({ Runtime }: Client): Promise<void> {
  await Runtime.evaluate({ expression: `${scriptThatSets('#email', email)} ${scriptThatSets('#message', message)}` })
  await sleep(1000)
  await Runtime.evaluate({ expression: `document.querySelector('#send').click()` })
}

function scriptThatSets(selector: string, text: string): string {
  return `{ const field = document.querySelector('${selector}'); field.focus(); field.value = ${JSON.stringify(text)};
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true })) }`
}

async function likeAPerson(
  client: Client,
  { pace, random, viewport }: VisitInput['variation'],
  { shift }: { shift: boolean },
): Promise<void> {
  const { Input } = client
  let hand = { x: viewport.width * random(), y: viewport.height * 0.3 * random() }

  const click = async (selector: string) => {
    const { x, y, width, height } = await boxOf(client, selector)
    const target = { x: x + width * (0.25 + 0.5 * random()), y: y + height * (0.3 + 0.4 * random()) }
    for (const { afterMs, ...point } of reach(hand, target, { size: Math.min(width, height), pace, random })) {
      await sleep(afterMs)
      await Input.dispatchMouseEvent({ type: 'mouseMoved', ...point })
      hand = point
    }
    await sleep(80 + 120 * random())
    await Input.dispatchMouseEvent({ type: 'mousePressed', ...hand, button: 'left', clickCount: 1 })
    await sleep(60 + 60 * random())
    await Input.dispatchMouseEvent({ type: 'mouseReleased', ...hand, button: 'left', clickCount: 1 })
  }

  const write = async (text: string) => {
    const shiftKey = { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 }
    for (const character of text) {
      const { shift: shifted, ...key } = keyFor(character)
      const { holdMs, restMs } = keystroke({ pace, random })
      const held = shift && shifted
      const modifiers = held ? 8 : 0
      if (held) {
        await Input.dispatchKeyEvent({ type: 'rawKeyDown', ...shiftKey, modifiers })
        await sleep(30 + 50 * random())
      }
      await Input.dispatchKeyEvent({ type: 'keyDown', ...key, text: character, modifiers })
      await sleep(holdMs)
      await Input.dispatchKeyEvent({ type: 'keyUp', ...key, modifiers })
      if (held) await Input.dispatchKeyEvent({ type: 'keyUp', ...shiftKey })
      await sleep(restMs)
    }
  }

  await click('#email')
  await write(email)
  await click('#message')
  await write(message)
  await sleep(400 * pace)
  await click('#send')
}
