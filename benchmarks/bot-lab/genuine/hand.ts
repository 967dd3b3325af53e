import { setTimeout as sleep } from 'node:timers/promises'
import { keyOf } from './keys.ts'
import { type Point, pointerPath } from './pointer-path.ts'
import { startXdotool } from './xdotool.ts'

/** A person's hands on mouse and keyboard, in pixels of the screen. */
export interface Hand {
  /** @param width the target's smaller side in pixels */
  move(to: Point, width: number): Promise<void>
  /** Presses and lets go where the pointer is. */
  click(): Promise<void>
  /** Presses one key by its X name, such as 'Tab', with other keys held. */
  press(key: string, held?: readonly string[]): Promise<void>
  type(text: string): Promise<void>
  /** Waits about so many milliseconds, at this person's pace. */
  pause(ms: number): Promise<void>
  stop(): Promise<void>
}

interface HandOptions {
  readonly display: string
  readonly pace: number
  readonly random: () => number
  /** Where the pointer is, in pixels of the screen. */
  readonly start: Point
  readonly signal: AbortSignal
}

/** Hands that work through the X server, which no page can tell from a real mouse and keyboard by the events alone. */
export function createHand({ display, pace, random, start, signal }: HandOptions): Hand {
  const xdotool = startXdotool(display)
  let at = start
  const between = (least: number, most: number) => least + (most - least) * random()
  const wait = (ms: number) => sleep(ms, undefined, { signal })
  /** Paces of the pauses vary more than those of the fingers. */
  const fingers = Math.sqrt(pace)
  xdotool.send(`mousemove ${Math.round(at.x)} ${Math.round(at.y)}`)

  async function press(key: string, held: readonly string[] = []): Promise<void> {
    for (const other of held) {
      xdotool.send(`keydown ${other}`)
      await wait(between(40, 90) * fingers)
    }
    xdotool.send(`keydown ${key}`)
    await wait(between(45, 110) * fingers)
    xdotool.send(`keyup ${key}`)
    for (const other of held.toReversed()) {
      await wait(between(15, 50) * fingers)
      xdotool.send(`keyup ${other}`)
    }
  }

  return {
    press,
    async move(to, width) {
      const begun = performance.now()
      for (const point of pointerPath(at, to, width, random)) {
        const early = point.at - (performance.now() - begun)
        if (early > 0) await wait(early)
        xdotool.send(`mousemove ${Math.round(point.x)} ${Math.round(point.y)}`)
      }
      at = to
    },
    async click() {
      await wait(between(60, 160) * fingers)
      xdotool.send('mousedown 1')
      await wait(between(60, 120))
      xdotool.send('mouseup 1')
    },
    async type(text) {
      for (const character of text) {
        const { key, shift } = keyOf(character)
        await press(key, shift ? ['Shift_L'] : [])
        await wait((character === ' ' ? between(60, 220) : between(20, 110)) * fingers)
      }
    },
    pause: (ms) => wait(ms * pace * between(0.7, 1.4)),
    stop: () => xdotool.stop(),
  }
}
