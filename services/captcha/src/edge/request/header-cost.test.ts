import { describeUserAgent, judgeHeaderOrder, judgeRequest } from '@bollard/bot-score'
import { engineOf } from '@bollard/engine-proof'
import { createAddressReader } from '@bollard/http'
import { chromiumHeaders } from '@bollard/testing'
import { seededRandom } from '@bollard/testing/seed'
import { botKeys, verifyWebBotAuth } from '@bollard/visitor-credentials'
import { expect, test } from 'vitest'
import { twoLetters } from '../../records/store/verification-id.ts'
import { comesFrom } from '../verification/comes-from.ts'
import { createOriginReader } from './known-origins.ts'

// A header of 16 kB is the longest that reaches us. Read by a pattern that starts over at every place where its first half fits, it
// costs 60 ms and more; read once, some tens of microseconds. The limit lies far from both, and the best of several runs counts, so that
// a busy machine does not matter.

const longest = 16_000
const limitMicroseconds = 3_000
const random = seededRandom('hostile headers')

const words = [
  '; wv)',
  'Chrome/1',
  'Version/1',
  'Safari/',
  ' Safari/',
  'AppleWebKit/1',
  'Mobile/',
  'Mozilla/5.0 ',
  'Firefox/1',
  'Gecko/1.1 ',
  ' OS 1_',
  '"Chromium"; v="1',
  '"Chromium";',
  ' ',
  '\t',
  ',',
  ';',
  '=',
  '(',
  ')',
  '[',
  ':',
  '.',
  '1',
  'a',
  '::ffff:1',
  'https://',
  'xn--',
  'sig1=("@authority");tag="web-bot-auth"',
]
const fragments = [
  ...words,
  ...Array.from({ length: 60 }, () =>
    Array.from({ length: 3 }, () => words[Math.floor(random() * words.length)]).join(''),
  ),
]
const hostile = fragments.flatMap((fragment) => {
  const long = fragment.repeat(Math.ceil(longest / fragment.length)).slice(0, longest)
  // Some readers go no further without the beginning of a browser.
  return [long, `Mozilla/5.0 ${long}`.slice(0, longest)]
})

const readOrigin = createOriginReader()
const readAddress = createAddressReader(['10.0.0.0/8'])
const context = { isProxy: () => false }

const readers: readonly (readonly [string, (text: string) => unknown])[] = [
  ['the user agent in words', describeUserAgent],
  [
    'what headers say, for the user agent',
    (text) => {
      const { headers } = comesFrom(context, { headers: { ...chromiumHeaders, 'user-agent': text }, remoteAddress: '' })
      judgeRequest(headers)
      engineOf(String(headers['user-agent']))
    },
  ],
  ['what headers say, for the brands', (text) => judgeRequest({ ...chromiumHeaders, 'sec-ch-ua': text })],
  ['what headers say, for the host', (text) => judgeRequest({ ...chromiumHeaders, host: text })],
  [
    'the order of many headers',
    (text) => judgeHeaderOrder(text.match(/.{1,8}/gu) ?? [], chromiumHeaders['user-agent'], { throughProxy: false }),
  ],
  ['the origin', readOrigin],
  ['the chain of proxies', (text) => readAddress('10.0.0.1', text)],
  ['the language', twoLetters],
]

test.for(readers)('%s: no header costs much for its length', ([, read]) => {
  const costly = hostile.filter((text) => microseconds(() => read(text)) > limitMicroseconds)
  expect(costly.map((text) => text.slice(0, 60))).toEqual([])
})

test('the signature of a bot: no header costs much for its length', async () => {
  const costly: string[] = []
  for (const text of hostile.filter((_, index) => index % 4 === 0)) {
    const times: number[] = []
    for (let run = 0; run < 3 && (times.at(-1) ?? Infinity) > limitMicroseconds; run++) {
      const before = process.cpuUsage()
      // oxlint-disable-next-line no-await-in-loop -- one after another, or their times add up
      await verifyWebBotAuth({
        method: 'POST',
        authority: 'api.example',
        path: '/',
        headers: { 'signature-input': text, signature: text, 'signature-agent': text },
        keys: botKeys([]),
        now: 1_800_000_000_000,
      })
      const { user, system } = process.cpuUsage(before)
      times.push(user + system)
    }
    if (Math.min(...times) > limitMicroseconds) costly.push(text.slice(0, 60))
  }
  expect(costly).toEqual([])
})

/** Processor time of the best of at most five runs; it stops at the first that is good. */
function microseconds(act: () => unknown): number {
  let best = Infinity
  for (let run = 0; run < 5 && best > limitMicroseconds; run++) {
    const before = process.cpuUsage()
    act()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, user + system)
  }
  return best
}
