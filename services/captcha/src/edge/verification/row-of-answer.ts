import { describeUserAgent, outcomeOf, type Score } from '@bollard/bot-score'
import { decidedBy, networkKinds } from '@bollard/contracts'
import { type Algorithm, type Challenge, expectedHashes } from '@bollard/proof-of-work/server'
import { countKind, type StoredOutcome } from '../../records/store/counts.ts'
import type { VerificationRow } from '../../records/store/record-verifications.ts'
import { rowFlags } from '../../records/store/row-flags.ts'
import type { StoredReason } from '../../records/store/stored-reasons.ts'
import { twoLetters } from '../../records/store/verification-id.ts'
import { type AnswerRequest, type Caller, headerText } from '../request/edge-request.ts'
import type { SiteEnvironment } from '../sites/site.ts'
import { reasonsOfVolume } from '../volume/effects.ts'
import type { Decided } from './apply-rules.ts'
import type { EdgeContext } from './edge-context.ts'

/** A checked answer and what was made of it. */
export interface Answered extends Decided {
  readonly environment: SiteEnvironment
  readonly challenge: Challenge
  readonly userAgent: string
  readonly caller: Caller
  /** What its page drew when it was opened; 0 where nothing is looked at. */
  readonly page: number
  /** What the page gives its own server with the token. */
  readonly data: string
  /** Milliseconds that the widget says its work took. */
  readonly workMs: number
  /** What a second round would be solved with. */
  readonly stepUp: Algorithm
  readonly now: number
}

/** The row under which an answered round is stored: nothing in it tells who the visitor is. `action` is a number of the site's. */
export function rowOf(
  context: EdgeContext,
  request: AnswerRequest,
  answered: Answered,
  action: number,
): VerificationRow {
  const { headers } = request
  const { challenge, judgement, userAgent, caller, now } = answered
  const { browser, operatingSystem, device } = describeUserAgent(userAgent)
  return {
    id: challenge.verificationId,
    round: challenge.round,
    siteId: challenge.siteId,
    environmentId: challenge.environmentId,
    issuedAt: challenge.issuedAt,
    finishedAt: now,
    outcome: storedOutcome(answered),
    decision: decidedBy.indexOf(answered.decidedBy),
    rule: answered.rule,
    bypassKey: 0,
    flags: answered.flags,
    score: judgement.score.score,
    reasons: reasonsOf(judgement.score, challenge.volume),
    checkMs: Math.max(0, now - challenge.issuedAt),
    workMs: request.body.workMs,
    workHashes: expectedHashes(challenge.target, challenge.algorithm),
    hostname: context.readOrigin(headers.origin)?.host ?? '',
    action,
    browser,
    operatingSystem,
    device,
    language: challenge.language ?? twoLetters(headerText(headers['accept-language'])),
    network: caller.network,
    country: caller.facts.country,
    asn: caller.facts.asn,
    networkKind: networkKinds.indexOf(caller.facts.kind),
    shadowScore: context.shadowScore === null ? null : context.shadowScore(judgement).score,
  }
}

/** The last reasons of each score: scores are shared between visitors of whom the same is known, and most have the same budgets too. */
const lately = new WeakMap<Score, { readonly volume: number; readonly reasons: readonly StoredReason[] }>()

function reasonsOf(score: Score, volume: number): readonly StoredReason[] {
  const known = lately.get(score)
  if (known?.volume === volume) return known.reasons
  const reasons = [...score.reasons.map(({ code, weight }) => [code, weight] as const), ...reasonsOfVolume(volume)]
  lately.set(score, { volume, reasons })
  return reasons
}

function storedOutcome({ judgement: { decision, score }, decidedBy: by, flags }: Answered): StoredOutcome {
  if (decision === 'step-up') return countKind.steppedUp
  // Who is let in by a rule is let in: the doubt of the score was overruled, and a mark was asked for.
  if (decision === 'pass' && by === 'RULE')
    return (flags & rowFlags.flagged) === 0 ? countKind.passed : countKind.flagged
  switch (outcomeOf(decision, score.score)) {
    case 'PASSED':
      return countKind.passed
    case 'FLAGGED':
      return countKind.flagged
    case 'REFUSED':
      return countKind.refused
  }
}
