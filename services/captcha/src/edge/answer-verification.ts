import { riskBands, serverSignal, workOfStepUp } from '@bollard/bot-score'
import { ProblemError } from '@bollard/http'
import type { Challenge } from '@bollard/proof-of-work/server'
import { decodeChallenge, encodeChallenge, expectedHashes, targetOf, verifySolution } from '@bollard/proof-of-work/server'
import type { Site } from '../site-cache.ts'
import { callerOf } from './caller-of.ts'
import type { EdgeAnswer, EdgePorts } from './edge-ports.ts'
import type { Caller } from './edge-request.ts'
import { judgeAnswer } from './judge-answer.ts'
import { judgeNetwork } from './network-facts.ts'
import { asksForVerdicts, bandOf } from './risk-band.ts'
import type { Answered, AnswerRequest } from './row-of-answer.ts'
import { rowOf } from './row-of-answer.ts'
import { headerText } from './header-text.ts'

/**
 * Checks an answer, scores it and stores it; the caller hears of it only after the commit. Whatever
 * comes out, the challenge is burnt with it.
 */
export async function answerVerification(ports: EdgePorts, request: AnswerRequest): Promise<EdgeAnswer> {
  const { body, headers } = request
  const now = ports.now()
  const caller = callerOf(ports, request)
  const challenge = readChallenge(ports, request, caller, now)
  // Most answers are first ones, and their id alone is the cheapest key.
  const nonce = challenge.round === 0 ? challenge.verificationId : `${challenge.verificationId} ${challenge.round}`
  const site = await knownSite(ports, challenge.siteId)
  if (ports.nonces.has(nonce)) throw replayed(ports, site, caller, now)

  const workIsRight = verifySolution(challenge, body.solution)
  const misused = ports.misuse.judge(caller.network, now)
  if (!workIsRight && misused !== 0) return refuseCheaply(ports, challenge, { caller, nonce, now })
  const minimalData = site.minimalData || !asksForVerdicts(challenge)
  const userAgent = headerText(headers['user-agent'])
  const judgement = judgeAnswer({
    challenge,
    headers,
    userAgent,
    network: caller.network,
    signals: request.connectionSignals | judgeNetwork(caller.facts) | misused | judgeProof(ports, body, site, challenge),
    collected: body.collected,
    minimalData,
    workIsRight,
    elapsedMs: now - handedOutAt(ports, challenge),
    threshold: site.threshold,
    transport: ports.transport,
    score: ports.score,
  })
  const answered = { challenge, judgement, userAgent, caller, minimalData, workMs: body.workMs, now }
  const row = rowOf(ports, request, answered)
  ports.nonces.add(nonce)
  const result = await ports.record(row).catch((error: unknown) => {
    ports.nonces.remove(nonce)
    throw error
  })
  if (result === 'replayed') throw replayed(ports, site, caller, now)
  if (!workIsRight) ports.misuse.add(caller.network, now)
  return conclude(ports, answered)
}

function judgeProof(
  { privateTokens }: EdgePorts,
  { privateToken }: AnswerRequest['body'],
  { id: siteId, credentials }: Site,
  { verificationId }: Challenge,
): number {
  if (privateToken === undefined || credentials.issuer === null) return 0
  return privateTokens.isProof(privateToken, { siteId, verificationId }) ? serverSignal.privateAccessToken : 0
}

/**
 * A network that hands in one wrong answer after the other gets no more rows in the log, only a count: a flood of them must
 * cost us less than whoever sends it. The challenge is burnt in this process; in another one it would still need its work.
 */
function refuseCheaply(
  ports: EdgePorts,
  { verificationId, siteId }: Challenge,
  { caller, nonce, now }: { caller: Caller; nonce: string; now: number },
): EdgeAnswer {
  ports.nonces.add(nonce)
  ports.misuse.add(caller.network, now)
  ports.counter.count(siteId, 'workWrong')
  return { status: 'refused', verificationId, reasons: ['work-wrong'] }
}

