import { seededRandom } from '@bollard/testing/seed'
import type { StoredOutcome } from '../records/store/counts.ts'
import type { VerificationRow } from '../records/store/record-verifications.ts'
import { createVerificationId } from '../records/store/verification-id.ts'
import { rowAt } from './row-at.ts'

/** Numbers from 0 to 1, others for each `number`; they repeat with the seed of the run. */
export function createRandom(number: number): () => number {
  return seededRandom(`rows ${number}`)
}

const countries = ['DE', 'FR', 'US', null, 'IN', 'AU'] as const
const reasons: readonly VerificationRow['reasons'][] = [
  [],
  [['webdriver', 4]],
  [
    ['plugins-none', 1.5],
    ['network-hosting', 0.5],
  ],
  [['network-hosting', 0.5]],
  [['network-budget', 0, 2.5]],
  [
    ['webdriver', 4],
    ['site-under-attack', 0, 4],
    ['similar-visitors', 0, 1],
  ],
]
const outcomes: readonly StoredOutcome[] = [0, 0, 0, 1, 2, 2, 3]

/** A row of the log of any kind, issued within `spreadMs` after `from`. */
export function randomRow(
  random: () => number,
  { from, spreadMs, ...other }: { from: number; spreadMs: number } & Partial<VerificationRow>,
): VerificationRow {
  const pick = <T>(list: readonly T[]): T => {
    const value = list[Math.floor(random() * list.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
  const issuedAt = from + Math.floor(random() * spreadMs)
  return rowAt(issuedAt, {
    id: createVerificationId(issuedAt, Buffer.from(Array.from({ length: 10 }, () => random() * 256))),
    outcome: pick(outcomes),
    score: pick([0, 0.049, 0.05, 0.5, 0.951, 1, random()]),
    checkMs: pick([0, 1, 500, 12_345, 90_000_000]),
    country: pick(countries),
    asn: pick([0, 3320, 4_294_967_295]),
    networkKind: pick([0, 1, 2, 5]),
    browser: pick(['Firefox 152', 'Chrome 150', '']),
    operatingSystem: pick(['Linux', 'Windows']),
    device: pick(['desktop', 'phone']),
    hostname: pick(['shop.example', `a"b\\c{},'NULL`, '']),
    action: pick([0, 1, 7]),
    language: pick(['de', 'en', null]),
    rule: pick([0, 0, 1, 200]),
    bypassKey: pick([0, 0, 3]),
    decision: pick([0, 1, 2, 6]),
    reasons: pick(reasons),
    ...other,
  })
}
