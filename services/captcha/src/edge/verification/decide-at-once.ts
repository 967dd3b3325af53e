import { describeUserAgent, noVerdicts, serverSignal } from '@bollard/bot-score'
import { type DecidedBy, decidedBy, networkKinds, type StartBody, type VerificationAnswer } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { type BotKeys, verifyWebBotAuth } from '@bollard/visitor-credentials'
import { countKind, type StoredOutcome } from '../../records/store/counts.ts'
import type { VerificationRow } from '../../records/store/record-verifications.ts'
import { rowFlags } from '../../records/store/row-flags.ts'
import { createVerificationId, twoLetters } from '../../records/store/verification-id.ts'
import { findBypassKey } from '../bypass-keys/load-bypass-keys.ts'
import { type Caller, type EdgeRequest, headerText } from '../request/edge-request.ts'
import type { KnownOrigin } from '../request/known-origins.ts'
import type { SiteEnvironment } from '../sites/site.ts'
import { callerOf } from './comes-from.ts'
import type { EdgeContext } from './edge-context.ts'

/** Why a visitor passes, or does not, without work. */
interface Reason {
  readonly decision: DecidedBy
  readonly rule?: number
  readonly bypassKey?: number
  /** 0 = person, 1 = bot. */
  readonly score?: number
  readonly reasons?: VerificationRow['reasons']
}

/** Who is let in or sent away; a bot that signs its requests needs no page to come from. */
type Guest = Omit<Admitted, 'origin'> & { readonly origin: Admitted['origin'] | null }

/** A token without work, and a row in the log that says why. */
export async function passAtOnce(
  context: EdgeContext,
  request: EdgeRequest<StartBody>,
  guest: Guest,
  reason: Reason,
): Promise<VerificationAnswer> {
  const { environment, at, caller } = guest
  const visitor = {
    carried: guest.action,
    given: request.body.action,
    network: caller.network,
    isPrivate: environment.site.settings.minimalData,
    now: at,
  }
  const action = await context.actions.passed(environment.site.id, visitor)
  const row = rowAtOnce(context, request, { ...guest, action }, countKind.passed, reason)
  await context.record(row)
  const issuedAt = Math.floor(at / 1000)
  const expiresAt = issuedAt + environment.site.settings.resultTtlMinutes * 60
  const token = context.tokens.sign({
    verificationId: row.id,
    environmentId: environment.id,
    issuedAt,
    expiresAt,
    score: row.score,
    page: 0,
    data: request.body.cData ?? '',
  })
  return { status: 'passed', verificationId: row.id, token, expiresAt: new Date(expiresAt * 1000).toISOString() }
}

/**
 * Refused by a rule, before any work. Sending such requests costs nothing, so of a flood of them only some get a row, and the
 * others a count.
 */
export async function refuseAtOnce(
  context: EdgeContext,
  request: EdgeRequest<StartBody>,
  guest: Guest,
  rule: number,
): Promise<VerificationAnswer> {
  const verificationId = await recordRefusal(context, request, guest, { decision: 'RULE', rule })
  return { status: 'refused', verificationId, reasons: ['blocked-by-rule'] }
}

/** The row of a refusal before any work, or where there are too many, its count. Answers its id. */
export async function recordRefusal(
  context: EdgeContext,
  request: EdgeRequest<StartBody>,
  guest: Guest,
  reason: Reason,
): Promise<string> {
  const { site, id } = guest.environment
  // Asked first: what is not written needs no words for its browser.
  if (!context.mayLogBlock(site.id, guest.at)) {
    context.counter.count(site.id, id, 'blockedUnlogged', guest.at)
    return createVerificationId(guest.at, context.randomBytes(10))
  }
  const action = context.actions.refused(guest.action)
  const row = rowAtOnce(context, request, { ...guest, action }, countKind.refused, reason)
  await context.record(row)
  return row.id
}

/** The row of a visitor who had no work to do, or whose work decided nothing. */
export function rowAtOnce(
  context: Pick<EdgeContext, 'randomBytes'>,
  { headers, body }: Pick<EdgeRequest<Pick<StartBody, 'language'>>, 'headers' | 'body'>,
  guest: Guest,
  outcome: StoredOutcome,
  reason: Reason,
): VerificationRow {
  const { environment, origin, action, caller, at } = guest
  const { settings } = environment.site
  const { browser, operatingSystem, device } = describeUserAgent(headerText(headers['user-agent']))
  return {
    id: createVerificationId(at, context.randomBytes(10)),
    round: 0,
    siteId: environment.site.id,
    environmentId: environment.id,
    issuedAt: at,
    finishedAt: at,
    outcome,
    decision: decidedBy.indexOf(reason.decision),
    rule: reason.rule ?? 0,
    bypassKey: reason.bypassKey ?? 0,
    score: reason.score ?? 0,
    reasons: reason.reasons ?? [],
    checkMs: 0,
    workMs: 0,
    workHashes: 0,
    hostname: origin?.host ?? '',
    action,
    browser,
    operatingSystem,
    device,
    language: twoLetters(body.language) ?? twoLetters(headerText(headers['accept-language'])),
    network: caller.network,
    country: caller.facts.country,
    asn: caller.facts.asn,
    networkKind: networkKinds.indexOf(caller.facts.kind),
    flags: (settings.minimalData ? rowFlags.minimalData : 0) | (settings.riskScoring ? 0 : rowFlags.scoringOff),
    shadowScore: null,
  }
}

