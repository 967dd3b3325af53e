import { riskBands, serverSignal, workOfStepUp } from '@bollard/bot-score'
import type { Collected, VerificationAnswer } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import {
  type Challenge,
  decodeChallenge,
  encodeChallenge,
  expectedHashes,
  targetOf,
  verifyWork,
} from '@bollard/proof-of-work/server'
import { isMinimal, rowFlags } from '../../records/store/row-flags.ts'
import { nothingAsked, nothingFound } from '../engine/engine-proof.ts'
import { type AnswerRequest, type Caller, headerText } from '../request/edge-request.ts'
import { judgeNetwork } from '../request/network-facts.ts'
import { timeText } from '../request/time-text.ts'
import { judgeAnswer } from '../scoring/judge-answer.ts'
import { hashesAtIssue } from '../sites/difficulty.ts'
import type { SiteEnvironment } from '../sites/site.ts'
import { isOverBudget } from '../volume/effects.ts'
import type { Comer } from '../volume/volume.ts'
import { applyRules, type Decided } from './apply-rules.ts'
import { callerOf } from './comes-from.ts'
import type { EdgeContext } from './edge-context.ts'
import { answerForProbe, isOfProbe } from './probe-verification.ts'
import { type Answered, rowOf } from './row-of-answer.ts'
import { throttled } from './throttled.ts'

/**
 * Checks an answer, scores it and stores it; the caller hears of it only after the commit. Whatever
 * comes out, the challenge is burnt with it.
 */
export async function answerVerification(context: EdgeContext, request: AnswerRequest): Promise<VerificationAnswer> {
  const { body, headers } = request
  const now = context.now()
  const caller = callerOf(context, request)
  const challenge = readChallenge(context, request, caller, now)
  // Most answers are first ones, and their id alone is the cheapest key.
  const nonce = challenge.round === 0 ? challenge.verificationId : `${challenge.verificationId} ${challenge.round}`
  const environment = await knownEnvironment(context, challenge.environmentId)
  // Locked since it began. The challenge is not burnt: should the lock open in time, it can be answered.
  if (environment.site.refuses) throw new ProblemError('solution-locked')
  if (isOfProbe(challenge)) return answerForProbe(context, request, { challenge, environment })
  if (context.nonces.has(nonce)) throw replayed(context, environment, caller, now)

  const workIsRight = verifyWork(challenge, body.solution)
  const misused = context.misuse.judge(caller.network, now)
  if (!workIsRight && misused !== 0 && !isSampled(challenge))
    return refuseCheaply(context, challenge, environment, { caller, nonce, now })
  const flags = flagsNow(challenge, environment)
  const build = body.collected && context.widgetBuilds.find(body.collected.layout)
  const conduct = judgeConduct(context, { body, challenge, flags })
  const userAgent = headerText(headers['user-agent'])
  const engine = isMinimal(flags) ? nothingFound : context.engine.judge(challenge, body.engine, userAgent)
  const byScore = judgeAnswer({
    challenge: engine.settled === 0 ? challenge : { ...challenge, conduct: challenge.conduct & ~engine.settled },
    headers,
    userAgent,
    network: caller.network,
    signals:
      request.connectionSignals |
      judgeNetwork(caller.facts) |
      misused |
      judgeProof(context, body, environment, challenge),
    conduct: conduct.bits | engine.conduct,
    collected: body.collected,
    build: build instanceof Promise ? await build : build,
    flags,
    workIsRight,
    elapsedMs: now - handedOutAt(context, challenge),
    threshold: environment.site.settings.threshold,
    transport: context.transport,
    score: context.score,
  })
  const pending = applyRules(context, request, { environment, challenge, caller, flags, now }, byScore)
  const decided = pending instanceof Promise ? await pending : pending
  if (isDoubtful(decided) && isBudgeted(environment, caller)) {
    const throttle = context.volume.atDoubtful(comerOf(challenge.siteId, caller, flags, now))
    // Neither burnt nor stored: in a while the same answer can lead on.
    if (throttle !== null) throw throttled(context, environment, throttle, now, 'answerThrottled')
  }
  const answered: Answered = {
    environment,
    challenge,
    ...decided,
    userAgent,
    caller,
    page: pageOf(body.collected, flags),
    data: body.cData ?? '',
    workMs: body.workMs,
    stepUp: body.stepUp ?? 'sha256',
    now,
  }
  context.nonces.add(nonce)
  if (environment.test !== null) return conclude(context, answered)
  // Before anything waits: answers that arrive together with the same hands must see each other.
  if (decided.judgement.decision === 'pass') conduct.learn()
  const action = actionOf(context, answered, body.action)
  const recording =
    action instanceof Promise
      ? action.then((number) => context.record(rowOf(context, request, answered, number)))
      : context.record(rowOf(context, request, answered, action))
  const result = await recording.catch((error: unknown) => {
    context.nonces.remove(nonce)
    throw error
  })
  if (result === 'replayed') throw replayed(context, environment, caller, now)
  if (!workIsRight) noteMisuse(context, environment, caller, now)
  if (decided.judgement.decision === 'pass') notePassed(context, answered)
  context.engine.note(engine, { caller, userAgent, challenge, judgement: byScore })
  return conclude(context, answered)
}

