import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, firefox, type Launcher } from '../genuine/browsers.ts'
import { followVisit } from '../genuine/follow-visit.ts'
import { activeWindow, windowTitle } from '../genuine/screen-of-page.ts'
import type { Rectangle } from '../page/visits.ts'
import { systemPython } from '../prepare.ts'
import { startProcess } from '../processes.ts'
import type { VisitInput, Visitor } from '../visitor.ts'
import { email, message } from './fill-form.ts'
import { runSession, untilDone } from './session.ts'
import { beside, paths, program, type Step, type SystemHands, xdotool } from './system-hands.ts'

/** How the program gets from the start to a form that is sent. */
type Plan = 'mouse' | 'keyboard' | 'enter'

interface Variant {
  readonly launch?: Launcher
  readonly hands: SystemHands
  readonly plan?: Plan
}

const robot = program(process.execPath, beside('robotjs-hands.mjs'))
const xlib = program(systemPython, beside('xlib-hands.py'))

/** Programs outside a browser that nobody drives from inside: they send input to the X server. */
export const osInputBots: readonly Visitor[] = [
  bot('os-xdotool', 'xdotool: the pointer jumps, keys come every 12 ms', { hands: xdotool(paths.jump, 12) }),
  bot('os-xdotool-straight', 'xdotool: straight lines at one speed, keys every 80 ms', {
    hands: xdotool(paths.straight, 80),
  }),
  bot('os-xdotool-bezier', 'xdotool: Bézier curves, keys every 110 ms', { hands: xdotool(paths.bezier, 110) }),
  bot('os-xdotool-keyboard', 'xdotool, by keyboard alone', {
    hands: xdotool(paths.jump, 12),
    plan: 'keyboard',
  }),
  bot('os-xdotool-firefox', 'xdotool and Firefox: Bézier curves, keys every 60 ms', {
    hands: xdotool(paths.bezier, 60),
    launch: firefox(),
  }),
  bot('os-xdotool-firefox-keyboard', 'xdotool and Firefox, by keyboard alone, Return in the first field', {
    hands: xdotool(paths.jump, 25),
    launch: firefox(),
    plan: 'enter',
  }),
  bot('os-xtest', "python-xlib: the X server's test extension, the pointer jumps", { hands: xlib }),
  bot('os-xtest-keyboard', 'python-xlib, by keyboard alone', { hands: xlib, plan: 'keyboard' }),
  bot('os-robotjs', 'robotjs: smooth moves, typing at a set speed', { hands: robot }),
  bot('os-xte', 'xte: jumps and strings', { hands: xte }),
]

function bot(id: string, describe: string, { launch = chromium(), hands, plan = 'mouse' }: Variant): Visitor {
  return {
    id,
    describe,
    kind: 'bot',
    class: 'os-input',
    stack: 'os-input',
    half: 'seen',
    visit: (input) =>
      runSession({
        signal: input.signal,
        open: async () => {
          const { command, args, env } = await launch(input)
          return startProcess(command, args, { env })
        },
        close: (browser) => browser.stop(),
        use: async (_, deadline) => {
          const { url, display } = input
          // Such bots look at the screen; the page tells where things are.
          const visit = followVisit(url, deadline)
          await visit.until('the page is open', ({ layout }) => layout !== null, 40_000)
          await sleep(1000, undefined, { signal: deadline })
          await hands(plan === 'mouse' ? await byMouse(visit, input) : byKeyboard(plan, input), display, deadline)
          await untilDone(() => windowTitle(display), deadline)
        },
      }),
  }
}

async function byMouse(
  visit: ReturnType<typeof followVisit>,
  { display, variation: { pace } }: VisitInput,
): Promise<Step[]> {
  const { email: emailBox, message: messageBox, send, viewport } = await visit.layout()
  const window = await activeWindow(display)
  const centre = ({ x, y, width, height }: Rectangle): Step => ({
    do: 'move',
    x: window.x + x + width / 2,
    // What is above the page is the browser's own.
    y: window.y + window.height - viewport.height + y + height / 2,
  })
  const wait: Step = { do: 'wait', ms: Math.round(350 * pace) }
  return [
    centre(emailBox),
    { do: 'click' },
    wait,
    { do: 'type', text: email },
    wait,
    centre(messageBox),
    { do: 'click' },
    wait,
    { do: 'type', text: message },
    wait,
    centre(send),
    { do: 'click' },
  ]
}

/** Between the message and the button there is one more place to stop at, the widget's own. */
function byKeyboard(plan: Plan, { variation: { pace } }: VisitInput): Step[] {
  const tab: Step = { do: 'key', key: 'Tab' }
  const wait: Step = { do: 'wait', ms: Math.round(300 * pace) }
  const texts: Step[] = [tab, wait, { do: 'type', text: email }, wait, tab, wait, { do: 'type', text: message }, wait]
  if (plan === 'keyboard') return [...texts, tab, wait, tab, wait, { do: 'key', key: 'Return' }]
  return [...texts, { do: 'key', key: 'Tab', held: 'shift' }, wait, { do: 'key', key: 'Return' }]
}

/** Commands by line; `str` types. */
async function xte(steps: readonly Step[], display: string, signal: AbortSignal): Promise<void> {
  const lines = steps.map((step) => {
    if (step.do === 'move') return `mousemove ${Math.round(step.x)} ${Math.round(step.y)}`
    if (step.do === 'click') return 'mouseclick 1'
    if (step.do === 'type') return `str ${step.text}`
    return step.do === 'wait' ? `usleep ${step.ms * 1000}` : `key ${step.key}`
  })
  const child = spawn('xte', ['-x', display], { stdio: ['pipe', 'ignore', 'ignore'], signal })
  child.stdin.end(`${lines.join('\n')}\n`)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`xte ended with ${String(code)}`)
}
