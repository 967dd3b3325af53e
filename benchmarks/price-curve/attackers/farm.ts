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
          await sleep(1_500)
        }
        if (kind === 'stealth browsers' || tokens === 0) await moveHand(display)
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

/** A second of movement in curves, as trusted as a person's. */
async function moveHand(display: Display): Promise<void> {
  const hand = spawn('xdotool', ['-'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, DISPLAY: display.name },
  })
  const gone = new Promise((resolve) => hand.once('exit', resolve))
  for (let step = 0; step < 60; step++) {
    const x = Math.round(300 + step * 9 + 40 * Math.sin(step / 7))
    const y = Math.round(220 + 90 * Math.sin(step / 13) + (step * step) / 60)
    hand.stdin.write(`mousemove ${x} ${y}\n`)
    await sleep(12 + (step % 5) * 2)
  }
  hand.stdin.end()
  await gone
}