/** The challenge of an answer, refused when it is not ours, not this verification's, not this page's, or too old. */
function readChallenge(ports: EdgePorts, { body, verificationId, headers }: AnswerRequest, caller: Caller, now: number): Challenge {
  const challenge = decodeChallenge(body.challenge, ports.keyOf)
  if (typeof challenge === 'string') {
    ports.misuse.add(caller.network, now)
    throw new ProblemError('challenge-invalid', challenge)
  }
  if (challenge.verificationId !== verificationId.toLowerCase()) throw new ProblemError('challenge-invalid', 'verification')
  if (challenge.issuedAt + challenge.ttlSeconds * 1000 <= now) {
    ports.counter.count(challenge.siteId, 'expired')
    throw new ProblemError('challenge-expired')
  }
  if (ports.readOrigin(headers.origin)?.hash !== challenge.originHash) throw new ProblemError('origin-not-allowed')
  return challenge
}

async function knownSite(ports: EdgePorts, siteId: number): Promise<Site> {
  const site = ports.sites.known(siteId) ?? (await ports.sites.load(siteId))
  // Signed by us, so the site was there; it is gone now.
  if (site === null) throw new ProblemError('challenge-invalid', 'site')
  return site
}

function replayed(ports: EdgePorts, site: Site, { network }: Caller, now: number): ProblemError {
  ports.misuse.add(network, now)
  ports.counter.count(site.id, 'replayed')
  return new ProblemError('already-answered')
}

/** The life of a second challenge counts from the first, so the difference tells when it began. */
function handedOutAt(ports: EdgePorts, challenge: Challenge): number {
  return challenge.issuedAt + (challenge.ttlSeconds - ports.challengeLifetimeSeconds) * 1000
}

function conclude(ports: EdgePorts, answered: Answered): EdgeAnswer {
  const { challenge, judgement, now } = answered
  const { verificationId, siteId } = challenge
  switch (judgement.decision) {
    case 'refuse':
      if (!judgement.workIsRight) ports.counter.count(siteId, 'workWrong')
      return { status: 'refused', verificationId, reasons: judgement.score.reasons.filter(({ weight }) => weight > 0).map(({ code }) => code) }
    case 'step-up':
      return stepUp(ports, answered)
    case 'pass': {
      const issuedAt = Math.floor(now / 1000)
      const expiresAt = issuedAt + ports.tokenLifetimeSeconds
      const token = ports.tokens.sign({ verificationId, siteId, issuedAt, expiresAt, score: judgement.score.score })
      return { status: 'passed', verificationId, token, expiresAt: new Date(expiresAt * 1000).toISOString() }
    }
    default:
      return judgement.decision satisfies never
  }
}

/** A harder challenge of the same verification, which carries what the first round told. */
function stepUp(ports: EdgePorts, { challenge, judgement, minimalData, workMs, now }: Answered): EdgeAnswer {
  const hashes = workOfStepUp({
    score: judgement.score.score,
    load: ports.load.bits(challenge.siteId, now),
    done: expectedHashes(challenge.target),
    // What the widget says it took, and never more than passed: to look slow means to wait, and the visitor's own pace does not count.
    elapsedMs: Math.min(now - challenge.issuedAt, workMs),
    range: ports.work,
  })
  const target = targetOf(hashes)
  // Not below 0 when the clock was set back since.
  const ttlSeconds = Math.max(0, Math.floor((now - challenge.issuedAt) / 1000)) + ports.challengeLifetimeSeconds
  const token = encodeChallenge(
    {
      kid: ports.signer.kid,
      target,
      verificationId: challenge.verificationId,
      siteId: challenge.siteId,
      ttlSeconds,
      round: 1,
      riskBand: bandOf(riskBands.stepUp, { minimalData }),
      serverSignals: judgement.server,
      originHash: challenge.originHash,
      ran: judgement.ran,
      fired: judgement.fired,
      userAgentHash: challenge.userAgentHash,
      networkHash: challenge.networkHash,
      action: challenge.action,
      language: challenge.language,
    },
    ports.signer.key,
  )
  const expiresAt = new Date(challenge.issuedAt + ttlSeconds * 1000).toISOString()
  return {
    status: 'challenge',
    verificationId: challenge.verificationId,
    collect: !minimalData,
    challenge: { token, algorithm: 'sha256', count: 32, target, expiresAt },
  }
}