/** Whether a visitor can be asked to wait at all: not with a test key, nor where the owner wants it otherwise. */
function isBudgeted({ site, test }: SiteEnvironment, { address }: Caller): boolean {
  return test === null && site.settings.volumeBudgets && !site.exempts(address)
}

/** The number of the action for the row; without waiting, unless a visitor passes with one that this process has not had today. */
function actionOf(
  { actions }: EdgeContext,
  { challenge, environment, judgement, caller, now }: Answered,
  given: string | undefined,
): number | Promise<number> {
  if (judgement.decision !== 'pass') return actions.refused(challenge.action)
  return actions.passed(challenge.siteId, {
    carried: challenge.action,
    given,
    network: caller.network,
    isPrivate: environment.site.settings.minimalData,
    now,
  })
}

/** What of a first answer says that it was made up rather than found in a browser. Hands that are used again pay with work alone. */
const madeUp: ReadonlySet<string> = new Set([
  'collector-incomplete',
  'engine-wrong',
  'engine-missing',
  'layout-unknown',
])

/** Whether a second challenge is due to an answer that looks made up, whatever else speaks against the visitor. */
function isDoubtful({ judgement: { decision, score } }: Decided): boolean {
  return decision === 'step-up' && score.reasons.some(({ code, weight }) => weight > 0 && madeUp.has(code))
}

function comerOf(siteId: number, { network, facts }: Caller, flags: number, now: number): Comer {
  return { siteId, network, asn: facts.asn, kind: facts.kind, minimalData: isMinimal(flags), now }
}

function notePassed({ volume }: EdgeContext, { challenge, judgement, caller, workMs, flags, now }: Answered): void {
  volume.passed({
    siteId: challenge.siteId,
    minimalData: isMinimal(flags),
    fired: judgement.fired,
    workMs,
    elapsedMs: now - challenge.issuedAt,
    userAgentBucket: challenge.userAgentHash,
    asn: caller.facts.asn,
    now,
  })
}

/** How the visitor is judged: as the site was set at the start, and more sparingly where its owner has meanwhile asked for less. */
function flagsNow(challenge: Challenge, { site: { settings } }: SiteEnvironment): number {
  let { flags } = challenge
  if (settings.minimalData) flags |= rowFlags.minimalData
  if (!settings.riskScoring) flags |= rowFlags.scoringOff | rowFlags.minimalData
  if (!settings.honeypots) flags |= rowFlags.honeypotOff
  return flags
}

function judgeProof(
  { privateTokens }: EdgeContext,
  { privateToken }: AnswerRequest['body'],
  { site: { id: siteId, credentials } }: SiteEnvironment,
  { verificationId }: Challenge,
): number {
  if (privateToken === undefined || credentials.issuer === null) return 0
  return privateTokens.isProof(privateToken, { siteId, verificationId }) ? serverSignal.privateAccessToken : 0
}

