import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess } from '../processes.ts'
import type { Visitor, VisitInput } from '../visitor.ts'
import { chromium, chromiumWith, epiphany, falkon, firefox, type Launcher, surf } from './browsers.ts'
import {
  blocksAds,
  blocksFrames,
  blursFingerprint,
  correctsGrammar,
  darkens,
  fillsOnFocus,
  translates,
} from './extensions.ts'
import { fillForm, type Habit } from './fill-form.ts'
import { followVisit } from './follow-visit.ts'
import { type HabitName, habits } from './habits.ts'
import { createHand } from './hand.ts'
import { activeWindow } from './screen-of-page.ts'

const strict = {
  'browser.contentblocking.category': 'strict',
  'privacy.fingerprintingProtection': true,
  'privacy.trackingprotection.enabled': true,
}
const resisting = { 'privacy.resistFingerprinting': true }
const noImages = { profile: { managed_default_content_settings: { images: 2 } } }
const largeFonts = { webkit: { webprefs: { default_font_size: 26, minimum_font_size: 20 } } }

/** Chromium counts zoom in steps of a fifth. */
function zoomed(factor: number): Launcher {
  return chromiumWith({ preferences: { partition: { default_zoom_level: { x: Math.log(factor) / Math.log(1.2) } } } })
}

/**
 * People at browsers: no debugging port, no automation switch; mouse and keyboard are moved through the X server. Extensions
 * are such as people have.
 */
