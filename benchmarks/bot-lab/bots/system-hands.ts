import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** One thing that a program does with mouse or keyboard, in pixels of the screen and milliseconds. */
export type Step =
  | { readonly do: 'move'; readonly x: number; readonly y: number }
  | { readonly do: 'click' }
  | { readonly do: 'type'; readonly text: string }
  | { readonly do: 'key'; readonly key: string; readonly held?: string }
  | { readonly do: 'wait'; readonly ms: number }

/** A program for the input of the operating system. Rejects when it cannot do what it was told. */
export type SystemHands = (steps: readonly Step[], display: string, signal: AbortSignal) => Promise<void>

/** A way between two places: points, and the pause before each in milliseconds. */
export type Path = (from: Point, to: Point) => readonly (Point & { readonly afterMs: number })[]

interface Point {
  readonly x: number
  readonly y: number
}

export const paths = {
  /** There at once. */
  jump: (_, to) => [{ ...to, afterMs: 0 }],
  /** A straight line at one speed, 125 points a second. */
  straight: (from, to) => along(from, to, (t) => t, 0),
  /** A Bézier curve, slow at both ends, as the recipes for human movement have it. */
  bezier: (from, to) => along(from, to, (t) => t * t * (3 - 2 * t), 0.2),
} satisfies Record<string, Path>

function along(from: Point, to: Point, ease: (t: number) => number, bend: number): ReturnType<Path> {
  const [across, down] = [to.x - from.x, to.y - from.y]
  const count = Math.max(10, Math.round(Math.hypot(across, down) / 8))
  return Array.from({ length: count }, (_, index) => {
    const t = ease((index + 1) / count)
    // The curve's two inner points lie beside the line.
    const aside = 3 * t * (1 - t) * bend
    return { x: from.x + across * t - down * aside, y: from.y + down * t + across * aside, afterMs: 8 }
  })
}

/** xdotool with a way of its own of moving, and a pause between keys. */
export function xdotool(path: Path, keyMs: number): SystemHands {
  return async (steps, display, signal) => {
    const run = (...args: string[]) =>
      promisify(execFile)('xdotool', args, { env: { ...process.env, DISPLAY: display }, signal })
    let at: Point = { x: 200, y: 300 }
    for (const step of steps) {
      if (step.do === 'wait') await sleep(step.ms, undefined, { signal })
      else if (step.do === 'click') await run('click', '1')
      else if (step.do === 'key') await run('key', step.held === undefined ? step.key : `${step.held}+${step.key}`)
      else if (step.do === 'type') await run('type', '--delay', String(keyMs), step.text)
      else {
        const words = path(at, step).flatMap(({ x, y, afterMs }) => [
          ...(afterMs > 0 ? ['sleep', String(afterMs / 1000)] : []),
          'mousemove',
          String(Math.round(x)),
          String(Math.round(y)),
        ])
        await run(...words)
        at = step
      }
    }
  }
}

/** A program that reads the steps as JSON from its standard input. */
export function program(command: string, ...args: readonly string[]): SystemHands {
  return async (steps, display, signal) => {
    const child = spawn(command, args, {
      env: { ...process.env, DISPLAY: display },
      stdio: ['pipe', 'ignore', 'pipe'],
      signal,
    })
    let printed = ''
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    child.stdin.on('error', () => undefined)
    child.stdin.end(JSON.stringify(steps))
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${command} ended with ${String(code)}: ${printed.slice(-600)}`)
  }
}

/** The file of a program beside this one. */
export function beside(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}