/** What the page and the hands have brought already: bits of `conductChecks`, and what to remember once the visitor has passed. */
function judgeConduct(
  context: EdgeContext,
  {
    body: { collected },
    challenge: { siteId },
    flags,
  }: Pick<AnswerRequest, 'body'> & Pick<Answered, 'challenge' | 'flags'>,
): { readonly bits: number; learn(): void } {
  const page = pageOf(collected, flags)
  const digests = isMinimal(flags) ? [] : (collected?.digests ?? [])
  const { conduct, learn } = context.interactions.look(siteId, page, digests)
  return { bits: conduct | context.pageTokens.judge(siteId, page), learn }
}

/** 0 where nothing is looked at, and where the widget is older than page numbers. */
function pageOf(collected: Collected | undefined, flags: number): number {
  return isMinimal(flags) ? 0 : (collected?.page ?? 0)
}

/**
 * Of Equi-X only some proofs are looked at, so what is wrong must stay wrong in every process: the same answer could be luckier
 * in the next one. The row that burns the challenge is paid for by the work of the first round.
 */
function isSampled({ algorithm }: Challenge): boolean {
  return algorithm === 'equix'
}

/**
 * A network that hands in one wrong answer after the other gets no more rows in the log, only a count: a flood of them must
 * cost us less than whoever sends it. The challenge is burnt in this process; in another one it would still need its work.
 */
function refuseCheaply(
  context: EdgeContext,
  { verificationId, issuedAt }: Challenge,
  environment: SiteEnvironment,
  { caller, nonce, now }: { caller: Caller; nonce: string; now: number },
): VerificationAnswer {
  context.nonces.add(nonce)
  noteMisuse(context, environment, caller, now)
  countFor(context, environment, 'workWrong')
  // A visitor like those with a row: counted where they began.
  countFor(context, environment, 'refusedUnlogged', issuedAt)
  return { status: 'refused', verificationId, reasons: ['work-wrong'] }
}

/** The challenge of an answer, refused when it is not ours, not this verification's, not this page's, or too old. */
function readChallenge(
  context: EdgeContext,
  { body, verificationId, headers }: AnswerRequest,
  caller: Caller,
  now: number,
): Challenge {
  const challenge = decodeChallenge(body.challenge, context.keyOf)
  if (typeof challenge === 'string') {
    context.misuse.add(caller.network, now, 'forged')
    throw new ProblemError('challenge-invalid', challenge)
  }
  if (challenge.verificationId !== verificationId.toLowerCase())
    throw new ProblemError('challenge-invalid', 'verification')
  if (challenge.issuedAt + challenge.ttlSeconds * 1000 <= now) {
    if (challenge.siteId !== 0) context.counter.count(challenge.siteId, challenge.environmentId, 'expired')
    throw new ProblemError('challenge-expired')
  }
  if (context.readOrigin(headers.origin)?.hash !== challenge.originHash) throw new ProblemError('origin-not-allowed')
  return challenge
}

async function knownEnvironment(context: EdgeContext, environmentId: number): Promise<SiteEnvironment> {
  const environment = context.sites.known(environmentId) ?? (await context.sites.load(environmentId))
  // Signed by us, so the environment was there; it is gone now.
  if (environment === null) throw new ProblemError('challenge-invalid', 'site')
  return environment
}

function countFor(
  context: EdgeContext,
  { site, id, test }: SiteEnvironment,
  what: 'replayed' | 'workWrong' | 'refusedUnlogged',
  at?: number,
): void {
  if (test === null) context.counter.count(site.id, id, what, at)
}

function replayed(context: EdgeContext, environment: SiteEnvironment, caller: Caller, now: number): ProblemError {
  noteMisuse(context, environment, caller, now)
  countFor(context, environment, 'replayed')
  return new ProblemError('already-answered')
}

function noteMisuse(context: EdgeContext, { site }: SiteEnvironment, { network }: Caller, now: number): void {
  context.misuse.add(network, now, site.settings.minimalData ? 'private' : undefined)
}