/** What is known of a visitor who may ask for work. */
export interface Admitted {
  readonly environment: SiteEnvironment
  readonly origin: KnownOrigin
  /** Number of the action among the site's, or the mark of a name that it has not learnt; 0 for none. */
  readonly action: number
  readonly caller: Caller
  readonly at: number
}

/** The bypass key that a visitor brings along, in the body or in a header that a test tool can set. */
export function bypassKeyOf({ body, headers }: EdgeRequest<StartBody>): string | undefined {
  const secret = body.bypassKey ?? headerText(headers['bollard-bypass-key'])
  return secret === '' ? undefined : secret
}

/** Lets the holder of a bypass key pass at once; null when the key is good for nothing here: then the visitor is checked like any other. */
export async function admitWithBypassKey(
  context: EdgeContext,
  request: EdgeRequest<StartBody>,
  admitted: Admitted,
  secret: string,
): Promise<VerificationAnswer | null> {
  const { environment, origin, caller, at } = admitted
  const { site } = environment
  const found = findBypassKey(site.bypassKeys, secret, {
    environmentId: environment.id,
    host: origin.host,
    address: caller.address,
    now: at,
  })
  const used =
    found.status === 'found' ? await context.useBypassKey({ siteId: site.id, key: found.key, now: at }) : 'refused'
  if (found.status !== 'found' || used !== 'used') {
    context.counter.count(site.id, environment.id, 'bypassRefused')
    return null
  }
  return passAtOnce(context, request, admitted, { decision: 'BYPASS_KEY', bypassKey: found.key.number })
}

const path = '/captcha/v1/verifications'

/**
 * Lets a bot pass that the site welcomes and that has signed this request with its key: at once, without work, and with a
 * row in the log that says so. Null when the signature counts for nothing; the caller is then a visitor like any other.
 */
export async function admitSignedBot(
  context: EdgeContext,
  request: EdgeRequest<StartBody>,
  { environment, bots }: { environment: SiteEnvironment; bots: BotKeys },
): Promise<VerificationAnswer | null> {
  const { headers, body } = request
  const at = context.now()
  const scheme = context.transport.secure === false ? 'http' : 'https'
  const result = await verifyWebBotAuth({
    method: 'POST',
    // Every host that a bot visits holds signatures for itself, and could send them on under its own name.
    authority: context.authority ?? headerText(headers['host']),
    path,
    scheme,
    headers,
    keys: bots,
    now: at,
    nonces: context.signaturesOf(environment.site.id),
  })
  if (result.status !== 'verified') return null
  const { site, id } = environment
  const { score, reasons } = context.score({ server: serverSignal.webBotAuth, ran: noVerdicts, fired: noVerdicts })
  const action = body.action === undefined || body.action === '' ? 0 : await context.actions.find(site.id, body.action)
  context.counter.count(site.id, id, 'started', at)
  return passAtOnce(
    context,
    request,
    { environment, origin: context.readOrigin(headers['origin']), action, caller: callerOf(context, request), at },
    { decision: 'SIGNED_BOT', score, reasons: reasons.map(({ code, weight }) => [code, weight] as const) },
  )
}

/**
 * Refuses a visitor of a locked solution, with a row in the log that says why; of a flood only some get one. Whoever comes
 * from a page that the site does not know is told that instead.
 */
export async function refuseForLock(
  context: EdgeContext,
  request: EdgeRequest<StartBody>,
  environment: SiteEnvironment,
): Promise<never> {
  const origin = context.readOrigin(request.headers.origin)
  if (origin === null || !environment.allows(origin.host)) throw new ProblemError('origin-not-allowed')
  const at = context.now()
  const guest = { environment, origin, action: 0, caller: callerOf(context, request), at }
  context.counter.count(environment.site.id, environment.id, 'started', at)
  await recordRefusal(context, request, guest, { decision: 'LOCK' })
  throw new ProblemError('solution-locked')
}
