import { bitsOf, clientChecks, type Verdicts, writeVerdicts } from '@bollard/bot-score'
import { permutationOf, sealVerdicts } from '@bollard/proof-of-work/server'
import { layoutInUse } from '@bollard/testing'
import type { Browser } from './browsers.ts'

/** Checks that run on desktops alone, and in Chromium alone. */
const onDesktops = [
  'small-screen',
  'emulated-viewport',
  'window-smaller-than-page',
  'page-larger-than-screen',
  'screen-orientation',
  'missing-chrome-object',
  'no-plugins',
  'no-pointing-device',
  'shift-missing',
  'incomplete-key',
  'fractional-pointer',
]
const inChromium = [
  'missing-chrome-object',
  'no-plugins',
  'screen-orientation',
  'fractional-pointer',
  'never-coalesced',
  'screen-equals-client',
]
/** What only waits for hands that come in another way. */
const ofMouse = ['straight-path', 'dead-centre-click', 'real-pointer-movement', 'coalesced-movement']
const ofTouch = ['artificial-touch', 'real-touch-movement']
/** Run only now and then. */
const seldom = ['form-without-hands', 'notification-contradiction', 'never-coalesced']

/**
 * What the checks say of a visit that nothing speaks against: those ran that run in this browser, and the hands were seen. An
 * attacker has it from one visit of his own, or from the source.
 */
export function personsWord({ name, touch }: Browser, hands: 'hands' | 'keyboard'): Verdicts {
  const chromium = name === 'chrome' || name === 'edge' || name === 'android'
  const left = new Set([
    ...seldom,
    chromium ? 'console-cost' : 'debugger-protocol',
    ...(touch ? onDesktops : []),
    ...(chromium ? [] : inChromium),
    ...(touch && hands === 'hands' ? ofMouse : ofTouch),
    ...(hands === 'keyboard' ? ofMouse : []),
  ])
  const seen = hands === 'keyboard' ? [] : touch ? ['real-touch-movement'] : ['real-pointer-movement']
  // Safari tells of no movements between frames.
  if (hands === 'hands' && !touch && chromium) seen.push('coalesced-movement')
  const ran = clientChecks.map(({ code }) => code).filter((code) => !left.has(code))
  return { ran: bitsOf(clientChecks, ran), fired: bitsOf(clientChecks, seen) }
}

const layout = layoutInUse()
const places = permutationOf(layout)

/** Writes and seals a word for one challenge, as the widget does and as anybody with its source can. */
export function sealWord(word: Verdicts, challengeToken: string): { layout: number; verdicts: string } {
  return { layout, verdicts: sealVerdicts(writeVerdicts(word, places), challengeToken, layout) }
}

/** The same in a layout that the caller names. */
export function sealWordIn(word: Verdicts, challengeToken: string, own: number): { layout: number; verdicts: string } {
  return { layout: own, verdicts: sealVerdicts(writeVerdicts(word, permutationOf(own)), challengeToken, own) }
}
