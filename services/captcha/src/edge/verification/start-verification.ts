import { judgeRequest, noVerdicts, prior, riskBands, workAtIssue } from '@bollard/bot-score'
import type { StartBody, VerificationAnswer } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { encodeChallenge, targetOf } from '@bollard/proof-of-work/server'
import type { StartVerdict } from '@bollard/visitor-rules'
import { isMinimal, rowFlags } from '../../records/store/row-flags.ts'
import { createVerificationId, twoLetters } from '../../records/store/verification-id.ts'
import { nothingAsked } from '../engine/engine-proof.ts'
import { type EdgeRequest, headerText } from '../request/edge-request.ts'
import { judgeNetwork } from '../request/network-facts.ts'
import { shortHash } from '../request/short-hash.ts'
import { timeText } from '../request/time-text.ts'
import { hashesAtIssue } from '../sites/difficulty.ts'
import type { SiteEnvironment } from '../sites/site.ts'
import { ruleFacts } from './apply-rules.ts'
import { callerOf } from './comes-from.ts'
import {
  admitSignedBot,
  type Admitted,
  admitWithBypassKey,
  bypassKeyOf,
  passAtOnce,
  refuseAtOnce,
  refuseForLock,
} from './decide-at-once.ts'
import type { EdgeContext } from './edge-context.ts'
import { passHeader, startForProbe } from './probe-verification.ts'
import { throttled } from './throttled.ts'

/**
 * Judges what the service alone can see, and answers with signed work; nothing is stored but a count. A key or a rule may
 * decide at once. Without waiting, unless the site or the action must be looked up.
 */
export function startVerification(
  context: EdgeContext,
  request: EdgeRequest<StartBody>,
): VerificationAnswer | Promise<VerificationAnswer> {
  const found = context.sites.find(request.body.siteKey)
  return found instanceof Promise
    ? found.then((environment) => startIn(context, request, environment))
    : startIn(context, request, found)
}

function startIn(
  context: EdgeContext,
  request: EdgeRequest<StartBody>,
  environment: SiteEnvironment | null,
): VerificationAnswer | Promise<VerificationAnswer> {
  if (environment === null) throw new ProblemError('site-key-unknown')
  if (!environment.active) throw new ProblemError('site-paused')
  if (request.headers[passHeader] !== undefined) return startForProbe(context, request, environment)
  if (environment.site.refuses) return refuseForLock(context, request, environment)
  const { bots } = environment.site.credentials
  if (bots !== null && request.headers['signature-input'] !== undefined) {
    return admitSignedBot(context, request, { environment, bots }).then(
      (admitted) => admitted ?? startForVisitor(context, request, environment),
    )
  }
  return startForVisitor(context, request, environment)
}

function startForVisitor(
  context: EdgeContext,
  request: EdgeRequest<StartBody>,
  environment: SiteEnvironment,
): VerificationAnswer | Promise<VerificationAnswer> {
  const origin = context.readOrigin(request.headers.origin)
  if (origin === null || !environment.allows(origin.host)) {
    if (environment.test === null) context.counter.count(environment.site.id, environment.id, 'originRejected')
    throw new ProblemError('origin-not-allowed')
  }
  const { action } = request.body
  const at = context.now()
  const caller = callerOf(context, request)
  const isUnnamed = action === undefined || action === '' || environment.test !== null
  const number = isUnnamed ? 0 : context.actions.find(environment.site.id, action)
  return number instanceof Promise
    ? number.then((known) => decide(context, request, { environment, origin, action: known, caller, at }))
    : decide(context, request, { environment, origin, action: number, caller, at })
}

function decide(
  context: EdgeContext,
  request: EdgeRequest<StartBody>,
  admitted: Admitted,
): VerificationAnswer | Promise<VerificationAnswer> {
  const { site, id } = admitted.environment
  const secret = site.bypassKeys.length === 0 ? undefined : bypassKeyOf(request)
  if (admitted.environment.test === null) context.counter.count(site.id, id, 'started', admitted.at)
  if (secret === undefined) return judge(context, request, admitted)
  return admitWithBypassKey(context, request, admitted, secret).then(
    (passed) => passed ?? judge(context, request, admitted),
  )
}

function judge(
  context: EdgeContext,
  request: EdgeRequest<StartBody>,
  admitted: Admitted,
): VerificationAnswer | Promise<VerificationAnswer> {
  const { rules, hasRules, id: siteId } = admitted.environment.site
  if (!hasRules) return issue(context, request, admitted, null)
  const verdict = rules.atStart(ruleFacts(request, admitted), admitted.at)
  for (const dryRun of verdict.dryRuns) context.ruleHits.count(siteId, dryRun, true)
  const { rule, action, waits } = verdict
  if (action === null || waits) return issue(context, request, admitted, verdict)
  context.ruleHits.count(siteId, rule, false)
  switch (action.type) {
    case 'ALLOW':
      return passAtOnce(context, request, admitted, { decision: 'RULE', rule })
    case 'BLOCK':
      return refuseAtOnce(context, request, admitted, rule)
    case 'DIFFICULTY':
    case 'CHALLENGE':
    case 'FLAG':
      return issue(context, request, admitted, verdict)
    default:
      return action satisfies never
  }
}

