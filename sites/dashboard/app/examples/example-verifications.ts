import type { Verification } from '@bollard/contracts'
import { exampleSolution } from './example-solution.ts'

/** Somebody who passed at once, and whose result was taken. */
export const passedVerification: Verification = {
  verificationId: '01K5Z7QVVV0000000000000001',
  solutionId: exampleSolution.id,
  environment: { id: '01K5Z7QEEE0000000000000001', name: 'Production' },
  decision: { type: 'SCORE', rule: null, bypassKey: null },
  outcome: 'PASSED',
  passed: true,
  score: 0.08,
  reasons: [{ code: 'real-pointer-movement', group: 'behaviour', weight: -1.4 }],
  hostname: 'anmeldung.rundbrief.example.org',
  action: 'sign-up',
  browser: 'Firefox 152',
  operatingSystem: 'Linux',
  device: 'desktop',
  language: 'de',
  network: '203.0.113.0/24',
  country: 'DE',
  asn: 3320,
  operator: 'Deutsche Telekom AG, Internet service provider',
  networkKind: 'access',
  riskScoring: true,
  minimalData: false,
  startedAt: '2026-11-19T09:12:01.000Z',
  finishedAt: '2026-11-19T09:12:02.200Z',
  checkMs: 1200,
  workMs: 840,
  workHashes: 65_536,
  workAlgorithm: 'sha256',
  rounds: 1,
  firstFetchedAt: '2026-11-19T09:12:04.000Z',
  lastFetchedAt: '2026-11-19T09:12:04.000Z',
  retrievals: 1,
  sameNetwork: null,
  feedback: null,
}

/** A driven browser that the score stopped, with evidence on both sides. */
export const refusedVerification: Verification = {
  ...passedVerification,
  verificationId: '01K5Z7QVVV0000000000000002',
  outcome: 'REFUSED',
  passed: false,
  score: 0.99,
  reasons: [
    { code: 'webdriver', group: 'automation', weight: 4.2 },
    { code: 'client-hints-contradiction', group: 'request', weight: 2.1 },
    { code: 'collector-missing', group: 'collector', weight: 1.6 },
    { code: 'coalesced-movement', group: 'behaviour', weight: -0.4 },
  ],
  hostname: 'localhost',
  action: null,
  browser: 'HeadlessChrome 150',
  country: null,
  asn: null,
  operator: null,
  networkKind: 'hosting',
  firstFetchedAt: null,
  lastFetchedAt: null,
  retrievals: 0,
}

/** Let through after more work. */
export const flaggedVerification: Verification = {
  ...passedVerification,
  verificationId: '01K5Z7QVVV0000000000000003',
  outcome: 'FLAGGED',
  score: 0.55,
  rounds: 2,
  workHashes: 524_288,
  workAlgorithm: 'equix',
  checkMs: 6400,
}

/** Let through from a busy network of a site under attack: evidence, and what volume did to the work. */
export const busyVerification: Verification = {
  ...passedVerification,
  verificationId: '01K5Z7QVVV0000000000000008',
  workHashes: 2_097_152,
  workMs: 4_100,
  reasons: [
    { code: 'real-pointer-movement', group: 'interaction', weight: -0.7 },
    { code: 'network-budget', group: 'velocity', weight: 0, bits: 3 },
    { code: 'site-under-attack', group: 'velocity', weight: 0, bits: 1.5 },
    { code: 'similar-visitors', group: 'velocity', weight: 0, bits: 1 },
  ],
}

const rule = (action: NonNullable<Verification['decision']['rule']>['action'], name: string) => ({
  id: '01K5Z7QRRR0000000000000001',
  name,
  action,
})
const unasked = { score: 0, reasons: [], checkMs: 0, workMs: 0, workHashes: 0, rounds: 0 }

/** What else can decide: a rule that stops, one that lets pass, one that asks for more work, and a bypass key. */
export const ruledVerifications = {
  stopped: {
    ...refusedVerification,
    ...unasked,
    verificationId: '01K5Z7QVVV0000000000000004',
    decision: { type: 'RULE', rule: rule('BLOCK', 'Nobody with this userAgent'), bypassKey: null },
  },
  allowed: {
    ...passedVerification,
    ...unasked,
    verificationId: '01K5Z7QVVV0000000000000005',
    decision: { type: 'RULE', rule: rule('ALLOW', 'Partners'), bypassKey: null },
  },
  challenged: {
    ...passedVerification,
    verificationId: '01K5Z7QVVV0000000000000006',
    rounds: 2,
    decision: { type: 'SCORE', rule: rule('CHALLENGE', 'Look twice'), bypassKey: null },
  },
  bypassKey: {
    ...passedVerification,
    ...unasked,
    verificationId: '01K5Z7QVVV0000000000000007',
    decision: {
      type: 'BYPASS_KEY',
      rule: null,
      bypassKey: { id: '01K5Z7QKKK0000000000000001', name: 'Nightly tests' },
    },
  },
} as const satisfies Record<string, Verification>
