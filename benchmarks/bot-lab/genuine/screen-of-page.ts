import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { FollowedVisit } from './follow-visit.ts'
import type { Hand } from './hand.ts'
import type { Point } from './pointer-path.ts'

export interface Window extends Point {
  readonly width: number
  readonly height: number
}

/** Where the window with the focus is, in pixels of the screen, as the window manager has it. */
export async function activeWindow(display: string): Promise<Window> {
  const env = { ...process.env, DISPLAY: display }
  const { stdout } = await promisify(execFile)('xdotool', ['getactivewindow', 'getwindowgeometry', '--shell'], {
    env,
    timeout: 5000,
  })
  const number = (name: string) => Number(new RegExp(`^${name}=(-?\\d+)$`, 'mu').exec(stdout)?.[1])
  const window = { x: number('X'), y: number('Y'), width: number('WIDTH'), height: number('HEIGHT') }
  if (Object.values(window).some(Number.isNaN)) throw new Error(`No window has the focus: ${stdout}`)
  return window
}

/** What the title bar of the window with the focus says; empty where there is none. */
export async function windowTitle(display: string): Promise<string> {
  const env = { ...process.env, DISPLAY: display }
  return promisify(execFile)('xdotool', ['getactivewindow', 'getwindowname'], { env, timeout: 5000 }).then(
    ({ stdout }) => stdout,
    () => '',
  )
}

/** One axis of the way from the page to the screen: screen = offset + scale × page. */
interface Axis {
  readonly offset: number
  readonly scale: number
}

/**
 * Learns where the page lies on the screen as a person does, by looking where the pointer is: it moves to two places
 * and reads what the page saw. Nothing that the browser says about its window is believed, because some lie about it.
 */
export async function findPage(hand: Hand, visit: FollowedVisit, window: Window): Promise<(onPage: Point) => Point> {
  // A bar that slides in while somebody looks moves the page under the pointer.
  for (let tries = 1; ; tries++) {
    try {
      return await lookForPage(hand, visit, window)
    } catch (error) {
      if (tries === 3) throw error
      await hand.pause(1000)
    }
  }
}

async function lookForPage(hand: Hand, visit: FollowedVisit, window: Window): Promise<(onPage: Point) => Point> {
  const [first, second] = [
    { x: window.x + window.width * 0.18, y: window.y + window.height * 0.4 },
    { x: window.x + window.width * 0.34, y: window.y + window.height * 0.56 },
  ]
  const seen: Point[] = []
  for (const place of [first, second]) {
    const before = (await visit.now()).pointer?.count ?? 0
    await hand.move(place, 60)
    const { pointer } = await visit.until(
      'the page sees the pointer',
      ({ pointer: now }) => (now?.count ?? 0) > before,
      6000,
    )
    if (pointer !== null) seen.push(pointer)
  }
  const [one, two] = seen
  if (one === undefined || two === undefined) throw new Error('The page did not see the pointer')
  const across = axisOf(first.x, second.x, one.x, two.x)
  const down = axisOf(first.y, second.y, one.y, two.y)
  return ({ x, y }) => ({ x: across.offset + across.scale * x, y: down.offset + down.scale * y })
}

function axisOf(screenOne: number, screenTwo: number, pageOne: number, pageTwo: number): Axis {
  const scale = (screenTwo - screenOne) / (pageTwo - pageOne)
  if (!Number.isFinite(scale) || scale <= 0) throw new Error('The pointer does not move on the page as on the screen')
  return { scale, offset: screenOne - scale * pageOne }
}
