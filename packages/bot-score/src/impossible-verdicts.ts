import { alwaysRunning, clientChecks } from './catalogue.ts'
import { bitsOf, hasBit, type VerdictBits, type Verdicts } from './verdict-layout.ts'

/** What verdicts say of where they come from: a widget, nobody knows, or a program that no browser runs. */
export type Plausibility = 'plausible' | 'doubtful' | 'impossible'

/** What a user agent claims to be, exactly as the widget's checks understand it (`collector/claimed-browser.ts`). */
interface Claim {
  readonly engine: 'v8' | 'other' | 'unknown'
  readonly desktop: boolean
  /** A Chromium that is no part of another app. */
  readonly chromium: boolean
}

/** Checks that need nothing but a page, of whichever browser. */
const everywhere = bits(
  ...alwaysRunning,
  'automation-stack',
  'no-worker',
  'early-frame-lie',
  'proxy-lie',
  'navigator-own-keys',
  'navigator-contradiction',
)
/** Checks of desktops, and of Chromium on them. */
const ofDesktops = bits('small-screen', 'emulated-viewport', 'window-smaller-than-page', 'page-larger-than-screen')
const ofDesktopChromium = bits('missing-chrome-object', 'no-plugins')
/** Checks that only run where the user agent names what they are about; hands decide whether they do. */
const onlyOnDesktops = bits(
  ...codesOf(ofDesktops),
  ...codesOf(ofDesktopChromium),
  'screen-orientation',
  'no-pointing-device',
  'shift-missing',
  'incomplete-key',
  'fractional-pointer',
  'fractional-time',
  'text-at-once',
)
const onlyInChromium = bits(
  ...codesOf(ofDesktopChromium),
  'screen-orientation',
  'fractional-pointer',
  'fractional-time',
  'never-coalesced',
  'screen-equals-client',
)
/** An engine is V8 or it is not, and one of these two looks at each. */
const ofV8 = bits('debugger-protocol')
const ofAnyEngine = bits('debugger-protocol', 'console-cost')
/** The one runs where there is no touch, the other after a tap. Some tools for privacy say that there is none where there is. */
const ofAnyScreen = bits('shift-missing', 'artificial-touch')
/** Runs wherever the widget could make an empty frame, which the check for V8 needs too. */
const withFrame = bits('native-function-lie')

/**
 * So many checks may run, or not run, otherwise than the user agent says: an extension can break a check or two, and nobody
 * who forges verdicts with this list in hand is kept by a stricter one.
 */
const exceptionsMax = 2

/**
 * Whether a widget of `checks` checks can have written these verdicts in the browser that the request names. Impossible is what
 * the widget's own code never writes, wherever it runs; whatever an odd browser, a switched user agent or an extension may bring about
 * is doubtful at most.
 */
export function judgeVerdicts({ ran, fired }: Verdicts, checks: number, userAgent: string): Plausibility {
  // A bit that no check owns, or a check that found something without looking.
  if (hasAny(without(ran, firstBits(checks))) || hasAny(without(fired, ran))) return 'impossible'
  const anyEngine = hasAll(ran, ofAnyEngine)
  // Where all of them ran, those ran as well that never run beside each other.
  if (anyEngine) return hasAll(ran, ofAnyScreen) ? 'impossible' : 'doubtful'
  const claim = claimOf(userAgent)
  if (claim.engine === 'v8' && hasAll(ran, withFrame) && !hasAll(ran, ofV8)) return 'doubtful'
  const missing = count(without(expected(claim), ran))
  const surplus = count(both(unexpected(claim), ran))
  return missing > exceptionsMax || surplus > exceptionsMax ? 'doubtful' : 'plausible'
}

function expected({ desktop, chromium }: Claim): VerdictBits {
  if (!desktop) return everywhere
  return chromium ? onDesktopChromium : onDesktop
}
const onDesktop = either(everywhere, ofDesktops)
const onDesktopChromium = either(onDesktop, ofDesktopChromium)

function unexpected({ desktop, chromium }: Claim): VerdictBits {
  if (chromium) return desktop ? [0, 0] : onlyOnDesktops
  return desktop ? onlyInChromium : neverOnOtherPhones
}
const neverOnOtherPhones = either(onlyOnDesktops, onlyInChromium)

const remembered = new Map<string, Claim>()
const rememberAtMost = 2000

function claimOf(userAgent: string): Claim {
  const known = remembered.get(userAgent)
  if (known !== undefined) return known
  const claim = readClaim(userAgent)
  if (remembered.size >= rememberAtMost) remembered.clear()
  if (userAgent.length <= 400) remembered.set(userAgent, claim)
  return claim
}

/** Any text may come as a user agent, so each pattern is looked for once and from one place only. */
export function readClaim(userAgent: string): Claim {
  const isEmbedded = /QtWebEngine|Electron|; wv\)/u.test(userAgent)
  const isChromium = Number(/Chrome\/(\d+)/u.exec(userAgent)?.[1] ?? 0) > 0
  const version = userAgent.search(/Version\/\d/u)
  const isOther =
    /\bFirefox\/|CriOS|FxiOS/u.test(userAgent) || (version >= 0 && userAgent.includes('Safari/', version + 9))
  return {
    engine: isChromium ? 'v8' : isOther ? 'other' : 'unknown',
    desktop: /Windows NT|Macintosh|X11/u.test(userAgent) && !/Mobile|Android|CrOS/u.test(userAgent),
    chromium: isChromium && !isEmbedded,
  }
}

function bits(...codes: readonly string[]): VerdictBits {
  return bitsOf(clientChecks, codes)
}

function codesOf(wanted: VerdictBits): string[] {
  return clientChecks.filter((_, index) => hasBit(wanted, index)).map(({ code }) => code)
}

/** The bits of the first so many checks. */
function firstBits(checks: number): VerdictBits {
  return [lowest(checks), lowest(checks - 32)]
}

function lowest(bitCount: number): number {
  return bitCount >= 32 ? -1 : bitCount <= 0 ? 0 : (1 << bitCount) - 1
}

function without(a: VerdictBits, b: VerdictBits): VerdictBits {
  return [a[0] & ~b[0], a[1] & ~b[1]]
}

function both(a: VerdictBits, b: VerdictBits): VerdictBits {
  return [a[0] & b[0], a[1] & b[1]]
}

function either(a: VerdictBits, b: VerdictBits): VerdictBits {
  return [a[0] | b[0], a[1] | b[1]]
}

function hasAny(word: VerdictBits): boolean {
  return (word[0] | word[1]) !== 0
}

function hasAll(word: VerdictBits, wanted: VerdictBits): boolean {
  return !hasAny(without(wanted, word))
}

function count([low, high]: VerdictBits): number {
  let ones = 0
  for (const half of [low, high]) for (let rest = half; rest !== 0; rest &= rest - 1) ones++
  return ones
}
