import { expect, test } from 'vitest'
import { serverSignal } from './catalogue.ts'
import { type ConnectionFacts, judgeConnection, judgeHeaderOrder } from './judge-connection.ts'

const { tlsContradiction, http2Contradiction, headerOrder } = serverSignal

// As measured on Chromium 156 and Firefox 153 ESR, for a POST of `fetch`.
const chromium: ConnectionFacts = {
  ja4: 't13d1517h2_8daaf6152771_cb7bf5808d99',
  grease: true,
  postQuantumGroup: true,
  applicationSettings: true,
  http2: {
    pseudoHeaderOrder: 'masp',
    headerTableSize: 65_536,
    initialWindowSize: 6_291_456,
    connectionWindow: 15_728_640,
    priority: true,
  },
  headerOrder:
    'content-length sec-ch-ua-platform user-agent sec-ch-ua content-type sec-ch-ua-mobile accept origin sec-fetch-site sec-fetch-mode sec-fetch-dest referer accept-encoding accept-language priority'.split(
      ' ',
    ),
}
const firefox: ConnectionFacts = {
  ja4: 't13d1617h2_86a278354501_3cbfd9057e0d',
  grease: false,
  postQuantumGroup: true,
  applicationSettings: false,
  http2: {
    pseudoHeaderOrder: 'mpas',
    headerTableSize: 65_536,
    initialWindowSize: 131_072,
    connectionWindow: 12_582_912,
    priority: true,
  },
  headerOrder:
    'user-agent accept accept-language accept-encoding referer content-type content-length origin sec-fetch-dest sec-fetch-mode sec-fetch-site priority te'.split(
      ' ',
    ),
}

