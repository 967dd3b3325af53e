import { setTimeout as sleep } from 'node:timers/promises'
import { keyOf } from './keys.ts'
import { type Point, pointerPath } from './pointer-path.ts'
import { startXdotool } from './xdotool.ts'

/** A person's hands on mouse and keyboard, in pixels of the screen. */
export interface Hand {
  /** @param width the target's smaller side in pixels */
  move(to: Point, width: number): Promise<void>
  /** Presses and lets go where the pointer is; twice for a double click, with the wheel for button 2. */
  click(times?: number, button?: number): Promise<void>
  /** Presses one key by its X name, such as 'Tab', with other keys held. */
  press(key: string, held?: readonly string[]): Promise<void>
  type(text: string, manner?: Manner): Promise<void>
  /** Waits about so many milliseconds, at this person's pace. */
  pause(ms: number): Promise<void>
  stop(): Promise<void>
}

/** How somebody types where it is not as most people do; times are least and most milliseconds. */
export interface Manner {
  readonly hold?: readonly [number, number]
  readonly rest?: readonly [number, number]
  /** Capitals with Caps Lock, as some have learnt it. */
  readonly capsLock?: boolean
  /** One of so many letters is first struck wrong. */
  readonly mistakes?: number
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

  async function press(
    key: string,
    held: readonly string[] = [],
    [shortest, longest]: readonly [number, number] = [45, 110],
  ): Promise<void> {
    for (const other of held) {
      xdotool.send(`keydown ${other}`)
      await wait(between(40, 90) * fingers)
    }
    xdotool.send(`keydown ${key}`)
    await wait(between(shortest, longest) * fingers)
    xdotool.send(`keyup ${key}`)
    for (const other of held.toReversed()) {
      await wait(between(15, 50) * fingers)
      xdotool.send(`keyup ${other}`)
    }
  }

  return {
    press: (key, held) => press(key, held),
    async move(to, width) {
      const begun = performance.now()
      for (const point of pointerPath(at, to, width, random)) {
        const early = point.at - (performance.now() - begun)
        if (early > 0) await wait(early)
        xdotool.send(`mousemove ${Math.round(point.x)} ${Math.round(point.y)}`)
      }
      at = to
    },
    async click(times = 1, button = 1) {
      await wait(between(60, 160) * fingers)
      for (let time = 0; time < times; time++) {
        if (time > 0) await wait(between(60, 130))
        xdotool.send(`mousedown ${button}`)
        await wait(between(60, 120))
        xdotool.send(`mouseup ${button}`)
      }
    },
    async type(text, { hold, rest, capsLock = false, mistakes = 0 } = {}) {
      for (const character of text) {
        const { key, shift } = keyOf(character)
        const isCapital = /^[A-Z]$/u.test(character)
        if (mistakes > 0 && /^[a-z]$/u.test(character) && random() < 1 / mistakes) {
          await press(character === 'e' ? 'r' : 'e', [], hold)
          await wait(between(180, 500) * fingers)
          await press('BackSpace', [], hold)
          await wait(between(80, 200) * fingers)
        }
        if (isCapital && capsLock) {
          await press('Caps_Lock')
          await wait(between(80, 160) * fingers)
        }
        await press(key, shift && !(isCapital && capsLock) ? ['Shift_L'] : [], hold)
        if (isCapital && capsLock) {
          await wait(between(80, 160) * fingers)
          await press('Caps_Lock')
        }
        const [least, most] = rest ?? (character === ' ' ? [60, 220] : [20, 110])
        await wait(between(least, most) * fingers)
      }
    },
    pause: (ms) => wait(ms * pace * between(0.7, 1.4)),
    stop: () => xdotool.stop(),
  }
}
