import { reason } from '@bollard/decisions'
import type { Fault } from './configuration.ts'

export type Conclusion = 'ALLOW' | 'CHALLENGE' | 'THROTTLE' | 'DENY'

/** One piece of evidence, and the part of the protection that has it. */
export interface Reason {
  /** Stable, such as `limit-reached`. */
  readonly code: string
  /** How much it says, from 0 to 100. */
  readonly weight: number
  /** A limiter by its name, `allow-list` or `programs`. */
  readonly part: string
}

/** What one part of the protection found. */
export interface PartResult {
  /** A limiter by its name, `allow-list` or `programs`. */
  readonly part: string
  /** `DRY_RUN`: found, but without any effect. `NOT_RUN`: the decision was made before. */
  readonly state: 'RUN' | 'DRY_RUN' | 'NOT_RUN' | 'CACHED'
  /** Null where it did not run. */
  readonly conclusion: Conclusion | null
  readonly reasons: readonly Omit<Reason, 'part'>[]
  /** Why its outage policy counts instead; null where it worked. */
  readonly fault: 'ERROR' | 'TIMEOUT' | null
}

/** Work that the visitor is asked for: the widget takes `siteKey` and `ticket`. */
export interface Challenge {
  readonly siteKey: string
  /** In percent of the usual work. */
  readonly percent: number
  readonly ticket: string
}

export interface Decision {
  /** In the header `Bollard-Decision`, in the dashboard, and in what a visitor who was stopped can send you. */
  readonly id: string
  readonly conclusion: Conclusion
  /** The weightiest first. */
  readonly reasons: readonly Reason[]
  /** In the order in which they were to run; none where nobody could decide. */
  readonly parts: readonly PartResult[]
  /** Exactly where the conclusion is `CHALLENGE`. */
  readonly challenge: Challenge | null
  readonly retryAfterMs: number | null
  /** For your answer, whatever the conclusion: `RateLimit`, `Retry-After`, `Bollard-Decision`. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether the request passes only because something could not be told. */
  readonly failedOpen: boolean
  /** Whether the visitor was asked for work in place of a denial, so that mistakes can be counted. */
  readonly control: boolean
  /** Why nobody could decide; null where somebody did. Log it: visitors can do nothing about it. */
  readonly fault: Fault | null
  /** Milliseconds. */
  readonly tookMs: number
}

/** What counts where nobody could decide. */
export function undecided(
  fault: Fault,
  {
    id,
    whenUndecided,
    tookMs,
  }: { readonly id: string; readonly whenUndecided: 'ALLOW' | 'DENY'; readonly tookMs: number },
): Decision {
  const isOpen = whenUndecided === 'ALLOW'
  return {
    id,
    conclusion: isOpen ? 'ALLOW' : 'DENY',
    reasons: [{ ...reason('undecided', isOpen ? 0 : 100), part: 'outage-policy' }],
    parts: [],
    challenge: null,
    retryAfterMs: isOpen ? null : 1_000,
    headers: { 'Bollard-Decision': id, ...(isOpen ? {} : { 'Retry-After': '1' }) },
    failedOpen: isOpen,
    control: false,
    fault,
    tookMs,
  }
}

const conclusions: readonly unknown[] = ['ALLOW', 'CHALLENGE', 'THROTTLE', 'DENY'] satisfies readonly Conclusion[]

/** A decision as the service answers it; null for anything else. */
export function readDecision(value: unknown, tookMs: number): Decision | null {
  if (!isObject(value) || typeof value['id'] !== 'string' || !conclusions.includes(value['conclusion'])) return null
  const challenge = readChallenge(value['challenge'])
  const conclusion = value['conclusion'] as Conclusion
  if ((conclusion === 'CHALLENGE') !== (challenge !== null)) return null
  return {
    id: value['id'],
    conclusion,
    reasons: readReasons(value['reasons']),
    parts: readParts(value['parts']),
    challenge,
    retryAfterMs: typeof value['retryAfterMs'] === 'number' ? value['retryAfterMs'] : null,
    headers: readHeaders(value['headers']),
    failedOpen: value['failedOpen'] === true,
    control: value['control'] === true,
    fault: null,
    tookMs,
  }
}

function readChallenge(value: unknown): Challenge | null {
  if (!isObject(value)) return null
  const { siteKey, percent, ticket } = value
  return typeof siteKey === 'string' && typeof percent === 'number' && typeof ticket === 'string'
    ? { siteKey, percent, ticket }
    : null
}

const states: readonly unknown[] = ['RUN', 'DRY_RUN', 'NOT_RUN', 'CACHED'] satisfies readonly PartResult['state'][]

function readParts(value: unknown): PartResult[] {
  const all: unknown[] = Array.isArray(value) ? value : []
  return all.filter(isObject).flatMap(({ part, state, conclusion, reasons, fault }) =>
    states.includes(state)
      ? [
          {
            part: String(part),
            state: state as PartResult['state'],
            conclusion: conclusions.includes(conclusion) ? (conclusion as Conclusion) : null,
            reasons: readReasons(reasons).map(({ code, weight }) => ({ code, weight })),
            fault: fault === 'ERROR' || fault === 'TIMEOUT' ? fault : null,
          },
        ]
      : [],
  )
}

function readReasons(value: unknown): Reason[] {
  const all: unknown[] = Array.isArray(value) ? value : []
  return all.filter(isObject).map(({ code, weight, part }) => ({
    code: String(code),
    weight: typeof weight === 'number' ? weight : 0,
    part: String(part),
  }))
}

function readHeaders(value: unknown): Record<string, string> {
  if (!isObject(value)) return {}
  // Nothing that ends a line gets into an answer.
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] =>
        /^[\w-]{1,40}$/u.test(entry[0]) && typeof entry[1] === 'string' && /^[ -~]{0,2000}$/u.test(entry[1]),
    ),
  )
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
