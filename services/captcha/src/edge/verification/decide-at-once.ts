import { describeUserAgent } from '@bollard/bot-score'
import { type DecidedBy, decidedBy, networkKinds } from '@bollard/contracts'
import type { StoredOutcome } from '../../records/store/counts.ts'
import { countKind } from '../../records/store/counts.ts'
import { rowFlags } from '../../records/store/row-flags.ts'
import type { VerificationRow } from '../../records/store/record-verifications.ts'
import { createVerificationId, twoLetters } from '../../records/store/verification-id.ts'
import type { Admitted } from './admitted.ts'
import type { EdgeAnswer, EdgePorts } from './edge-context.ts'
import type { EdgeRequest, StartBody } from '../request/edge-request.ts'
import { headerText } from '../request/header-text.ts'

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
  ports: EdgePorts,
  request: EdgeRequest<StartBody>,
  guest: Guest,
  reason: Reason,
): Promise<EdgeAnswer> {
  const { environment, at, caller } = guest
  const visitor = { carried: guest.action, given: request.body.action, network: caller.network, now: at }
  const action = await ports.actions.passed(environment.site.id, visitor)
  const row = rowAtOnce(ports, request, { ...guest, action }, countKind.passed, reason)
  await ports.record(row)
  const issuedAt = Math.floor(at / 1000)
  const expiresAt = issuedAt + environment.site.settings.resultTtlMinutes * 60
  const token = ports.tokens.sign({
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
  ports: EdgePorts,
  request: EdgeRequest<StartBody>,
  guest: Guest,
  rule: number,
): Promise<EdgeAnswer> {
  const verificationId = await recordRefusal(ports, request, guest, { decision: 'RULE', rule })
  return { status: 'refused', verificationId, reasons: ['blocked-by-rule'] }
}

/** The row of a refusal before any work, or where there are too many, its count. Answers its id. */
export async function recordRefusal(
  ports: EdgePorts,
  request: EdgeRequest<StartBody>,
  guest: Guest,
  reason: Reason,
): Promise<string> {
  const { site, id } = guest.environment
  // Asked first: what is not written needs no words for its browser.
  if (!ports.mayLogBlock(site.id, guest.at)) {
    ports.counter.count(site.id, id, 'blockedUnlogged', guest.at)
    return createVerificationId(guest.at, ports.randomBytes(10))
  }
  const action = ports.actions.refused(guest.action)
  const row = rowAtOnce(ports, request, { ...guest, action }, countKind.refused, reason)
  await ports.record(row)
  return row.id
}

function rowAtOnce(
  ports: EdgePorts,
  { headers, body }: EdgeRequest<StartBody>,
  guest: Guest,
  outcome: StoredOutcome,
  reason: Reason,
): VerificationRow {
  const { environment, origin, action, caller, at } = guest
  const { settings } = environment.site
  const { browser, operatingSystem, device } = describeUserAgent(headerText(headers['user-agent']))
  return {
    id: createVerificationId(at, ports.randomBytes(10)),
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
