import type { Reason } from './decision.ts'

/**
 * Every reason that a part of ours gives, once; `packages/i18n/texts/decisions` has words for each. A part that judges how a browser
 * speaks gives codes of the captcha's score instead, which `texts/reasons` has.
 */
export const reasonCodes = [
  'allow-list',
  // Limits.
  'limit-reached',
  'ladder-log',
  'ladder-easy-work',
  'ladder-hard-work',
  'ladder-work-done',
  'ladder-throttle',
  'ladder-deny',
  'counted-by-one-process',
  'store-away-open',
  'store-away-closed',
  'store-full',
  // Programs that say who they are.
  'probe',
  'program-welcome',
  'program-unverified',
  'program-challenged',
  'program-work-done',
  'program-denied',
  'program-spoofed',
  // Traps.
  'trap',
  'trap-expired',
  'trapped-before',
  // The gateway's own challenge.
  'challenge-always',
  'captcha-away-open',
  // What could not be decided.
  'part-failed',
  'part-too-slow',
  'policy-away',
  'plan-exhausted',
  'undecided',
] as const
export type ReasonCode = (typeof reasonCodes)[number]

/** What parts are called beside limiters, which their owner names; no limiter may be called so. */
export const ownParts = [
  'allow-list',
  'captcha',
  'challenge',
  'outage-policy',
  'policy',
  'probe',
  'program',
  'programs',
  'trap',
  'traps',
] as const

/** A reason by a code that has words. Weight from 0 to 100. */
export function reason(code: ReasonCode, weight: number): Reason & { readonly code: ReasonCode } {
  return { code, weight }
}
