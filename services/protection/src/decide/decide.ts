import { describeUserAgent } from '@bollard/bot-score'
import type { DecideRequest, ProtectionDecision } from '@bollard/contracts'
import { type Decision, decisionHeaders, type Part, protect, reason, type ReasonCode } from '@bollard/decisions'
import { ProblemError } from '@bollard/http'
import { type Facts, type LimitedCall, toMatched } from '@bollard/limits'
import type { KeyOfCaptcha } from '../captcha-port.ts'
import { isKept, type RecordedDecision, rungOf } from '../record/recorded-decision.ts'
import type { Program } from '../program-port.ts'
import type { DecideContext } from './decide-context.ts'
import { visitorNetwork } from './hashed.ts'
import type { Chosen, Policy } from './policy.ts'
import { inTime, type KnownPolicy } from './policy-cache.ts'
import { programsPart } from './programs.ts'
import { seenOfTrials } from './trial.ts'
import type { Seen } from '../record/seen.ts'

/** Who asks, and about what. */
export interface Asked extends Pick<DecideRequest, 'request' | 'cost' | 'captchaToken' | 'labels'> {
  readonly key: KeyOfCaptcha
  readonly secretKey: string
  /** Where the call came from. */
  readonly peer: string
  readonly from: RecordedDecision['from']
  /** By which the site may answer in place of the request's own. */
  readonly otherMethods: readonly string[]
}

/** A captcha that cannot be asked in time gives no credit. */
const redeemMs = 200

/**
 * Decides about one request. Answers whatever is away: where nothing is known of the site the request passes, which the answer says. Throws
 * `solution-locked`, and `not-found` where the site has no protection.
 */
export async function decide(context: DecideContext, asked: Asked): Promise<ProtectionDecision> {
  const begun = performance.now()
  const at = context.now()
  const id = context.decisionId(at.getTime())
  const { solutionId } = asked.key
  const known = await context.policies.find(solutionId).catch((error: unknown) => {
    context.onError(error)
    return undefined
  })
  if (known === null) throw new ProblemError('not-found')
  if (known === undefined) {
    // Nothing else tells of it: what is counted waits in this process until the database is there.
    context.recorder.count(solutionId, 'undecided', 1)
    return passing(id, 'policy-away', begun)
  }
  assertUnlocked(known.policy)
  context.tally.request(solutionId, at)
  if (known.left !== null && known.left <= 0) {
    // A site is never broken by its bill.
    const answer = passing(id, 'plan-exhausted', begun)
    note(context, { asked, known, at, decision: { ...answer, elapsedMs: answer.tookMs, parts: [] }, answer })
    return { ...answer, headers: { ...answer.headers, 'Bollard-Notice': 'plan-exhausted' } }
  }
  return decideBy(context, asked, { known, at, id, begun })
}

async function decideBy(
  context: DecideContext,
  asked: Asked,
  {
    known,
    at,
    id,
    begun,
  }: { readonly known: KnownPolicy; readonly at: Date; readonly id: string; readonly begun: number },
): Promise<ProtectionDecision> {
  const { policy } = known
  const { request, cost, captchaToken } = asked
  const network = visitorNetwork(request.address)
  const facts = factsOf(context, asked)
  const now = at.getTime()
  const solved = captchaToken === undefined ? null : await redeemed(context, asked, captchaToken)
  const chosen = policy.limitersFor(toMatched({ ...request, otherMethods: asked.otherMethods }), network)
  const call = chosen.limiters.limit(facts, { now, id, cost, solved })
  const found: { program: Program | null } = { program: null }
  const programs = programsPart({
    settings: policy.settings,
    identify: () => context.identifyProgram(request),
    solved,
    note: (program) => (found.program = program),
  })
  const parts: Part[] = [policy.allow(facts, now), programs, ...call.parts]
  const decision = await protect(parts, { id, budgetMs: context.decisionMs })
  // A denial stays one while nobody could solve what would take its place.
  const control = decision.conclusion === 'DENY' && policy.siteKey !== null && isControl(policy, network, id)
  const settled = withoutCaptcha(control ? softened(decision, solved !== null) : decision, policy)
  const answer = answerOf(context, policy, { decision: settled, control, begun })

  const tried = chosen.tried.map((one): Seen => ({
    ...one,
    solutionId: policy.solutionId,
    visitor: policy.hashes.guardedAs(network ?? '', `${one.limiterId} ${one.round}`),
  }))
  if (settled.conclusion !== 'ALLOW') void call.end('REFUSED', now)
  else if (chosen.needsEnding) await context.openCalls.keep(policy, { id, call, tried, now })
  // The ending of somebody for whom a change is tried is a figure among many: no request waits for that.
  else if (tried.length > 0) void context.openCalls.keep(policy, { id, call, tried, now })
  count(context, { policy, chosen, decision, tried, network, facts, at })
  // Of what is not kept as a row, nobody looks for whom it was counted.
  const isStored = isKept({ id, decision: settled, control, solved: solved !== null }, policy.settings.sampledPercent)
  const keys = isStored ? await keysOf(policy, chosen, call, at) : {}
  const { program } = found
  note(context, { asked, known, at, decision: settled, answer, facts, program, network, keys, solved: solved !== null })
  return answer
}