const windows = 'Windows NT 10.0; Win64; x64'
const android = 'Linux; Android 10; K'
const chromeOn = (system: string, major: number): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`
const firefoxOn = (system: string, major: number): string =>
  `Mozilla/5.0 (${system}; rv:${major}.0) Gecko/${major}.0 Firefox/${major}.0`
const chrome = chromeOn(windows, 156)
const fox = `Mozilla/5.0 (${windows}; rv:153.0) Gecko/20100101 Firefox/153.0`

test('browsers that are what they say contradict nothing', () => {
  for (const major of [124, 140, 156, 160])
    expect(judgeConnection(chromium, chromeOn('X11; Linux x86_64', major))).toBe(0)
  expect(judgeConnection(chromium, `${chrome} Edg/156.0.0.0`)).toBe(0)
  expect(judgeConnection(chromium, chromeOn(android, 150))).toBe(0)
  expect(judgeConnection(firefox, fox)).toBe(0)
})

test.each<[string, Partial<ConnectionFacts>]>([
  ['no GREASE', { grease: false }],
  ['no post-quantum group', { postQuantumGroup: false }],
  ['no ALPS', { applicationSettings: false }],
  ['the cipher suites of OpenSSL', { ja4: 't13d5212h2_b262b3658495_8e6e362c5eac' }],
])('a Chrome with %s contradicts itself', (_what, change) => {
  expect(judgeConnection({ ...chromium, ...change }, chrome)).toBe(tlsContradiction)
})

test.each<[string, Partial<ConnectionFacts>]>([
  ['GREASE', { grease: true }],
  ['ALPS', { applicationSettings: true }],
  ['the cipher suites of OpenSSL', { ja4: 't13d3112h2_e8f1e7e78f70_b26ce05bbdd6' }],
])('a Firefox with %s contradicts itself', (_what, change) => {
  expect(judgeConnection({ ...firefox, ...change }, fox)).toBe(tlsContradiction)
})

test('what people can switch off is not held against them', () => {
  expect(judgeConnection({ ...firefox, postQuantumGroup: false }, fox)).toBe(0)
  expect(judgeConnection({ ...chromium, postQuantumGroup: false }, chromeOn(android, 146))).toBe(0)
  expect(judgeConnection({ ...chromium, postQuantumGroup: false }, chromeOn(android, 147))).toBe(tlsContradiction)
})

// The figures of clients that imitate a browser, or do not: impit, got-scraping, cycletls, curl, Node.
test.each<[string, Partial<NonNullable<ConnectionFacts['http2']>>]>([
  ['pseudo-headers in another order', { pseudoHeaderOrder: 'mpsa' }],
  ['another window', { connectionWindow: 15_663_105 }],
  ['another header table', { headerTableSize: 4096 }],
  ['no priority', { priority: false }],
])('%s fits neither browser', (_what, change) => {
  const changed = ({ http2 }: ConnectionFacts) => (http2 ? { ...http2, ...change } : null)
  expect(judgeConnection({ ...chromium, http2: changed(chromium) }, chrome)).toBe(http2Contradiction)
  expect(judgeConnection({ ...firefox, http2: changed(firefox) }, fox)).toBe(http2Contradiction)
})

test('Firefox asks for less on phones, and for streams what people set', () => {
  const phone = firefox.http2 && { ...firefox.http2, headerTableSize: 4096, initialWindowSize: 32_768 }
  expect(judgeConnection({ ...firefox, http2: phone }, firefoxOn('Android 15; Mobile', 152))).toBe(0)
})

test('HTTP/1.1 has nothing of HTTP/2 to contradict', () => {
  expect(judgeConnection({ ...chromium, http2: null }, chrome)).toBe(0)
})

test('one browser does not pass for the other', () => {
  expect(judgeConnection(firefox, chrome)).toBe(tlsContradiction | http2Contradiction | headerOrder)
  expect(judgeConnection(chromium, fox)).toBe(tlsContradiction | http2Contradiction | headerOrder)
})

test.each([
  ['nothing', ''],
  ['a program', 'curl/8.9.1'],
  [
    'Safari',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  ],
  [
    'Chrome on an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0.0.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'a web view',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/150.0.0.0 Mobile Safari/537.36',
  ],
  [
    'QtWebEngine',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) QtWebEngine/6.9.0 Chrome/130.0.0.0 Safari/537.36',
  ],
  [
    'a television',
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  ],
  ['an old Chrome', chromeOn(windows, 123)],
  ['a Chrome that nobody has measured', chromeOn(windows, 170)],
  ['an old Firefox', firefoxOn(windows, 115)],
  ['a Firefox that nobody has measured', firefoxOn(windows, 167)],
])('%s is not judged', (_what, userAgent) => {
  const odd: ConnectionFacts = {
    ...chromium,
    grease: false,
    applicationSettings: true,
    http2: null,
    headerOrder: firefox.headerOrder.toReversed(),
  }
  expect(judgeConnection(odd, userAgent)).toBe(0)
  expect(judgeHeaderOrder(odd.headerOrder, userAgent, { throughProxy: false })).toBe(0)
})

test('the order of headers speaks only where no proxy made it', () => {
  const alphabetical = chromium.headerOrder.toSorted()
  expect(judgeHeaderOrder(alphabetical, chrome, { throughProxy: false })).toBe(headerOrder)
  expect(judgeHeaderOrder(alphabetical, chrome, { throughProxy: true })).toBe(0)
  expect(judgeHeaderOrder(firefox.headerOrder.toSorted(), fox, { throughProxy: false })).toBe(headerOrder)
})

test('headers that genuine visitors have in other places do not count', () => {
  // A language that somebody chose comes before the rest; a service worker passes `accept` on earlier.
  const chosen = [
    'host',
    'user-agent',
    'accept-language',
    'accept',
    'sec-ch-ua',
    'sec-fetch-site',
    'sec-fetch-mode',
    'sec-fetch-dest',
    'accept-encoding',
  ]
  expect(judgeHeaderOrder(chosen, chrome, { throughProxy: false })).toBe(0)
  const ofWorkerScript = [
    'host',
    'accept',
    'service-worker',
    'sec-fetch-site',
    'sec-fetch-mode',
    'sec-fetch-dest',
    'referer',
    'user-agent',
    'accept-encoding',
    'accept-language',
  ]
  expect(judgeHeaderOrder(ofWorkerScript, chrome, { throughProxy: false })).toBe(0)
  const preflight = [
    'host',
    'accept',
    'access-control-request-method',
    'origin',
    'user-agent',
    'sec-fetch-mode',
    'sec-fetch-site',
    'sec-fetch-dest',
    'accept-encoding',
  ]
  expect(judgeHeaderOrder(preflight, chrome, { throughProxy: false })).toBe(0)
  // Over plain HTTP browsers send no fetch metadata.
  expect(
    judgeHeaderOrder(['host', 'user-agent', 'accept', 'accept-encoding', 'accept-language'], chrome, {
      throughProxy: false,
    }),
  ).toBe(0)
})