function issue(
  context: EdgeContext,
  request: EdgeRequest<StartBody>,
  admitted: Admitted,
  verdict: StartVerdict | null,
): VerificationAnswer {
  const { headers, body } = request
  const { environment, origin, action, caller, at } = admitted
  const { site } = environment
  const { settings } = site
  const { network, facts } = caller
  const signals = settings.riskScoring
    ? judgeRequest(headers, context.transport) |
      request.connectionSignals |
      judgeNetwork(facts) |
      context.misuse.judge(network, at)
    : 0
  const doubt =
    signals === 0 ? 0 : context.score({ server: signals, ran: noVerdicts, fired: noVerdicts }).logOdds - prior
  const byRule = verdict?.action?.type === 'DIFFICULTY' ? verdict.action.percent : 0
  const flags = flagsOf(environment, verdict)
  const userAgent = headerText(headers['user-agent'])
  const userAgentHash = shortHash(userAgent)
  const volume =
    environment.test === null
      ? context.volume.atIssue({
          siteId: site.id,
          settings,
          network,
          asn: facts.asn,
          kind: facts.kind,
          minimalData: isMinimal(flags),
          isExempt: site.exempts(caller.address),
          expected: context.flags.expectedVisitors(site.solutionId),
          userAgentBucket: userAgentHash,
          ticket: body.ticket,
          now: at,
        })
      : withoutVolume
  if (volume.throttle !== null) throw throttled(context, environment, volume.throttle, at)
  // Tests run in driven browsers: with a test key none of them waits for what speaks against it, nor for anyone else's tests.
  const wanted =
    environment.test === null ? workAtIssue({ doubt, volume: volume.bits, range: context.work }) : context.work.min
  const byTicket = body.workTicket === undefined ? null : context.workTickets.read(body.workTicket, site.solutionId, at)
  // A ticket only ever makes more work.
  const added = byTicket === null ? byRule : Math.max(byRule, byTicket - 100)
  const hashes = hashesAtIssue(wanted, settings.difficulty, added)
  const verificationId = createVerificationId(at, context.randomBytes(10))
  const target = targetOf(hashes)
  const isAsked = environment.test === null && !isMinimal(flags)
  const engine = isAsked ? context.engine.draw(caller, userAgent) : nothingAsked
  const token = encodeChallenge(
    {
      kid: context.signer.kid,
      algorithm: 'sha256',
      target,
      verificationId,
      siteId: site.id,
      ttlSeconds: context.challengeLifetimeSeconds,
      round: 0,
      riskBand: doubt > 0 ? riskBands.doubt : riskBands.clean,
      serverSignals: signals,
      originHash: origin.hash,
      ran: noVerdicts,
      fired: noVerdicts,
      userAgentHash,
      networkHash: shortHash(network),
      action,
      language: twoLetters(body.language),
      environmentId: environment.id,
      rule: verdict?.rule ?? 0,
      flags,
      conduct: 0,
      order: context.orderAt(at),
      grammar: engine.grammar,
      programs: engine.programs,
      volume: volume.effects,
    },
    context.signer.key,
  )
  if (environment.test === null) context.counter.count(site.id, environment.id, 'issued', at)
  const expiresAt = timeText(at + context.challengeLifetimeSeconds * 1000)
  const collect = !isMinimal(flags)
  const challenge = { token, algorithm: 'sha256', count: 32, target, expiresAt } as const
  return site.credentials.issuer === null
    ? { status: 'challenge', verificationId, collect, challenge }
    : { status: 'challenge', verificationId, collect, privateToken: true, challenge }
}

const withoutVolume = { bits: 0, effects: 0, throttle: null } as const

/** Where nothing is judged nothing is collected either. */
function flagsOf({ site: { settings }, test }: SiteEnvironment, verdict: StartVerdict | null): number {
  let flags = 0
  if (settings.minimalData || !settings.riskScoring) flags |= rowFlags.minimalData
  if (!settings.riskScoring) flags |= rowFlags.scoringOff
  if (!settings.honeypots) flags |= rowFlags.honeypotOff
  if (verdict?.action?.type === 'CHALLENGE' || test === 'STEP_UP') flags |= rowFlags.extraWork
  if (verdict?.action?.type === 'FLAG') flags |= rowFlags.flagged
  return flags
}