/** Of a site that refuses everybody, or whose keys have become known to others, nothing is decided. */
export function assertUnlocked({ effects }: Pick<Policy, 'effects'>): void {
  if (effects.includes('REFUSE') || effects.includes('RESULTS_REFUSED')) throw new ProblemError('solution-locked')
}

function factsOf({ lookUpNetwork }: DecideContext, { request, captchaToken }: Asked): Facts {
  const found = request.address === null ? null : lookUpNetwork(request.address)
  const { address, method, host, path, headers, cookies, user, email, tls } = request
  return {
    address,
    method,
    host,
    path,
    headers,
    cookies,
    user,
    email,
    tls,
    operator: found === null || found.asn === 0 ? null : found.asn,
    country: found?.country ?? null,
    ticket: captchaToken ?? null,
  }
}

/** How much work the visitor did in percent of the usual; null where the captcha does not accept the token, or is away. */
async function redeemed(
  context: DecideContext,
  { secretKey, peer, request }: Asked,
  token: string,
): Promise<number | null> {
  const asked = context.captcha
    .redeem({ secretKey, token, address: peer, visitor: request.address ?? '' })
    .catch((error: unknown) => {
      context.onError(error)
      return null
    })
  return (await inTime(asked, redeemMs)) ?? null
}

/** A visitor is in the control group for a day, so that a challenge that they solve lets them pass. */
function isControl({ settings, hashes }: Policy, network: string | null, id: string): boolean {
  const share =
    network === null
      ? Number.parseInt(id.slice(-8), 16) / 2 ** 32
      : hashes.shareOf(network, `control ${id.slice(0, 6)}`)
  return share * 100 < settings.controlPercent
}

/** In place of a denial: the usual work, and for who has done it the way. */
function softened(decision: Decision, isSolved: boolean): Decision {
  const rest = { ...decision, retryAfterMs: null }
  return isSolved
    ? { ...rest, conclusion: 'ALLOW', challenge: null }
    : { ...rest, conclusion: 'CHALLENGE', challenge: { percent: 100 } }
}

/** Nobody can solve what no captcha asks: the request passes, and it is told and counted. */
function withoutCaptcha(decision: Decision, { siteKey }: Policy): Decision {
  if (decision.conclusion !== 'CHALLENGE' || siteKey !== null) return decision
  const away = { ...reason('captcha-away-open', 0), part: 'captcha' }
  return { ...decision, conclusion: 'ALLOW', challenge: null, failedOpen: true, reasons: [...decision.reasons, away] }
}

function answerOf(
  { captcha }: DecideContext,
  { siteKey, solutionId }: Policy,
  { decision, control, begun }: { readonly decision: Decision; readonly control: boolean; readonly begun: number },
): ProtectionDecision {
  const { id, conclusion, reasons, parts, challenge, retryAfterMs, failedOpen } = decision
  return {
    id,
    conclusion,
    reasons: [...reasons],
    parts: parts.map(({ part, state, finding, fault }) => ({
      part,
      state,
      conclusion: finding?.conclusion ?? null,
      reasons: [...(finding?.reasons ?? [])],
      fault,
    })),
    challenge:
      challenge === null || siteKey === null
        ? null
        : { siteKey, percent: challenge.percent, ticket: captcha.issueTicket(solutionId, challenge.percent) },
    retryAfterMs,
    headers: { ...decisionHeaders(decision), 'Bollard-Decision': id },
    failedOpen,
    control,
    tookMs: performance.now() - begun,
  }
}