export const genuine: readonly Visitor[] = [
  // How Chromium is set up.
  ...group('chromium', 'mouse', {
    chromium: [chromium(), 'Chromium as it comes'],
    'chromium-maximised': [chromium('--start-maximized'), 'Chromium, window maximised'],
    'chromium-half': [chromiumWith({ size: { width: 960, height: 1000 } }), 'Chromium over half of the screen'],
    'chromium-small': [chromiumWith({ size: { width: 640, height: 560 } }), 'Chromium in a small window'],
    'chromium-incognito': [chromium('--incognito'), 'Chromium, incognito window'],
    'chromium-guest': [chromium('--guest'), 'Chromium, guest window'],
    'chromium-tabs': [
      chromiumWith({ pages: ['about:blank', 'chrome://version', 'data:text/html,<title>notes</title>'] }),
      'Chromium with four tabs',
    ],
    'chromium-no-webgl': [chromium('--disable-gpu', '--disable-3d-apis'), 'Chromium without GPU and WebGL'],
    'chromium-pixels-1.25': [chromium('--force-device-scale-factor=1.25'), 'Chromium, 1.25 device pixels a CSS pixel'],
    'chromium-pixels-1.5': [chromium('--force-device-scale-factor=1.5'), 'Chromium, 1.5 device pixels a CSS pixel'],
    'chromium-pixels-2': [chromium('--force-device-scale-factor=2'), 'Chromium, 2 device pixels a CSS pixel'],
    'chromium-devtools': [chromium('--auto-open-devtools-for-tabs'), 'Chromium with DevTools open'],
    'chromium-kiosk': [chromium('--kiosk'), 'Chromium over the whole screen, without any frame'],
    'chromium-german': [chromium('--lang=de', '--accept-lang=de-DE,de'), 'Chromium in German'],
    'chromium-dark': [
      chromium('--force-dark-mode', '--enable-features=WebContentsForceDark'),
      'Chromium that darkens every page',
    ],
    'chromium-zoom-67': [zoomed(0.67), 'Chromium, pages at 67 %'],
    'chromium-zoom-110': [zoomed(1.1), 'Chromium, pages at 110 %'],
    'chromium-zoom-150': [zoomed(1.5), 'Chromium, pages at 150 %'],
    'chromium-zoom-200': [zoomed(2), 'Chromium, pages at 200 %'],
    'chromium-calm': [
      chromium('--force-prefers-reduced-motion', '--force-high-contrast'),
      'Chromium with reduced motion and high contrast',
    ],
    'chromium-large-fonts': [chromiumWith({ preferences: largeFonts }), 'Chromium with large fonts'],
    'chromium-no-images': [chromiumWith({ preferences: noImages }), 'Chromium that loads no images'],
    'chromium-ad-blocker': [chromiumWith({ extension: blocksAds }), 'Chromium with a blocker of advertisements'],
    'chromium-frame-blocker': [chromiumWith({ extension: blocksFrames }), 'Chromium with a blocker of all frames'],
    'chromium-translated': [chromiumWith({ extension: translates }), 'Chromium, the page translated by an extension'],
    'chromium-dark-extension': [chromiumWith({ extension: darkens }), 'Chromium with an extension that darkens pages'],
    'chromium-grammar': [
      chromiumWith({ extension: correctsGrammar }),
      'Chromium with an extension that looks over texts',
    ],
    'chromium-blurred': [
      chromiumWith({ extension: blursFingerprint }),
      'Chromium with an extension against being recognised',
    ],
  }),
  // What people do.
  person('chromium-keyboard', 'chromium', 'keyboard', chromium(), 'Chromium by keyboard only'),
  person('chromium-paste', 'chromium', 'paste', chromium(), 'Chromium, both texts pasted'),
  person('chromium-middle-click', 'chromium', 'middle-click', chromium(), 'Chromium, both texts by the middle button'),
  person(
    'chromium-screen-reader',
    'chromium',
    'screen-reader',
    chromium('--force-renderer-accessibility'),
    'Chromium with its accessibility tree, keyboard only, long pauses',
  ),
  person('chromium-switch', 'chromium', 'switch', chromium(), 'Chromium by one switch: few keys, held long'),
  person('chromium-slow', 'chromium', 'slow', chromium(), 'Chromium, somebody who looks for each key'),
  person('chromium-fast', 'chromium', 'fast', chromium(), 'Chromium, somebody who types fast'),
  person('chromium-corrections', 'chromium', 'corrections', chromium(), 'Chromium, every seventh letter put right'),
  person('chromium-caps-lock', 'chromium', 'caps-lock', chromium(), 'Chromium, capitals by Caps Lock'),
  person(
    'chromium-dictation',
    'chromium',
    'dictation',
    chromium(),
    'Chromium, dictated: a tool types phrase by phrase',
  ),
  person('chromium-auto-type', 'chromium', 'auto-type', chromium(), 'Chromium, a password manager types both texts'),
  person(
    'chromium-password-manager',
    'chromium',
    'filled-email',
    chromiumWith({ extension: fillsOnFocus('email') }),
    'Chromium, an extension fills in the address',
  ),
  person(
    'chromium-form-filler',
    'chromium',
    'filled-both',
    chromiumWith({ extension: fillsOnFocus('email', 'message') }),
    'Chromium, an extension fills in everything',
  ),
  person('chromium-enter', 'chromium', 'enter', chromium(), 'Chromium, sent by Return'),
  person('chromium-double-click', 'chromium', 'double-click', chromium(), 'Chromium, a double click on the button'),
  person('chromium-at-once', 'chromium', 'at-once', chromium(), 'Chromium, little text, fast, sent at once by Return'),
  person('chromium-hesitant', 'chromium', 'hesitant', chromium(), 'Chromium, twenty seconds before the button'),
  person('chromium-late', 'chromium', 'late', chromium(), 'Chromium, twelve seconds of reading first'),
  person('chromium-other-tab', 'chromium', 'other-tab', chromium(), 'Chromium, another tab in between'),
  person('chromium-back', 'chromium', 'back', chromium(), 'Chromium, away and back to the page'),
  person('chromium-reload', 'chromium', 'reload', chromium(), 'Chromium, the page loaded twice'),
  // Other engines.
  ...group('firefox', 'mouse', {
    firefox: [firefox(), 'Firefox as it comes'],
    'firefox-resist-fingerprinting': [firefox(resisting), 'Firefox with resistFingerprinting'],
    'firefox-letterboxing': [
      firefox({ ...resisting, 'privacy.resistFingerprinting.letterboxing': true }),
      'Firefox with resistFingerprinting and letterboxing',
    ],
    'firefox-strict': [firefox(strict), 'Firefox with strict protection'],
    'firefox-private': [firefox({}, '--private-window'), 'Firefox, private window'],
    'firefox-no-wasm': [firefox({ 'javascript.options.wasm': false }), 'Firefox without WebAssembly'],
    'firefox-no-webgl': [firefox({ 'webgl.disabled': true }), 'Firefox without WebGL'],
    'firefox-dark': [
      firefox({ 'layout.css.prefers-color-scheme.content-override': 0, 'ui.prefersReducedMotion': 1 }),
      'Firefox, dark and with reduced motion',
    ],
  }),
  person('firefox-keyboard', 'firefox', 'keyboard', firefox(), 'Firefox by keyboard only'),
  person('firefox-paste', 'firefox', 'paste', firefox(), 'Firefox, both texts pasted'),
  person('firefox-devtools', 'firefox', 'devtools', firefox(), 'Firefox with its developer tools open'),
  person('surf', 'webkitgtk', 'mouse', surf, 'surf (WebKitGTK)'),
  person('surf-keyboard', 'webkitgtk', 'keyboard', surf, 'surf (WebKitGTK) by keyboard only'),
  person('epiphany', 'webkitgtk', 'mouse', epiphany, 'Epiphany (WebKitGTK), which calls itself Safari'),
  person('falkon', 'qtwebengine', 'mouse', falkon, 'Falkon (QtWebEngine)'),
  person('falkon-paste', 'qtwebengine', 'paste', falkon, 'Falkon (QtWebEngine), both texts pasted'),
]

function group(
  stack: string,
  habit: HabitName,
  people: Readonly<Record<string, readonly [launch: Launcher, describe: string]>>,
): Visitor[] {
  return Object.entries(people).map(([id, [launch, describe]]) => person(id, stack, habit, launch, describe))
}

function person(id: string, stack: string, habit: HabitName, launch: Launcher, describe: string): Visitor {
  const visit = (input: VisitInput) => visitAsPerson(habits[habit], launch, input)
  return { id, kind: 'genuine', class: null, stack, half: null, describe, visit }
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
