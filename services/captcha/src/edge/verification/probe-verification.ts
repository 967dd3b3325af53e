import { noVerdicts, probeCode, riskBands } from '@bollard/bot-score'
import type { StartBody, VerificationAnswer } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { type Challenge, encodeChallenge, expectedHashes, targetOf, verifyWork } from '@bollard/proof-of-work/server'
import { countKind } from '../../records/store/counts.ts'
import { rowFlags } from '../../records/store/row-flags.ts'
import { createVerificationId } from '../../records/store/verification-id.ts'
import { nothingAsked } from '../engine/engine-proof.ts'
import { type AnswerRequest, type EdgeRequest, headerText } from '../request/edge-request.ts'
import { timeText } from '../request/time-text.ts'
import { hashesAtIssue } from '../sites/difficulty.ts'
import type { SiteEnvironment } from '../sites/site.ts'
import { callerOf } from './comes-from.ts'
import { rowAtOnce } from './decide-at-once.ts'
import type { EdgeContext } from './edge-context.ts'

/** Carries the pass of a probe of our own monitoring. Scripts of pages cannot set it: it is not among the headers that are allowed. */
export const passHeader = 'bollard-probe-pass'

/**
 * Hands the usual work of a site to a probe. A probe is no visitor: nothing of it is judged, it touches neither budgets nor memories,
 * and no figure of people counts it. Throws `token-invalid` for a pass that is not good here, and then nothing has happened.
 */
export async function startForProbe(
  context: EdgeContext,
  { headers }: EdgeRequest<StartBody>,
  environment: SiteEnvironment,
): Promise<VerificationAnswer> {
  const { site } = environment
  const origin = context.readOrigin(headers.origin)
  if (origin === null || !environment.allows(origin.host)) throw new ProblemError('origin-not-allowed')
  if (site.refuses) throw new ProblemError('solution-locked')
  const now = context.now()
  const pass = context.probePasses.read(headerText(headers[passHeader]), {
    environmentId: environment.id,
    host: origin.host,
    now,
  })
  // One that was used and one that never was good are refused alike. A pass names its environment, so what the cell of that site knows is enough.
  const isGood =
    pass !== null &&
    environment.test === null &&
    (await context.passesOf(site.id).use(`probe ${pass.nonce}`, pass.expiresAt, now / 1_000))
  if (!isGood) throw new ProblemError('token-invalid', 'The pass of the probe is not good here, or not any more.')
  const verificationId = createVerificationId(now, context.randomBytes(10))
  const { challengeLifetimeSeconds: ttlSeconds, signer } = context
  const target = targetOf(hashesAtIssue(context.work.min, site.settings.difficulty, 0))
  const token = encodeChallenge(
    {
      ...nothingFound,
      ...nothingAsked,
      kid: signer.kid,
      target,
      verificationId,
      ttlSeconds,
      siteId: site.id,
      environmentId: environment.id,
      originHash: origin.hash,
      order: context.orderAt(now),
    },
    signer.key,
  )
  const expiresAt = timeText(now + ttlSeconds * 1_000)
  return {
    status: 'challenge',
    verificationId,
    collect: false,
    challenge: { token, algorithm: 'sha256', count: 32, target, expiresAt },
  }
}

/** What a challenge says of a probe, of which nothing is looked at. */
const nothingFound = {
  algorithm: 'sha256',
  round: 0,
  riskBand: riskBands.clean,
  serverSignals: 0,
  ran: noVerdicts,
  fired: noVerdicts,
  userAgentHash: 0,
  networkHash: 0,
  action: 0,
  language: null,
  rule: 0,
  flags: rowFlags.probe | rowFlags.minimalData,
  conduct: 0,
  volume: 0,
} as const

/** Whether a challenge was handed out for a pass; its flags are signed with the rest of it. */
export function isOfProbe({ flags }: Pick<Challenge, 'flags'>): boolean {
  return (flags & rowFlags.probe) !== 0
}

/** Right work passes, wrong work does not; the row says that it was a probe. Throws `already-answered`. */
export async function answerForProbe(
  context: EdgeContext,
  request: AnswerRequest,
  { challenge, environment }: { readonly challenge: Challenge; readonly environment: SiteEnvironment },
): Promise<VerificationAnswer> {
  const { verificationId, issuedAt } = challenge
  const { headers, body } = request
  if (context.nonces.has(verificationId)) throw new ProblemError('already-answered')
  const isRight = verifyWork(challenge, body.solution)
  const now = context.now()
  const guest = {
    environment,
    origin: context.readOrigin(headers.origin),
    action: 0,
    caller: callerOf(context, request),
    at: issuedAt,
  }
  const outcome = isRight ? countKind.passed : countKind.refused
  const visit = { headers, body: {} }
  const row = {
    ...rowAtOnce(context, visit, guest, outcome, { decision: 'PROBE', reasons: [[probeCode, 0]] }),
    id: verificationId,
    finishedAt: now,
    checkMs: Math.max(0, now - issuedAt),
    workMs: body.workMs,
    workHashes: expectedHashes(challenge.target, challenge.algorithm),
    flags: challenge.flags,
  }
  context.nonces.add(verificationId)
  const recorded = await context.record(row).catch((error: unknown) => {
    context.nonces.remove(verificationId)
    throw error
  })
  if (recorded === 'replayed') throw new ProblemError('already-answered')
  context.counter.count(environment.site.id, environment.id, 'probed', issuedAt)
  if (!isRight) return { status: 'refused', verificationId, reasons: ['work-wrong'] }
  const from = Math.floor(now / 1_000)
  const to = from + environment.site.settings.resultTtlMinutes * 60
  const claims = { verificationId, environmentId: environment.id, issuedAt: from, expiresAt: to }
  const token = context.tokens.sign({ ...claims, score: 0, page: 0, data: body.cData ?? '' })
  return { status: 'passed', verificationId, token, expiresAt: timeText(to * 1_000) }
}
