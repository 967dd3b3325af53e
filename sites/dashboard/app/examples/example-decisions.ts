import type { ProtectionStatistics, StoredDecision } from '@bollard/contracts'

const totals: ProtectionStatistics['totals'] = {
  requests: 184_220,
  allow: 180_011,
  challenge: 2_903,
  throttle: 1_064,
  deny: 242,
  solved: 1_988,
  failedOpen: 12,
  probes: 1_440,
  lost: 0,
  wouldChallenge: 31,
  wouldThrottle: 0,
  wouldDeny: 7,
  savedRequests: 4_209,
  savedBytes: 88_420_000,
  savedMessages: 64,
  tookMsP50: 0.42,
  tookMsP99: 3.9,
}
const line = { name: null, allow: 1_204, challenge: 210, throttle: 33, deny: 12 }

/** Figures of a site's protection, with everything in them that a page can show. */
export const exampleDecisionFigures: ProtectionStatistics = {
  period: '24h',
  from: '2026-11-20T13:00:00.000Z',
  to: '2026-11-21T13:00:00.000Z',
  bucketMinutes: 60,
  totals,
  previous: { ...totals, requests: 170_004 },
  buckets: Array.from({ length: 24 }, (_, hour) => ({
    at: new Date(Date.UTC(2026, 10, 20, 13 + hour)).toISOString(),
    allow: 7_000 + 200 * (hour % 7),
    challenge: 120,
    throttle: 44,
    deny: 10,
    solved: 80,
  })),
  rungs: [
    { rung: 'EASY', requests: 1_900 },
    { rung: 'HARD', requests: 240 },
  ],
  parts: [
    { ...line, value: 'sign-in' },
    { ...line, value: 'sign-in.TRIAL-2' },
    { ...line, value: 'programs', deny: 0 },
  ],
  reasons: [{ ...line, value: 'limit-reached' }],
  paths: [
    { ...line, value: '/a-path-that-is-as-long-as-paths-of-shops-are/with-a-category/and-a-product-of-many-words' },
    { ...line, value: '/sign-in' },
  ],
  hosts: [{ ...line, value: 'shop.example' }],
  countries: [
    { ...line, value: 'DE' },
    { ...line, value: null },
  ],
  operators: [{ ...line, value: 64_500, name: 'Example Net' }],
  visitors: [{ ...line, value: '0707070707070707ababababababab07' }],
  programs: [],
  purposes: [{ ...line, value: 'AI_TRAINING' }],
  mistakes: {
    control: { count: 2, of: 61, share: 0.0328, low: 0.009, high: 0.1119 },
    reports: { open: 3, right: 5, wrong: 1 },
  },
}

/** A decision with everything that one can have. */
export const exampleDecision: StoredDecision = {
  id: '019aa7c1-3f00-7000-8000-0000000000d1',
  at: '2026-11-21T12:04:31.000Z',
  conclusion: 'DENY',
  reasons: [{ part: 'sign-in', code: 'limit-reached', weight: 90 }],
  parts: [
    {
      part: 'sign-in',
      state: 'RUN',
      conclusion: 'DENY',
      reasons: [{ code: 'limit-reached', weight: 90 }],
      fault: null,
    },
    { part: 'programs', state: 'DRY_RUN', conclusion: 'ALLOW', reasons: [], fault: 'TIMEOUT' },
    { part: 'traps', state: 'NOT_RUN', conclusion: null, reasons: [], fault: null },
  ],
  failedOpen: true,
  control: true,
  tookMs: 1.25,
  from: 'GATEWAY',
  method: 'POST',
  host: 'shop.example',
  path: '/sign-in',
  country: 'DE',
  operator: { number: 64_500, name: 'Example Net' },
  visitor: '0707070707070707ababababababab07',
  browser: 'Firefox',
  program: { name: 'GOOGLEBOT', purpose: 'SEARCH', verified: false },
  probe: false,
  rung: 'DENY',
  solved: true,
  ending: 'REFUSED',
  status: 403,
  labels: { cart: 'full' },
}
