import { judgeRequest, noVerdicts, prior, riskBands, workAtIssue } from '@bollard/bot-score'
import { ProblemError } from '@bollard/http'
import { encodeChallenge, targetOf } from '@bollard/proof-of-work/server'
import type { StartVerdict } from '@bollard/visitor-rules'
import { nothingAsked } from '../engine/engine-proof.ts'
import { isMinimal, rowFlags } from '../../records/store/row-flags.ts'
import { hashesAtIssue } from '../sites/difficulty.ts'
import type { SiteEnvironment } from '../sites/site.ts'
import { createVerificationId, twoLetters } from '../../records/store/verification-id.ts'
import type { Admitted } from './admitted.ts'
import { admitSignedBot } from './admit-signed-bot.ts'
import { admitWithBypassKey, bypassKeyOf } from './admit-with-bypass-key.ts'
import { callerOf } from './caller-of.ts'
import { passAtOnce, refuseAtOnce } from './decide-at-once.ts'
import type { EdgeAnswer, EdgePorts } from './edge-context.ts'
import type { EdgeRequest, StartBody } from '../request/edge-request.ts'
import { headerText } from '../request/header-text.ts'
import { judgeNetwork } from '../request/network-facts.ts'
import { refuseForLock } from './refuse-for-lock.ts'
import { ruleFacts } from './rule-facts.ts'
import { shortHash } from '../request/short-hash.ts'
import { throttled } from './throttled.ts'
import { timeText } from '../request/time-text.ts'

/**
 * Judges what the service alone can see, and answers with signed work; nothing is stored but a count. A key or a rule may
 * decide at once. Without waiting, unless the site or the action must be looked up.
 */
export function startVerification(ports: EdgePorts, request: EdgeRequest<StartBody>): EdgeAnswer | Promise<EdgeAnswer> {
  const found = ports.sites.find(request.body.siteKey)
  return found instanceof Promise
    ? found.then((environment) => startIn(ports, request, environment))
    : startIn(ports, request, found)
}

function startIn(
  ports: EdgePorts,
  request: EdgeRequest<StartBody>,
  environment: SiteEnvironment | null,
): EdgeAnswer | Promise<EdgeAnswer> {
  if (environment === null) throw new ProblemError('site-key-unknown')
  if (!environment.active) throw new ProblemError('site-paused')
  if (environment.site.refuses) return refuseForLock(ports, request, environment)
  const { bots } = environment.site.credentials
  if (bots !== null && request.headers['signature-input'] !== undefined) {
    return admitSignedBot(ports, request, { environment, bots }).then(
      (admitted) => admitted ?? startForVisitor(ports, request, environment),
    )
  }
  return startForVisitor(ports, request, environment)
}

function startForVisitor(
  ports: EdgePorts,
  request: EdgeRequest<StartBody>,
  environment: SiteEnvironment,
): EdgeAnswer | Promise<EdgeAnswer> {
  const origin = ports.readOrigin(request.headers.origin)
  if (origin === null || !environment.allows(origin.host)) {
    if (environment.test === null) ports.counter.count(environment.site.id, environment.id, 'originRejected')
    throw new ProblemError('origin-not-allowed')
  }
  const { action } = request.body
  const at = ports.now()
  const caller = callerOf(ports, request)
  const isUnnamed = action === undefined || action === '' || environment.test !== null
  const number = isUnnamed ? 0 : ports.actions.find(environment.site.id, action)
  return number instanceof Promise
    ? number.then((known) => decide(ports, request, { environment, origin, action: known, caller, at }))
    : decide(ports, request, { environment, origin, action: number, caller, at })
}

function decide(
  ports: EdgePorts,
  request: EdgeRequest<StartBody>,
  admitted: Admitted,
): EdgeAnswer | Promise<EdgeAnswer> {
  const { site, id } = admitted.environment
  const secret = site.bypassKeys.length === 0 ? undefined : bypassKeyOf(request)
  if (admitted.environment.test === null) ports.counter.count(site.id, id, 'started', admitted.at)
  if (secret === undefined) return judge(ports, request, admitted)
  return admitWithBypassKey(ports, request, admitted, secret).then(
    (passed) => passed ?? judge(ports, request, admitted),
  )
}

