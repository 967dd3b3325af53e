import type { AlertMailFacts } from './captcha-alert.ts'

/** Made-up figures for every alert of a website. */
export const exampleFacts: readonly { readonly name: string; readonly facts: AlertMailFacts }[] = [
  { name: 'attack-stopped', facts: { kind: 'ATTACK', signal: 'STOPPED', count: 12_345, usual: 25, minutes: 15 } },
  { name: 'attack-started', facts: { kind: 'ATTACK', signal: 'STARTED', count: 12_345, usual: 200, minutes: 15 } },
  { name: 'pass-rate', facts: { kind: 'PASS_RATE_FALLING', rate: 0.512, before: 0.934, visitors: 4_321, hours: 3 } },
  { name: 'never-fetched', facts: { kind: 'RESULTS_NEVER_FETCHED', neverFetched: 1_290, results: 1_300 } },
  { name: 'usage', facts: { kind: 'USAGE', month: '2026-03', percent: 80, used: 8_001, monthly: 10_000 } },
  { name: 'under-attack', facts: { kind: 'UNDER_ATTACK', times: 4 } },
]