/** The life of a second challenge counts from the first, so the difference tells when it began. */
function handedOutAt(context: EdgeContext, challenge: Challenge): number {
  return challenge.issuedAt + (challenge.ttlSeconds - context.challengeLifetimeSeconds) * 1000
}

function conclude(context: EdgeContext, answered: Answered): VerificationAnswer {
  const { environment, challenge, judgement, now } = answered
  const { verificationId } = challenge
  switch (judgement.decision) {
    case 'refuse':
      if (!judgement.workIsRight) countFor(context, environment, 'workWrong')
      return { status: 'refused', verificationId, reasons: refusalReasons(answered) }
    case 'step-up':
      return stepUp(context, answered)
    case 'pass': {
      const issuedAt = Math.floor(now / 1000)
      const expiresAt = issuedAt + environment.site.settings.resultTtlMinutes * 60
      const token = context.tokens.sign({
        verificationId,
        environmentId: environment.id,
        issuedAt,
        expiresAt,
        score: judgement.score.score,
        page: answered.page,
        data: answered.data,
      })
      context.pageTokens.issued(verificationId, answered.page)
      return { status: 'passed', verificationId, token, expiresAt: timeText(expiresAt * 1000) }
    }
    default:
      return judgement.decision satisfies never
  }
}

/** What the visitor learns: who decided, or that the work was wrong. The findings are for the owner; a bot would learn from them. */
function refusalReasons({ decidedBy, judgement }: Answered): string[] {
  if (decidedBy === 'TEST_KEY') return ['test-key']
  if (!judgement.workIsRight) return ['work-wrong']
  return decidedBy === 'RULE' ? ['blocked-by-rule'] : []
}

/** A harder challenge of the same verification, which carries what the first round told. */
function stepUp(
  context: EdgeContext,
  { environment, challenge, judgement, caller, userAgent, flags, workMs, stepUp: algorithm, now }: Answered,
): VerificationAnswer {
  // A test key shows the second round, and does not make anybody's tests wait for it.
  const range = environment.test === null ? context.work : { ...context.work, stepUpMin: 1, stepUpMax: 1 }
  const wanted = workOfStepUp({
    score: judgement.score.score,
    load: context.volume.paceBits(challenge.siteId, now),
    done: expectedHashes(challenge.target, challenge.algorithm),
    // What the widget says it took, and never more than passed: to look slow means to wait, and the visitor's own pace does not count.
    elapsedMs: Math.min(now - challenge.issuedAt, workMs),
    offered: algorithm !== 'sha256',
    sparesSlow: !isOverBudget(challenge.volume),
    range,
  })
  // The first round was changed already, and this one is at least twice as long.
  const least = expectedHashes(challenge.target, challenge.algorithm) * 2
  const target = targetOf(Math.max(least, hashesAtIssue(wanted, environment.site.settings.difficulty)), algorithm)
  // Not below 0 when the clock was set back since.
  const ttlSeconds = Math.max(0, Math.floor((now - challenge.issuedAt) / 1000)) + context.challengeLifetimeSeconds
  const { kid, key } = context.signer
  const isAsked = environment.test === null && !isMinimal(flags)
  const token = encodeChallenge(
    {
      ...challenge,
      ...(isAsked ? context.engine.draw(caller, userAgent) : nothingAsked),
      kid,
      algorithm,
      target,
      ttlSeconds,
      round: 1,
      riskBand: riskBands.stepUp,
      serverSignals: judgement.server,
      conduct: judgement.conduct,
      ran: judgement.ran,
      fired: judgement.fired,
      flags: algorithm === 'equix' ? flags | rowFlags.equix : flags,
    },
    key,
  )
  const expiresAt = new Date(challenge.issuedAt + ttlSeconds * 1000).toISOString()
  return {
    status: 'challenge',
    verificationId: challenge.verificationId,
    collect: !isMinimal(flags),
    challenge: { token, algorithm, count: 32, target, expiresAt },
  }
}
