import type { DecidedBy } from '@bollard/contracts'
import type { Challenge } from '@bollard/proof-of-work/server'
import type { Facts, RuleAction } from '@bollard/visitor-rules'
import { rowFlags } from '../../records/store/row-flags.ts'
import { twoLetters } from '../../records/store/verification-id.ts'
import { type AnswerRequest, type Caller, type EdgeRequest, headerText } from '../request/edge-request.ts'
import type { KnownOrigin } from '../request/known-origins.ts'
import type { Judgement } from '../scoring/judge-answer.ts'
import type { SiteEnvironment } from '../sites/site.ts'
import type { EdgeContext } from './edge-context.ts'

/** A judged answer after the rules of the site. */
export interface Decided {
  readonly judgement: Judgement
  readonly decidedBy: DecidedBy
  /** Number of the rule that decided or changed the work, 0 for none. */
  readonly rule: number
  /** Bits of `rowFlags`. */
  readonly flags: number
}

interface Scene {
  readonly environment: SiteEnvironment
  readonly challenge: Challenge
  readonly caller: Caller
  readonly flags: number
  readonly now: number
}

/**
 * What becomes of an answer: a test key does as it is told; else the site's rules stand over the score, those that wait for
 * the score and the one that was found at the start. Wrong work passes by no rule.
 */
export function applyRules(
  context: EdgeContext,
  request: AnswerRequest,
  scene: Scene,
  judgement: Judgement,
): Decided | Promise<Decided> {
  const { environment, challenge, flags } = scene
  if (environment.test !== null)
    return {
      judgement: { ...judgement, decision: testDecision(scene, judgement) },
      decidedBy: 'TEST_KEY',
      rule: 0,
      flags,
    }
  const { site } = environment
  if (!site.rules.needsScore && challenge.rule === 0) return withAction(scene, judgement, { rule: 0, action: null })
  const action = context.actions.nameOf(site.id, challenge.action, request.body.action)
  return action instanceof Promise
    ? action.then((name) => evaluate(context, request, scene, judgement, name))
    : evaluate(context, request, scene, judgement, action)
}

function evaluate(
  context: EdgeContext,
  request: AnswerRequest,
  scene: Scene,
  judgement: Judgement,
  action: string | null,
): Decided {
  const { environment, challenge, caller, now } = scene
  const { site } = environment
  const origin = context.readOrigin(request.headers.origin)
  const { path } = request.body
  const body = {
    ...(path === undefined ? {} : { path }),
    ...(action === null ? {} : { action }),
    language: challenge.language ?? '',
  }
  const facts = ruleFacts({ ...request, body }, { caller, origin: origin ?? { host: '', hash: '' } })
  const verdict = site.rules.atAnswer(facts, { score: judgement.score.score, startRule: challenge.rule, now })
  const decided = withAction(scene, judgement, verdict)
  if (decided.judgement.decision !== 'step-up') {
    for (const dryRun of verdict.dryRuns) context.ruleHits.count(site.id, dryRun, true)
    // What took effect at the start was counted there.
    if (verdict.rule !== 0 && (verdict.rule !== challenge.rule || isTerminal(verdict.action)))
      context.ruleHits.count(site.id, verdict.rule, false)
  }
  return decided
}

function isTerminal(action: RuleAction | null): boolean {
  return action?.type === 'ALLOW' || action?.type === 'BLOCK'
}

function withAction(
  { challenge, flags: found }: Scene,
  judgement: Judgement,
  { rule, action }: { rule: number; action: RuleAction | null },
): Decided {
  // Only the rule that decides in the end may mark.
  const flags = found & ~rowFlags.flagged
  const own: DecidedBy = (flags & rowFlags.scoringOff) !== 0 || !judgement.workIsRight ? 'WORK' : 'SCORE'
  if (!judgement.workIsRight) return { judgement, decidedBy: own, rule, flags }
  switch (action?.type) {
    case 'ALLOW':
      return { judgement: { ...judgement, decision: 'pass' }, decidedBy: 'RULE', rule, flags }
    case 'BLOCK':
      return { judgement: { ...judgement, decision: 'refuse' }, decidedBy: 'RULE', rule, flags }
    case 'CHALLENGE':
      return { judgement: challenged(challenge, judgement), decidedBy: own, rule, flags: flags | rowFlags.extraWork }
    case 'FLAG':
      return {
        judgement,
        decidedBy: judgement.decision === 'pass' ? 'RULE' : own,
        rule,
        flags: flags | rowFlags.flagged,
      }
    case 'DIFFICULTY':
    case undefined:
      return { judgement, decidedBy: own, rule, flags }
    default:
      return action satisfies never
  }
}

/** Nobody who would be refused is asked for more work, and nobody twice. */
function challenged({ round }: Challenge, judgement: Judgement): Judgement {
  return round === 0 && judgement.decision === 'pass' ? { ...judgement, decision: 'step-up' } : judgement
}

function testDecision({ environment, challenge }: Scene, { workIsRight }: Judgement): Judgement['decision'] {
  if (environment.test === 'FAILS' || !workIsRight) return 'refuse'
  return environment.test === 'STEP_UP' && challenge.round === 0 ? 'step-up' : 'pass'
}

/** What rules look at of a request: `path`, `action` and `language` are what the page says of itself. */
export function ruleFacts(
  { headers, body }: EdgeRequest<{ readonly path?: string; readonly language?: string; readonly action?: string }>,
  { caller, origin }: { readonly caller: Caller; readonly origin: KnownOrigin },
): Facts {
  const { address, facts } = caller
  return {
    address,
    country: facts.country,
    asn: facts.asn,
    networkKind: facts.kind,
    userAgent: headerText(headers['user-agent']),
    language: twoLetters(body.language) ?? twoLetters(headerText(headers['accept-language'])),
    hostname: origin.host,
    path: body.path ?? null,
    action: body.action ?? null,
  }
}
