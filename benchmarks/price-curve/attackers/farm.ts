import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDisplay, type Display } from '../../bot-lab/display.ts'
import type { Site } from '../service/start-site.ts'
import { type BareChromium, startBareChromium } from './bare-chromium.ts'
import { type Front, type Seen, startFront } from './front.ts'

/** How a farm uses its browsers. */
export type FarmKind = 'farm in one page' | 'farm of pages' | 'stealth browsers'

export interface Farm {
  /** Gets one token through an address; the site's clock runs meanwhile. */
  fetch(address: string): Promise<{ readonly seen: Seen; readonly cpuSeconds: number; readonly ms: number }>
  stop(): Promise<void>
}

/**
 * Real browsers with the real widget, which no driver holds: one page that asks for one token after the other, a page for each
 * token, or a fresh browser for each, with movements of the mouse by the operating system.
 */
export async function startFarm(kind: FarmKind, site: Site): Promise<Farm> {
  const display = await startDisplay()
  const front = await startFront(site)
  let browser: BareChromium | undefined
  let used = 0
  let tokens = 0
  return {
    async fetch(address) {
      const stopClock = runClock(site)
      const begun = performance.now()
      try {
        if (browser === undefined) {
          browser = await startBareChromium(display.name, `${front.origin}/`)
          used = 0
          const field = await front.fieldAt()
          // What a person does: into the field, and a few letters.
          if (kind === 'stealth browsers' && field !== null) await moveHand(display, field)
        }
        // A fresh page or browser is new by itself.
        const reload = kind === 'farm of pages' && tokens > 0
        const seen = await fetchFrom(front, address, reload)
        tokens += 1
        const all = await browser.cpuSeconds()
        const cpuSeconds = all - used
        used = all
        if (kind === 'stealth browsers') {
          await browser.stop()
          browser = undefined
        }
        return { seen, cpuSeconds, ms: performance.now() - begun }
      } finally {
        stopClock()
      }
    },
    async stop() {
      await browser?.stop()
      await front.stop()
      await display.stop()
    },
  }
}

function fetchFrom(front: Front, address: string, reload: boolean): Promise<Seen> {
  return front.fetchToken(address, { reload, withinMs: 60_000 })
}

/** While a browser is at work, the site's clock goes on as the browser's does. */
function runClock({ clock }: Site): () => void {
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    clock[0] = (clock[0] ?? 0) + (now - last)
    last = now
  }, 5)
  return () => clearInterval(timer)
}

/** Movements in curves to a field, a click and some typing: as trusted as a person's. */
async function moveHand(display: Display, field: { readonly x: number; readonly y: number }): Promise<void> {
  const hand = spawn('xdotool', ['-'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, DISPLAY: display.name },
  })
  const ended = new Promise((resolve) => hand.once('exit', resolve))
  const say = (command: string) => hand.stdin.write(`${command}\n`)
  const steps = 60
  for (let step = 1; step <= steps; step++) {
    // Slower at both ends, and off the straight line between them.
    const gone = (1 - Math.cos((step / steps) * Math.PI)) / 2
    const off = Math.sin((step / steps) * Math.PI) * (40 + 6 * Math.sin(step / 4))
    say(`mousemove ${Math.round(900 + (field.x - 900) * gone + off)} ${Math.round(700 + (field.y - 700) * gone - off)}`)
    await sleep(12 + (step % 5) * 2)
  }
  say('mousedown 1')
  await sleep(90)
  say('mouseup 1')
  for (const [at, key] of [...'anna.b'].entries()) {
    await sleep(110 + ((at * 37) % 70))
    say(`keydown ${key === '.' ? 'period' : key}`)
    await sleep(55 + ((at * 23) % 40))
    say(`keyup ${key === '.' ? 'period' : key}`)
  }
  hand.stdin.end()
  await ended
}
