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
export const protectionSettings = {
  trustedProxies: ['10.0.0.0/8'],
  controlPercent: 1,
  programsMode: 'DRY_RUN',
  programs: Object.fromEntries(programPurposes.map((purpose) => [purpose, 'ALLOW'])),
  spoofed: 'CHALLENGE',
  decisionDays: 30,
  sampledPercent: 10,
}
