import { programPurposes } from '@bollard/contracts'

/** A limiter of tries to sign in, in dry run. */
export const limiter = {
  name: 'sign-in',
  match: { hosts: [], paths: ['/login'], methods: ['POST'] },
  limit: { kind: 'TOKEN_BUCKET' as const, limit: 5, tokens: 1, everySeconds: 60 },
  key: [{ from: 'network' as const }],
  counts: 'AFTER_FAILURE' as const,
}
/** A form for enquiries, live. Nothing of it asks name servers. */
export const enquiryForm = {
  name: 'enquiry',
  mode: 'LIVE' as const,
  fields: [
    { name: 'message', kind: 'TEXT' as const, linksMax: 1 },
    { name: 'iban', kind: 'IBAN' as const, isOptional: true },
  ],
  reviewFrom: 30,
  refuseFrom: null,
  keepDays: 30,
}
/** A request that a limiter denied, as it is recorded. */
export const deniedRequest = {
  from: 'API',
  decision: {
    conclusion: 'DENY',
    reasons: [{ part: 'sign-in', code: 'limit-reached', weight: 90 }],
    parts: [
      {
        part: 'sign-in',
        state: 'RUN',
        finding: { conclusion: 'DENY', reasons: [{ code: 'limit-reached', weight: 90 }] },
        fault: null,
        elapsedMs: 0.2,
      },
    ],
    failedOpen: false,
    elapsedMs: 0.4,
  },
  control: false,
  method: 'POST',
  host: 'shop.example',
  path: '/login',
  country: 'DE',
  operator: null,
  visitor: null,
  browser: 'Firefox 152',
  program: null,
  probe: false,
  rung: 'DENY',
  solved: false,
  ending: 'REFUSED',
  status: 429,
  labels: {},
  savedBytes: null,
  keys: {},
} as const
export const protectionSettings = {
  trustedProxies: ['10.0.0.0/8'],
  controlPercent: 1,
  programsMode: 'DRY_RUN',
  programs: Object.fromEntries(programPurposes.map((purpose) => [purpose, 'ALLOW'])),
  spoofed: 'CHALLENGE',
  trapsMode: 'DRY_RUN',
  decisionDays: 30,
  sampledPercent: 10,
}