function judge(
  ports: EdgePorts,
  request: EdgeRequest<StartBody>,
  admitted: Admitted,
): EdgeAnswer | Promise<EdgeAnswer> {
  const { rules, hasRules, id: siteId } = admitted.environment.site
  if (!hasRules) return issue(ports, request, admitted, null)
  const verdict = rules.atStart(ruleFacts(request, admitted), admitted.at)
  for (const dryRun of verdict.dryRuns) ports.ruleHits.count(siteId, dryRun, true)
  const { rule, action, waits } = verdict
  if (action === null || waits) return issue(ports, request, admitted, verdict)
  ports.ruleHits.count(siteId, rule, false)
  switch (action.type) {
    case 'ALLOW':
      return passAtOnce(ports, request, admitted, { decision: 'RULE', rule })
    case 'BLOCK':
      return refuseAtOnce(ports, request, admitted, rule)
    case 'DIFFICULTY':
    case 'CHALLENGE':
    case 'FLAG':
      return issue(ports, request, admitted, verdict)
    default:
      return action satisfies never
  }
}

function issue(
  ports: EdgePorts,
  request: EdgeRequest<StartBody>,
  admitted: Admitted,
  verdict: StartVerdict | null,
): EdgeAnswer {
  const { headers, body } = request
  const { environment, origin, action, caller, at } = admitted
  const { site } = environment
  const { settings } = site
  const { network, facts } = caller
  const signals = settings.riskScoring
    ? judgeRequest(headers, ports.transport) |
      request.connectionSignals |
      judgeNetwork(facts) |
      ports.misuse.judge(network, at)
    : 0
  const doubt = signals === 0 ? 0 : ports.score({ server: signals, ran: noVerdicts, fired: noVerdicts }).logOdds - prior
  const byRule = verdict?.action?.type === 'DIFFICULTY' ? verdict.action.percent : 0
  const flags = flagsOf(environment, verdict)
  const userAgent = headerText(headers['user-agent'])
  const userAgentHash = shortHash(userAgent)
  const volume =
    environment.test === null
      ? ports.volume.atIssue({
          siteId: site.id,
          settings,
          network,
          asn: facts.asn,
          kind: facts.kind,
          minimalData: isMinimal(flags),
          isExempt: site.exempts(caller.address),
          userAgentBucket: userAgentHash,
          ticket: body.ticket,
          now: at,
        })
      : withoutVolume
  if (volume.throttle !== null) throw throttled(ports, environment, volume.throttle, at)
  // Tests run in driven browsers: with a test key none of them waits for what speaks against it, nor for anyone else's tests.
  const wanted =
    environment.test === null ? workAtIssue({ doubt, volume: volume.bits, range: ports.work }) : ports.work.least
  const hashes = hashesAtIssue(wanted, settings.difficulty, byRule)
  const verificationId = createVerificationId(at, ports.randomBytes(10))
  const target = targetOf(hashes)
  const isAsked = environment.test === null && !isMinimal(flags)
  const engine = isAsked ? ports.engine.draw(caller, userAgent) : nothingAsked
  const token = encodeChallenge(
    {
      kid: ports.signer.kid,
      algorithm: 'sha256',
      target,
      verificationId,
      siteId: site.id,
      ttlSeconds: ports.challengeLifetimeSeconds,
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
      order: ports.orderAt(at),
      grammar: engine.grammar,
      programs: engine.programs,
      volume: volume.effects,
    },
    ports.signer.key,
  )
  if (environment.test === null) ports.counter.count(site.id, environment.id, 'issued', at)
  const expiresAt = timeText(at + ports.challengeLifetimeSeconds * 1000)
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
