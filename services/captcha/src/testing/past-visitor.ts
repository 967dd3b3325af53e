import { randomBytes } from 'node:crypto'
import type { Visitor } from '../owner/what-if/visitor.ts'
import { createVerificationId } from '../records/store/verification-id.ts'

const issuedAt = Date.UTC(2026, 9, 20, 12)

/** A visitor of the log who passed without a doubt. */
export function visitorOf(
  other: Partial<Omit<Visitor, 'facts'>> & { readonly facts?: Partial<Visitor['facts']> } = {},
): Visitor {
  const { facts, ...rest } = other
  const nothing = { score: Math.fround(0.04), reasons: 'consistent-browser -0.2' }
  return {
    id: createVerificationId(issuedAt, randomBytes(10)),
    issuedAt,
    outcome: 'PASSED',
    decision: 'SCORE',
    rule: 0,
    flags: 0,
    atOnce: false,
    first: nothing,
    last: nothing,
    hadExtraWork: false,
    browser: 'Firefox 152',
    network: '192.0.2.0/24',
    label: null,
    ...rest,
    facts: {
      country: 'DE',
      asn: 3320,
      networkKind: 'access',
      language: 'de',
      hostname: 'shop.example',
      action: null,
      ...facts,
    },
  }
}
