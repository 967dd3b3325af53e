import {
  type BlockedReport,
  type Limiter,
  type LimiterWhatIf,
  programPurposes,
  type ProtectedForm,
  type ProtectionSettings,
  type ReviewDetail,
  type StoredDecision,
} from '@bollard/contracts'

const at = '2026-11-18T09:40:00.000Z'
const stored = { createdAt: at, updatedAt: at, version: 3 }
const share = (count: number, of: number) => ({
  count,
  of,
  share: count / of,
  low: count / of - 0.01,
  high: count / of,
})

/** A limiter whose change holds for some of the visitors. */
export const exampleLimiter: Limiter = {
  ...stored,
  id: '019a9b1c-5d3e-7000-8000-000000000901',
  name: 'sign-in',
  match: { hosts: [], paths: ['/login', '/api/session/*'], methods: ['POST'] },
  limit: { kind: 'FIXED_WINDOW', limit: 5, windowSeconds: 300 },
  key: [
    { from: 'network', v4: 24, v6: 56 },
    { from: 'header', name: 'x-device' },
  ],
  missing: 'SHARE',
  counts: 'AFTER_FAILURE',
  outage: 'LOCAL',
  ladder: {
    steps: [
      { rung: 'EASY', fromPercent: 100 },
      { rung: 'DENY', fromPercent: 400 },
    ],
    holdSeconds: 600,
    credit: { EASY: 1, HARD: 3 },
    work: { EASY: 150, HARD: 900 },
  },
  mode: 'LIVE',
  rollout: {
    stage: 'SHARE',
    percent: 5,
    since: at,
    nextAt: '2026-11-18T10:10:00.000Z',
    fault: null,
    passRate: { changed: share(980, 1_000), former: share(19_700, 20_000) },
    errorRate: { changed: share(12, 1_000), former: null },
  },
  overrides: 1,
  lastDay: { counted: 12_480, challenged: 310, throttled: 0, denied: 42 },
}

export const exampleLimiterTried: LimiterWhatIf = {
  from: '2026-11-11T09:40:00.000Z',
  to: at,
  replayed: 48_210,
  share: 0.2,
  hits: [
    { conclusion: 'ALLOW', requests: 47_000, keys: 3_100 },
    { conclusion: 'THROTTLE', requests: 1_210, keys: 14 },
  ],
  people: 2,
  unknownParts: [],
  top: [{ key: '9c1185a5c5e9fc54', requests: 811, paths: ['/login', '/api/session/renew-with-a-long-name'] }],
}

export const exampleForm: ProtectedForm = {
  ...stored,
  id: '019a9b1c-5d3e-7000-8000-000000000a01',
  name: 'contact',
  mode: 'LIVE',
  fields: [
    {
      name: 'email',
      isOptional: false,
      kind: 'EMAIL',
      asksDns: true,
      disposable: 'FLAG',
      roles: 'TAKE',
      duplicates: 'FLAG',
    },
    { name: 'phone', isOptional: true, kind: 'PHONE', country: 'DE', onlyThatCountry: true },
    { name: 'site', isOptional: true, kind: 'URL', ownHosts: ['rundbrief.example.org'] },
    {
      name: 'message',
      isOptional: false,
      kind: 'TEXT',
      isMessage: true,
      linksMax: null,
      ownHosts: [],
      scripts: ['Latn', 'Grek'],
      languages: ['de', 'en'],
      personalData: 'FLAG',
      refusesLong: true,
    },
  ],
  reviewFrom: 40,
  refuseFrom: 90,
  keepDays: 30,
  lastDays: { pass: 812, flag: 34, fail: 9, unknown: 3 },
  waiting: 4,
}

export const exampleVerdicts: ReviewDetail['fields'] = [
  {
    name: 'email',
    outcome: 'FLAG',
    findings: [
      {
        code: 'email-typo',
        outcome: 'FLAG',
        weight: 0,
        detail: {},
        sentence: 'The domain is one letter off gmail.com.',
      },
    ],
    suggestion: 'anna@gmail.com',
    message: 'Meinten Sie anna@gmail.com?',
  },
  {
    name: 'message',
    outcome: 'FLAG',
    findings: [{ code: 'spam-words', outcome: 'FLAG', weight: 61, detail: {}, sentence: 'The words resemble spam.' }],
    suggestion: null,
    message: null,
  },
]

export const exampleReview: ReviewDetail = {
  id: '019a9b1c-5d3e-7000-8000-000000000b01',
  at,
  form: { id: exampleForm.id, name: exampleForm.name },
  state: 'WAITING',
  conclusion: 'REVIEW',
  weight: 61,
  codes: ['email-typo', 'spam-words'],
  decidedAt: null,
  decidedBy: null,
  keptUntil: '2026-12-18T09:40:00.000Z',
  values: { email: 'anna@gmial.com', message: 'Guten Tag,\nwir bringen Ihre Website auf den ersten Platz.' },
  fields: exampleVerdicts,
  decisionId: '019a9b1c-5d3e-7000-8000-000000000c01',
  verificationId: '019a9b1c-5d3e-7000-8000-000000000c02',
  tellingWords: [
    { words: 'ersten Platz', share: 0.97 },
    { words: 'guten Tag', share: 0.12 },
  ],
}

export const exampleDecision: StoredDecision = {
  id: exampleReview.decisionId,
  at,
  from: 'MIDDLEWARE',
  conclusion: 'DENY',
  reasons: [{ code: 'limit-reached', weight: 100, part: 'sign-in' }],
  parts: [],
  failedOpen: false,
  control: false,
  tookMs: 0.04,
  method: 'POST',
  host: 'laden.example.org',
  path: '/login',
  country: 'DE',
  operator: { number: 64_500, name: 'Beispielnetz' },
  visitor: '9c1185a5c5e9fc54',
  browser: 'Firefox 145',
  program: null,
  probe: false,
  rung: 'DENY',
  solved: false,
  ending: 'REFUSED',
  status: 403,
  labels: {},
}

export const exampleBlockedReport: BlockedReport = {
  id: '019a9b1c-5d3e-7000-8000-000000000d01',
  at,
  decisionId: exampleDecision.id,
  message: 'Ich wollte mich nur anmelden.\nWir sind zu acht hinter einer Adresse.',
  email: 'anna@example.org',
  state: 'OPEN',
  decidedBy: null,
}

const exampleAnswers: ProtectionSettings['programs'] = {
  ...Object.assign({}, ...programPurposes.map((purpose) => ({ [purpose]: 'ALLOW' }))),
  AI_TRAINING: 'DENY',
  SEO: 'CHALLENGE',
}
export const exampleProtectionSettings: ProtectionSettings = {
  trustedProxies: ['10.0.0.0/8', '2001:db8::/32'],
  controlPercent: 0.5,
  programsMode: 'LIVE',
  programs: exampleAnswers,
  spoofed: 'DENY',
  decisionDays: 30,
  sampledPercent: 20,
  version: 4,
}
