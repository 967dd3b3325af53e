import {
  bitsOf,
  clientChecks,
  scoreVerification,
  serverSignal,
  type VerdictBits,
  type Verdicts,
  writeVerdicts,
} from '@bollard/bot-score'
import { sealVerdicts } from '@bollard/proof-of-work'
import { decodeChallenge, encodeChallenge, permutationOf, signingKey } from '@bollard/proof-of-work/server'
import { chromiumHeaders } from '@bollard/testing'
import { seededRandom } from '@bollard/testing/seed'
import { expect, test } from 'vitest'
import { shortHash } from '../request/short-hash.ts'
import { createHourlyOrder } from './hourly-order.ts'
import { judgeAnswer, type Judgement } from './judge-answer.ts'

// What a program without a browser can claim, and what comes of it. The attacker has the source, reads the layout's number out of the
// widget and does the work honestly; only what is said of the browser is made up.

const tries = 500
const secret = Buffer.alloc(32, 7)
const key = signingKey(secret)
const orderAt = createHourlyOrder(secret)
const served = 0x1a2b_3c4d
const builds = new Map([[served, { checks: clientChecks.length, places: permutationOf(served) }]])
const now = 1_800_000_000_000
const random = seededRandom('forged verdicts')
const word = (): VerdictBits => [random() * 2 ** 32, random() * 2 ** 32]
const userAgents = [
  chromiumHeaders['user-agent'],
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:152.0) Gecko/20100101 Firefox/152.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
]

/** The first answer of a program that claims these 16 bytes; each try comes in an hour of its own and with a challenge of its own. */
function claim(
  bytes: Uint8Array,
  layout: number,
  attempt: number,
  options: { userAgent?: string; ordered?: boolean } = {},
): Judgement {
  const { userAgent = userAgents[attempt % userAgents.length] ?? '', ordered = true } = options
  const at = now + attempt * 3_600_000
  const token = encodeChallenge(
    {
      kid: 1,
      algorithm: 'sha256',
      target: 2 ** 31,
      verificationId: `${at
        .toString(16)
        .padStart(12, '0')
        .replace(/(.{8})/u, '$1-')}-7000-8000-000000000001`,
      siteId: 1,
      ttlSeconds: 600,
      round: 0,
      riskBand: 0,
      serverSignals: 0,
      originHash: '0011223344556677',
      ran: [0, 0],
      fired: [0, 0],
      userAgentHash: shortHash(userAgent),
      networkHash: shortHash('198.51.100.0/24'),
      action: 0,
      language: null,
      environmentId: 1,
      rule: 0,
      flags: 0,
      conduct: 0,
      order: orderAt(at),
      grammar: 0,
      programs: [0, 0],
      volume: 0,
    },
    key,
  )
  const challenge = decodeChallenge(token, () => key)
  if (typeof challenge === 'string') throw new Error(challenge)
  const verdicts = sealVerdicts(ordered ? bytes : unordered(bytes, challenge.order), token, layout)
  return judgeAnswer({
    challenge,
    // Copied from a browser; what they say is not what this is about.
    headers: { ...chromiumHeaders, 'user-agent': userAgent },
    userAgent,
    network: '198.51.100.0/24',
    signals: 0,
    conduct: 0,
    collected: { layout, verdicts },
    build: builds.get(layout),
    flags: 0,
    workIsRight: true,
    elapsedMs: 900,
    threshold: 0.5,
    transport: {},
    score: scoreVerification,
  })
}

/** What a program seals that lays the bits under the cover as they came, whatever the order is. */
function unordered(bytes: Uint8Array, order: number): Uint8Array {
  const places = permutationOf(order)
  const moved = new Uint8Array(16)
  for (let bit = 0; bit < 128; bit++) {
    const from = (bit & 64) | (places[bit & 63] ?? 0)
    if (((bytes[from >> 3] ?? 0) & (1 << (from & 7))) !== 0) moved[bit >> 3] = (moved[bit >> 3] ?? 0) | (1 << (bit & 7))
  }
  return moved
}

