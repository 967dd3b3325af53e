import { assert, property, subarray } from 'fast-check'
import { seededRandom } from '@bollard/testing/seed'
import { expect, test } from 'vitest'
import { claimedBrowser } from '../../../client/widget/src/collector/claimed-browser.ts'
import { clientChecks } from './catalogue.ts'
import { judgeVerdicts, readClaim } from './impossible-verdicts.ts'
import { bitsOf, type VerdictBits } from './verdict-layout.ts'

const checks = clientChecks.length
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:152.0) Gecko/20100101 Firefox/152.0'
const epiphany = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const iPad =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15'
const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36'
const fenix = 'Mozilla/5.0 (Android 15; Mobile; rv:152.0) Gecko/152.0 Firefox/152.0'
const falkon =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) QtWebEngine/5.15.2 Chrome/87.0.4280.144 Safari/537.36'
const webView =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/156.0.0.0 Mobile Safari/537.36'
const browsers = [chrome, firefox, epiphany, iPhone, iPad, android, fenix, falkon, webView]

/** What runs in each browser whoever uses it. */
const anywhere =
  'webdriver webdriver-hidden headless-user-agent automation-globals automation-stack early-frame-lie proxy-lie navigator-own-keys navigator-contradiction engine-contradiction no-layout no-worker event-geometry untrusted-click focus-without-cause input-without-keys honeypot-filled real-pointer-movement coalesced-movement real-touch-movement'
const framed = 'frame-contradiction native-function-lie worker-contradiction'
const desktop = 'small-screen emulated-viewport window-smaller-than-page page-larger-than-screen no-pointing-device'
const mouse = 'dead-centre-click instant-press straight-path'
const keys = 'short-key-hold inhuman-typing even-typing incomplete-key'
const desktopChromium =
  'missing-chrome-object no-plugins screen-orientation fractional-pointer never-coalesced screen-equals-client'
/** A form that somebody filled in and sent with Chromium. */
const usedChromium = [
  anywhere,
  framed,
  'debugger-protocol instant-frames notification-contradiction',
  desktop,
  desktopChromium,
  mouse,
  keys,
  'instant-form form-without-hands',
]

function bits(...codes: readonly string[]): VerdictBits {
  return bitsOf(
    clientChecks,
    codes.flatMap((text) => text.split(' ')),
  )
}
function without(codes: string, ...gone: readonly string[]): string {
  return codes
    .split(' ')
    .filter((code) => !gone.includes(code))
    .join(' ')
}
const judge = (ran: VerdictBits, userAgent: string, fired: VerdictBits = [0, 0]) =>
  judgeVerdicts({ ran, fired }, checks, userAgent)

/** Words that browsers wrote with the real widget, and nobody at them: the checks that ran, and what they found. */
const recorded: readonly (readonly [string, string, VerdictBits, VerdictBits])[] = [
  [
    'Chromium',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    [528465919, 322304],
    [0, 0],
  ],
  [
    'Chromium that says it is one on Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
    [335790079, 60160],
    [0, 0],
  ],
  [
    'Chromium that says it is Safari on a phone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    [335790079, 60160],
    [6144, 0],
  ],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', [473948159, 322304], [0, 0]],
  [
    'Firefox that resists fingerprinting',
    'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
    [473800703, 60160],
    [0, 0],
  ],
  [
    'Firefox that says it is Chrome',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    [528474111, 322304],
    [16799744, 0],
  ],
  [
    'Falkon',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Falkon/22.12.1 QtWebEngine/5.15.13 Chrome/87.0.4280.144 Safari/537.36',
    [473939967, 322304],
    [0, 0],
  ],
  [
    'surf',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/60.5 Safari/605.1.15 Surf/2.1',
    [473817087, 322304],
    [0, 0],
  ],
  [
    'Epiphany',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/60.5 Safari/605.1.15',
    [473948159, 322304],
    [0, 0],
  ],
]

test.for(recorded)('what %s really wrote is never taken for a forgery', ([name, userAgent, ran, fired]) => {
  expect(judgeVerdicts({ ran, fired }, 51, userAgent)).toBe(
    name.startsWith('Firefox that says') ? 'doubtful' : 'plausible',
  )
  for (const other of browsers) expect(judgeVerdicts({ ran, fired }, 51, other), other).not.toBe('impossible')
})

test.for<[string, string, readonly string[]]>([
  ['Chromium, everything done at once and the form sent', chrome, [...usedChromium, 'shift-missing']],
  ['the same with a touch screen', chrome, [...usedChromium, 'artificial-touch']],
  [
    'Chromium, keyboard only, in a page that forbids frames',
    chrome,
    [anywhere, without(desktop, 'no-pointing-device'), 'missing-chrome-object no-plugins screen-orientation', keys],
  ],
  [
    'Chromium where extensions break two checks',
    chrome,
    [without(anywhere, 'proxy-lie'), framed, 'debugger-protocol', desktop, 'missing-chrome-object'],
  ],
  [
    'Firefox',
    firefox,
    [anywhere, framed, 'console-cost instant-frames', desktop, mouse, keys, 'shift-missing instant-form'],
  ],
  [
    'Firefox that resists fingerprinting',
    firefox,
    [anywhere, framed, desktop, 'dead-centre-click straight-path incomplete-key shift-missing'],
  ],
  ['Firefox on Android', fenix, [anywhere, framed, 'console-cost artificial-touch']],
  ['Epiphany', epiphany, [anywhere, framed, 'console-cost', desktop, mouse, keys, 'shift-missing']],
  ['Safari on a phone', iPhone, [anywhere, framed, 'console-cost artificial-touch']],
  ['an iPad that asks for desktop sites', iPad, [anywhere, framed, 'console-cost artificial-touch', desktop]],
  ['Chrome on Android', android, [anywhere, framed, 'debugger-protocol artificial-touch never-coalesced']],
  ['Falkon', falkon, [anywhere, framed, 'debugger-protocol', desktop, mouse, keys, 'shift-missing']],
  ['a web view', webView, [anywhere, framed, 'debugger-protocol artificial-touch']],
  ['a browser that nobody knows', 'Something/1.0', [without(anywhere, 'engine-contradiction'), framed]],
])('%s is plausible', ([, userAgent, ran]) => {
  expect(judge(bits(...ran), userAgent)).toBe('plausible')
  expect(judge(bits(...ran), userAgent, bits(...ran)), 'whatever was found').toBe('plausible')
})

