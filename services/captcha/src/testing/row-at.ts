import { randomBytes } from 'node:crypto'
import type { VerificationRow } from '../records/store/record-verifications.ts'
import { createVerificationId } from '../records/store/verification-id.ts'

/** A row of the log for a visitor who passed at this moment (milliseconds since 1970). */
export function rowAt(at: number, other: Partial<VerificationRow> = {}): VerificationRow {
  return {
    id: createVerificationId(at, randomBytes(10)),
    round: 0,
    siteId: 1,
    environmentId: 1,
    issuedAt: at,
    finishedAt: at + 500,
    outcome: 0,
    decision: 0,
    rule: 0,
    bypassKey: 0,
    score: 0.1,
    reasons: [],
    checkMs: 500,
    workMs: 300,
    workHashes: 2 ** 21,
    hostname: 'shop.example',
    action: 0,
    browser: 'Firefox 152',
    operatingSystem: 'Linux',
    device: 'desktop',
    language: null,
    network: '192.0.2.0/24',
    country: 'DE',
    asn: 3320,
    networkKind: 1,
    flags: 0,
    shadowScore: null,
    ...other,
  }
}