const layouts = [served, 0, 1, 7, 0xffff_ffff]
/** Decisions of so many tries, in layouts in turn: the one that is served, and invented ones. */
function decisions(bytesOf: (layout: number) => Uint8Array, options: Parameters<typeof claim>[3] = {}) {
  const judged = Array.from({ length: tries }, (_, n) => {
    const layout = layouts[n % layouts.length] ?? 0
    return claim(bytesOf(layout), layout, n, options)
  })
  return {
    passed: judged.filter(({ decision }) => decision === 'pass').length,
    forged: judged.filter(({ server }) => (server & serverSignal.collectorForged) !== 0).length,
    asked: judged.filter(({ decision }) => decision === 'step-up').length,
  }
}

const halves = (ran: Uint8Array | number, fired: Uint8Array | number) =>
  Uint8Array.from({ length: 16 }, (_, at) => {
    const half = at < 8 ? ran : fired
    return typeof half === 'number' ? half : (half[at % 8] ?? 0)
  })

test.for<[string, () => Uint8Array]>([
  ['everything ran and found nothing', () => halves(0xff, 0)],
  ['everything ran and found something', () => halves(0xff, 0xff)],
  ['every other bit', () => halves(0xaa, 0)],
  ['a few bits', () => halves(Uint8Array.from([1, 2, 4, 8]), 0)],
  ['one bit', () => Uint8Array.from({ length: 16 }, (_, at) => (at === 3 ? 1 : 0))],
  ['bytes drawn by chance', () => Uint8Array.from({ length: 16 }, () => random() * 256)],
  [
    'bits drawn by chance, of which none found anything',
    () =>
      halves(
        Uint8Array.from({ length: 8 }, () => random() * 256),
        0,
      ),
  ],
  [
    'most bits, drawn by chance',
    () =>
      halves(
        Uint8Array.from({ length: 8 }, () => 0xff & ~(1 << (random() * 8))),
        0,
      ),
  ],
])('%s: of 500 tries in any layout none passes without more work', ([, bytes]) => {
  const { passed, forged, asked } = decisions(bytes)
  expect(passed).toBe(0)
  expect(forged + asked).toBeGreaterThan(0)
})

const codesMax = clientChecks.map(({ code }) => code)
/** What Chromium writes for a visitor with mouse and keys. */
const genuine = {
  ran: bitsOf(
    clientChecks,
    codesMax.filter(
      (code) => !['console-cost', 'artificial-touch', 'form-without-hands', 'never-coalesced'].includes(code),
    ),
  ),
  fired: bitsOf(clientChecks, ['real-pointer-movement']),
} satisfies Verdicts

test('a genuine word passes in the layout that is served, in any hour', () => {
  const judged = Array.from({ length: tries }, (_, n) =>
    claim(writeVerdicts(genuine, permutationOf(served)), served, n, { userAgent: chromiumHeaders['user-agent'] }),
  )
  expect(judged.filter(({ decision, score }) => decision !== 'pass' || score.score > 0.05)).toEqual([])
})

test('a genuine word of one hour, sent again with its bits as they lay, passes in none of 500 other hours', () => {
  const { passed, forged } = decisions((layout) => writeVerdicts(genuine, permutationOf(layout)), { ordered: false })
  expect(passed).toBe(0)
  // Of a layout that nobody knows one cannot say which bits no check owns.
  expect(forged).toBeGreaterThan((tries / layouts.length) * 0.95)
})

test('a genuine word in a layout of no release leads to more work', () => {
  for (let n = 0; n < tries; n++) {
    const layout = Math.floor(random() * 2 ** 32)
    const { decision, score } = claim(writeVerdicts(genuine, permutationOf(layout)), layout, n, {
      userAgent: chromiumHeaders['user-agent'],
    })
    expect([layout, decision]).toEqual([layout, 'step-up'])
    expect(score.reasons.filter(({ weight }) => weight < 0)).toEqual([])
  }
})

test('a word of desktop Chromium under any other name leads to more work', () => {
  for (const userAgent of userAgents.slice(1))
    expect(claim(writeVerdicts(genuine, permutationOf(served)), served, 1, { userAgent }).decision).not.toBe('pass')
})

test('words of owned bits alone, drawn by chance for 500 visits, do not pass', () => {
  const owned = (): Verdicts => {
    const ran = word()
    return { ran: [ran[0], ran[1] & 0x1ffff], fired: [0, 0] }
  }
  const { passed } = decisions((layout) => writeVerdicts(owned(), permutationOf(layout)))
  // A program that tries long enough hits one that some phone could write; it knows it only by the answer.
  expect(passed).toBeLessThanOrEqual(3)
})