test.for<[string, string, readonly string[]]>([
  [
    'Firefox that a switcher lets say it is Chrome',
    chrome,
    [anywhere, framed, 'console-cost', desktop, 'missing-chrome-object no-plugins'],
  ],
  [
    'Chrome whose requests alone say it is an iPhone',
    iPhone,
    [anywhere, framed, 'debugger-protocol', desktop, desktopChromium],
  ],
  ['a phone whose requests alone say it is a desktop', chrome, [anywhere, framed, 'debugger-protocol']],
  [
    'an extension that replaces eval while the widget looks',
    chrome,
    [anywhere, framed, 'debugger-protocol console-cost', desktop, desktopChromium],
  ],
])('%s is doubted at most', ([, userAgent, ran]) => {
  expect(judge(bits(...ran), userAgent)).toBe('doubtful')
})

test('a program that claims constant words is refused, whatever it says it is', () => {
  const all = bits(...clientChecks.map(({ code }) => code))
  for (const userAgent of browsers) {
    expect(judge([-1, -1], userAgent)).toBe('impossible')
    expect(judge(all, userAgent)).toBe('impossible')
    expect(judge([all[0], all[1] | (1 << (checks - 32))], userAgent), 'a bit that no check owns').toBe('impossible')
    expect(judge([1, 0], userAgent, [2, 0]), 'found without looking').toBe('impossible')
    expect(judge([0xff, 0], userAgent), 'a few bits').toBe('doubtful')
    expect(
      judge(bits('webdriver headless-user-agent automation-globals no-layout'), userAgent),
      'the fewest that count as complete',
    ).toBe('doubtful')
  }
})

test('words drawn by chance are hardly ever plausible', () => {
  const random = seededRandom('words of verdicts')
  const word = (): VerdictBits => [random() * 2 ** 32, random() * 2 ** 32]
  const judged = Array.from({ length: 2_000 }, (_, n) => {
    const [userAgent, ran, fired] = [browsers[n % browsers.length] ?? '', word(), word()]
    return [judge(ran, userAgent, fired), judge([ran[0], ran[1] & 0x1ffff], userAgent)] as const
  })
  expect(judged.filter(([any]) => any !== 'impossible')).toEqual([])
  expect(judged.filter(([, owned]) => owned === 'plausible').length, 'only bits that checks own').toBeLessThan(10)
})

test('of what a browser runs by itself two checks may be missing, never three', () => {
  const needed =
    `${without(anywhere, 'webdriver-hidden', 'engine-contradiction', ...'event-geometry untrusted-click focus-without-cause input-without-keys honeypot-filled real-pointer-movement coalesced-movement real-touch-movement'.split(' '))} ${without(desktop, 'no-pointing-device')} missing-chrome-object no-plugins`.split(
      ' ',
    )
  assert(
    property(subarray(needed, { minLength: 3, maxLength: 3 }), (gone) => {
      expect(judge(bits(...needed.filter((code) => !gone.includes(code))), chrome)).toBe('doubtful')
      expect(judge(bits(...needed.filter((code) => !gone.slice(1).includes(code))), chrome)).toBe('plausible')
    }),
  )
})

test('a build with fewer checks has no bit for the others', () => {
  const ran = bits(anywhere, framed)
  expect(judgeVerdicts({ ran, fired: [0, 0] }, 48, iPhone)).toBe('plausible')
  expect(judgeVerdicts({ ran: [ran[0], ran[1] | (1 << 16)], fired: [0, 0] }, 48, iPhone)).toBe('impossible')
  expect(judgeVerdicts({ ran: [ran[0], ran[1] | (1 << 16)], fired: [0, 0] }, 64, iPhone), 'one with more').toBe(
    'plausible',
  )
})

test.for(browsers)('the service understands a user agent as the widget does: %s', (userAgent) => {
  const { engine, desktop: isDesktop, chromium } = claimedBrowser(userAgent)
  expect(readClaim(userAgent)).toEqual({ engine, desktop: isDesktop, chromium: chromium > 0 })
})

test('no user agent takes long to understand', () => {
  const begun = process.cpuUsage()
  for (const part of ['Version/1', 'Chrome/', '; wv)', 'Safari/', 'X11'])
    for (let n = 0; n < 100; n++) readClaim(part.repeat(1_600))
  // Microseconds that it computed: the time of the wall has what else the machine does.
  expect(process.cpuUsage(begun).user / 500).toBeLessThan(2_000)
})
