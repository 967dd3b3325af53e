import type { RuleTrialResult, StoredRuleDto } from '@bollard/contracts'
import type { Country } from '../captcha/settings/rules/country-picker.tsx'

const rule = (number: number, rest: Partial<StoredRuleDto>): StoredRuleDto => ({
  id: `019a9b1c-5d3e-7000-8000-${String(number).padStart(12, '0')}`,
  name: `Rule ${number}`,
  priority: number * 10,
  enabled: true,
  dryRun: false,
  conditions: [{ field: 'country', not: false, values: ['DE'] }],
  action: { type: 'BLOCK' },
  expiresAt: null,
  form: null,
  version: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  hits: 0,
  dryRunHits: 0,
  lastHitAt: null,
  ...rest,
})

/** Rules of every kind: kept by a form, on trial, off, expired, with every field and action. */
export const exampleRules: readonly StoredRuleDto[] = [
  rule(1, {
    name: 'Allowed networks',
    form: 'ALLOWED_NETWORKS',
    conditions: [{ field: 'ip', not: false, values: ['192.0.2.0/24', '2001:db8::/32'] }],
    action: { type: 'ALLOW' },
    hits: 1204,
    lastHitAt: '2026-11-20T11:00:00.000Z',
  }),
  rule(2, {
    name: 'Datenschutzgrundverordnungsbeauftragtenkontaktformular nur aus der Europäischen Union',
    conditions: [
      { field: 'country', not: true, values: ['DE', 'FR', 'IT', 'ES', 'AT', 'NL'] },
      { field: 'path', not: false, values: ['/kontakt/*'] },
    ],
    action: { type: 'CHALLENGE' },
    dryRun: true,
    dryRunHits: 1,
  }),
  rule(3, {
    name: 'Hosting at night',
    conditions: [
      { field: 'networkKind', not: false, values: ['hosting', 'vpn'] },
      { field: 'asn', not: false, values: [64500] },
    ],
    action: { type: 'DIFFICULTY', percent: 150 },
    enabled: false,
  }),
  rule(4, {
    name: 'Doubtful scores of the sale',
    conditions: [{ field: 'score', from: 0.4, to: 0.9 }],
    action: { type: 'FLAG' },
    expiresAt: '2026-11-10T00:00:00.000Z',
    hits: 7,
  }),
]

export const exampleCountries: readonly Country[] = (
  [
    ['DE', 'Germany', 0.61, true],
    ['FR', 'France', 0.2, true],
    ['NO', 'Norway', 0, false],
    ['US', 'United States of America', 0.13, false],
  ] as const
).map(([code, name, share, isInEu]) => ({ code, name, share, isInEu }))

/** A request that the second of the rules decides. */
export const exampleTrial: RuleTrialResult = {
  facts: {
    address: '192.0.2.7',
    country: 'DE',
    continent: 'EU',
    asn: 64500,
    operator: 'Example Net',
    networkKind: 'access',
    userAgent: null,
    language: null,
    hostname: null,
    path: null,
    action: null,
    score: null,
  },
  rules: [
    { id: '1', name: 'Off', result: 'DISABLED', action: { type: 'BLOCK' }, failedCondition: null },
    {
      id: '2',
      name: 'Checkout',
      result: 'UNKNOWN',
      action: { type: 'CHALLENGE' },
      failedCondition: { index: 0, field: 'path' },
    },
    { id: '3', name: 'Germany', result: 'DECIDES', action: { type: 'BLOCK' }, failedCondition: null },
    { id: '4', name: 'Doubtful', result: 'BEHIND', action: { type: 'FLAG' }, failedCondition: null },
  ],
  decision: {
    rule: { id: '3', name: 'Germany' },
    action: { type: 'BLOCK' },
    unless: { id: '2', name: 'Checkout' },
  },
}