/** Lets a request pass since nothing could be told, and says so. */
function passing(id: string, code: ReasonCode, begun: number): ProtectionDecision {
  return {
    id,
    conclusion: 'ALLOW',
    reasons: [{ ...reason(code, 0), part: 'policy' }],
    parts: [],
    challenge: null,
    retryAfterMs: null,
    headers: { 'Bollard-Decision': id },
    failedOpen: true,
    control: false,
    tookMs: performance.now() - begun,
  }
}

function count(
  { tally }: DecideContext,
  {
    policy,
    chosen,
    decision,
    tried,
    network,
    facts,
    at,
  }: {
    readonly policy: Policy
    readonly chosen: Chosen
    readonly decision: Decision
    readonly tried: readonly Seen[]
    readonly network: string | null
    readonly facts: Facts
    readonly at: Date
  },
): void {
  const { solutionId } = policy
  const byName = new Map(decision.parts.map(({ part, finding }) => [part, finding]))
  for (const [name, limiterId] of chosen.ids) {
    const finding = byName.get(name)
    // A limiter that the request is no matter of says nothing, and shows no quota.
    if (finding?.quotas !== undefined) tally.limiter({ limiterId, solutionId }, finding.conclusion, at)
  }
  const allowedId = byName.get('allow-list')?.pardons === true ? policy.findAllowed(facts, at.getTime()) : null
  if (allowedId !== null) tally.allowed({ allowedId, solutionId }, at)
  if (network === null) return
  const { conclusion, parts } = decision
  const { trials } = chosen
  for (const seen of seenOfTrials(parts, { trials, solutionId, hashes: policy.hashes, network })) tally.seen(seen, seen)
  for (const seen of tried)
    tally.seen(seen, { refused: conclusion === 'DENY' || conclusion === 'THROTTLE', denied: conclusion === 'DENY' })
}

async function keysOf(policy: Policy, { ids }: Chosen, call: LimitedCall, at: Date): Promise<Record<string, string>> {
  const keys: Record<string, string> = {}
  for (const [name, key] of await call.keys()) {
    const limiterId = ids.get(name)
    if (limiterId !== undefined) keys[limiterId] = policy.hashes.keyOf(key, at)
  }
  return keys
}

/** Hands a decision to the recorder, with nothing of the visitor but hashes. */
function note(
  { recorder }: DecideContext,
  {
    asked,
    known: { policy },
    at,
    decision,
    answer,
    facts,
    program = null,
    network = null,
    keys = {},
    solved = false,
  }: {
    readonly asked: Asked
    readonly known: KnownPolicy
    readonly at: Date
    readonly decision: RecordedDecision['decision']
    readonly answer: ProtectionDecision
    readonly facts?: Facts
    readonly program?: Program | null
    readonly network?: string | null
    readonly keys?: Record<string, string>
    readonly solved?: boolean
  },
): void {
  const { request, labels, from } = asked
  const { host, path, method } = toMatched(request)
  const recorded: RecordedDecision = {
    id: answer.id,
    solutionId: policy.solutionId,
    at,
    from,
    decision: {
      conclusion: decision.conclusion,
      reasons: decision.reasons,
      parts: decision.parts,
      failedOpen: decision.failedOpen,
      elapsedMs: decision.elapsedMs,
    },
    control: answer.control,
    method,
    host,
    path,
    country: facts?.country ?? null,
    operator: facts?.operator ?? null,
    visitor: network === null ? null : policy.hashes.visitorOf(network, at),
    browser: describeUserAgent(request.userAgent).browser,
    program: program && { name: program.name, purpose: program.purpose, verified: program.verdict === 'VERIFIED' },
    probe: false,
    rung: rungOf(decision.reasons),
    solved,
    ending: decision.conclusion === 'ALLOW' ? null : 'REFUSED',
    status: null,
    labels,
    savedBytes: null,
    keys,
  }
  recorder.record(recorded, policy.settings.sampledPercent)
}
