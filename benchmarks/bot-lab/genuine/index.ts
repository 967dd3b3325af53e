import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess } from '../processes.ts'
import type { Visitor, VisitInput } from '../visitor.ts'
import { chromium, falkon, firefox, type Launcher, surf } from './browsers.ts'
import { fillForm, type Habit } from './fill-form.ts'
import { followVisit } from './follow-visit.ts'
import { createHand } from './hand.ts'
import { activeWindow } from './screen-of-page.ts'

const strict = {
  'browser.contentblocking.category': 'strict',
  'privacy.fingerprintingProtection': true,
  'privacy.trackingprotection.enabled': true,
}

/**
 * People at browsers: no debugging port, no automation switch, no extension; mouse and keyboard are moved through the
 * X server.
 */
export const genuine: readonly Visitor[] = [
  person('chromium', 'chromium', 'mouse', chromium(), 'Chromium as it comes'),
  person('chromium-maximised', 'chromium', 'mouse', chromium('--start-maximized'), 'Chromium, window maximised'),
  person('chromium-incognito', 'chromium', 'mouse', chromium('--incognito'), 'Chromium, incognito window'),
  person(
    'chromium-no-webgl',
    'chromium',
    'mouse',
    chromium('--disable-gpu', '--disable-3d-apis'),
    'Chromium without GPU and WebGL',
  ),
  person('chromium-keyboard', 'chromium', 'keyboard', chromium(), 'Chromium by keyboard only'),
  person(
    'chromium-pixels-1.5',
    'chromium',
    'mouse',
    chromium('--force-device-scale-factor=1.5'),
    'Chromium with 1.5 device pixels to a CSS pixel',
  ),
  person(
    'chromium-devtools',
    'chromium',
    'mouse',
    chromium('--auto-open-devtools-for-tabs'),
    'Chromium with DevTools open',
  ),
  person(
    'chromium-kiosk',
    'chromium',
    'mouse',
    chromium('--kiosk'),
    'Chromium over the whole screen, without any frame',
  ),
  person(
    'chromium-screen-reader',
    'chromium',
    'screen-reader',
    chromium('--force-renderer-accessibility'),
    'Chromium with its accessibility tree, keyboard only, long pauses',
  ),
  person('chromium-paste', 'chromium', 'paste', chromium(), 'Chromium, both texts pasted'),
  person('chromium-german', 'chromium', 'mouse', chromium('--lang=de', '--accept-lang=de-DE,de'), 'Chromium in German'),
  person('firefox', 'firefox', 'mouse', firefox(), 'Firefox as it comes'),
  person(
    'firefox-resist-fingerprinting',
    'firefox',
    'mouse',
    firefox({ 'privacy.resistFingerprinting': true }),
    'Firefox with resistFingerprinting',
  ),
  person('firefox-strict', 'firefox', 'mouse', firefox(strict), 'Firefox with strict protection'),
  person('firefox-private', 'firefox', 'mouse', firefox({}, '--private-window'), 'Firefox, private window'),
  person('firefox-keyboard', 'firefox', 'keyboard', firefox(), 'Firefox by keyboard only'),
  person('firefox-paste', 'firefox', 'paste', firefox(), 'Firefox, both texts pasted'),
  person('surf', 'webkitgtk', 'mouse', surf, 'surf (WebKitGTK)'),
  person('falkon', 'qtwebengine', 'mouse', falkon, 'Falkon (QtWebEngine)'),
]

function person(id: string, stack: string, habit: Habit, launch: Launcher, describe: string): Visitor {
  return {
    id,
    kind: 'genuine',
    class: null,
    stack,
    half: null,
    describe,
    visit: (input) => visitAsPerson(habit, launch, input),
  }
}

async function visitAsPerson(habit: Habit, launch: Launcher, input: VisitInput): Promise<void> {
  const {
    url,
    display,
    signal,
    variation: { pace, random },
  } = input
  const { command, args, env } = await launch(input)
  const browser = startProcess(command, args, { env })
  const hand = createHand({
    display,
    pace,
    random,
    start: { x: 200 + 900 * random(), y: 500 + 400 * random() },
    signal,
  })
  try {
    const visit = followVisit(url, signal)
    await visit.until('the page is open', ({ layout }) => layout !== null, 40_000)
    // The window has the focus a moment after it has appeared.
    await sleep(700, undefined, { signal })
    await fillForm(habit, { hand, visit, window: await activeWindow(display), display, random })
    await visit.until('the form is done', ({ done, failure }) => done !== null || failure !== null, 40_000)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${browser.output().slice(-600)}`, {
      cause: error,
    })
  } finally {
    await hand.stop()
    await browser.stop()
  }
}
