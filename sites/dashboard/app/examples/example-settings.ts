import { type SiteSettings, siteSettingsSchema, type WhatIf } from '@bollard/contracts'
import type { LoadedSettings } from '../captcha/settings/load-settings.server.ts'

/** Settings as nobody has changed them. */
export const exampleSettings: SiteSettings = siteSettingsSchema.parse({})

/** The same as a page of the settings loads them, on a plan that has every feature. */
export const loadedSettings: LoadedSettings = {
  settings: exampleSettings,
  version: 1,
  features: ['RULES', 'WHITE_LABEL', 'INVISIBLE', 'WILDCARD_DOMAINS', 'RESULT_RETRIEVAL'],
  planWith: {
    INVISIBLE: 'BUSINESS',
    WHITE_LABEL: 'BUSINESS',
    RESULT_RETRIEVAL: 'BUSINESS',
    WILDCARD_DOMAINS: 'BUSINESS',
  },
  limits: null,
  admins: ['Anna'],
}

/** On the smallest plan. */
export const loadedOnFree: LoadedSettings = {
  ...loadedSettings,
  features: [],
  limits: {
    verifications: 1000,
    protectedRequests: 0,
    domains: 2,
    environments: 1,
    members: 1,
    apiKeys: 1,
    monitors: 0,
    statusPages: 0,
    checkIntervalSeconds: null,
    verificationLogDays: 7,
    monitorResultDays: 0,
    auditLogDays: 30,
  },
}

const seconds = (mean: number) => ({ mean, p95: mean * 3 })
export const exampleWork: WhatIf['work']['before'] = {
  difficulty: 0,
  devices: (['LAPTOP', 'PHONE', 'OLD_PHONE'] as const).map((device, index) => ({
    device,
    hashesPerSecond: 900_000 / 3 ** index,
    ordinary: seconds(0.1 * 3 ** index),
    suspicious: seconds(1.2 * 3 ** index),
    stepUp: seconds(2.4 * 3 ** index),
  })),
}

const before = { passed: 1204, flagged: 41, refused: 139, extraWork: 58 }

/** A lower threshold that would have blocked a few more, a person among them. */
export const exampleWhatIf: WhatIf = {
  from: '2026-11-13T00:00:00.000Z',
  to: '2026-11-20T00:00:00.000Z',
  changes: ['threshold'],
  replayed: 1384,
  share: 0.8,
  before,
  after: { passed: 1201, flagged: 37, refused: 146, extraWork: 54 },
  changed: 7,
  moves: [
    {
      from: 'FLAGGED',
      to: 'REFUSED',
      extraWork: 'SPARED',
      count: 4,
      examples: [
        {
          verificationId: '01K5Z7QVVV0000000000000003',
          startedAt: '2026-11-19T09:12:01.000Z',
          score: { before: 0.55, after: 0.55 },
          reasons: [{ code: 'client-hints-contradiction', group: 'request', weight: 2.1 }],
          country: 'DE',
          hostname: 'anmeldung.rundbrief.example.org',
          browser: 'Chrome 150',
          decision: { type: 'SCORE', rule: null },
        },
      ],
    },
    { from: 'PASSED', to: 'REFUSED', extraWork: 'SAME', count: 3, examples: [] },
  ],
  treatedOtherwise: 2,
  undecidable: [{ ruleIndex: 0, name: 'Nobody with this user agent', count: 5, because: 'userAgent' }],
  unseen: [{ because: 'riskScoring', count: 1 }],
  labelled: { people: [{ from: 'PASSED', to: 'REFUSED', count: 1 }], bots: [] },
  work: { before: exampleWork, after: exampleWork },
  volume: { levels: [], more: 3, less: 0, unseen: 0, examples: [], throttled: { before: 4, after: 2 } },
}

/** What nobody would have noticed. */
export const unnoticedWhatIf: WhatIf = {
  ...exampleWhatIf,
  share: 1,
  after: before,
  changed: 0,
  moves: [],
  treatedOtherwise: 0,
  undecidable: [],
  unseen: [],
  labelled: { people: [], bots: [] },
  volume: { ...exampleWhatIf.volume, more: 0, throttled: { before: 0, after: 0 } },
}
