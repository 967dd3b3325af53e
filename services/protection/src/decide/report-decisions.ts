import { describeUserAgent } from '@bollard/bot-score'
import type { ReportedDecision } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import type { PartResult } from '@bollard/decisions'
import { ProblemError } from '@bollard/http'
import { toMatched } from '@bollard/limits'
import { type RecordedDecision, rungOf } from '../record/recorded-decision.ts'
import type { Recorder } from '../record/recorder.ts'
import type { Seen } from '../record/seen.ts'
import { assertUnlocked } from './decide.ts'
import type { DecideContext } from './decide-context.ts'
import { visitorNetwork } from './hashed.ts'
import type { Policy } from './policy.ts'
import { seenOfTrials } from './trial.ts'

type ReportContext = Pick<DecideContext, 'policies' | 'now' | 'lookUpNetwork'> & {
  readonly db: Database
  readonly recorder: Pick<Recorder, 'record' | 'count'>
}
interface Report {
  readonly from: 'MIDDLEWARE' | 'GATEWAY'
  readonly decisions: readonly ReportedDecision[]
  readonly undecided: number
  readonly lost: number
}

/** Reports that come later than this count nowhere. */
const lateMs = 86_400_000

/**
 * Stores what a middleware or a gateway decided; each decision counts once. Answers how many are not stored yet. Throws `solution-locked`, and
 * `not-found` where the site has no protection.
 */
export async function reportDecisions(
  context: ReportContext,
  solutionId: string,
  { from, decisions, undecided, lost }: Report,
): Promise<number> {
  const { db, policies, now, recorder } = context
  const known = await policies.find(solutionId)
  if (known === null) throw new ProblemError('not-found')
  assertUnlocked(known.policy)
  const at = now().getTime()
  const inTime = decisions.filter((one) => Math.abs(at - Date.parse(one.at)) <= lateMs)
  const byId = new Map(inTime.map((one) => [one.id.toLowerCase(), one]))
  const rows = await db.query('protection-reported', reportedSql, [solutionId, [...byId.keys()]])
  for (const { id } of rows) byId.delete(id)
  // The recorder counts each once, against the plan too, whatever is sent at the same time.
  for (const one of byId.values())
    recorder.record(toRecorded(context, known.policy, one, from), known.policy.settings.sampledPercent)
  if (undecided > 0) recorder.count(solutionId, 'undecided', undecided)
  if (lost > 0) recorder.count(solutionId, 'lost', lost)
  return byId.size
}

function toRecorded(
  { lookUpNetwork }: ReportContext,
  policy: Policy,
  one: ReportedDecision,
  from: Report['from'],
): RecordedDecision {
  const { solutionId, hashes } = policy
  const {
    request,
    conclusion,
    reasons,
    parts,
    failedOpen,
    tookMs,
    control,
    program,
    probe,
    ending,
    status,
    savedBytes,
  } = one
  const at = new Date(one.at)
  const network = visitorNetwork(request.address)
  const where = request.address === null ? null : lookUpNetwork(request.address)
  const found = parts.map(({ part, state, conclusion: said, reasons: why, fault }): PartResult => ({
    part,
    state,
    finding: said === null ? null : { conclusion: said, reasons: why },
    fault,
    elapsedMs: 0,
  }))
  return {
    id: one.id.toLowerCase(),
    solutionId,
    at,
    from,
    decision: {
      conclusion,
      reasons,
      parts: found,
      failedOpen,
      elapsedMs: tookMs,
    },
    control,
    ...toMatched(request),
    country: where?.country ?? null,
    operator: where === null || where.asn === 0 ? null : where.asn,
    visitor: network === null ? null : hashes.visitorOf(network, at),
    browser: describeUserAgent(request.userAgent).browser,
    program,
    probe,
    ending,
    status,
    savedBytes,
    rung: rungOf(reasons),
    // One of the control group passes only with the challenge that took the place of a denial.
    solved: (control && conclusion === 'ALLOW') || reasons.some(({ code }) => code === 'ladder-work-done'),
    labels: {},
    keys: {},
    mistakeId: uuidOf(hashes.guardedAs(one.pass ?? network ?? one.id, `mistake ${one.pass ?? one.at.slice(0, 10)}`)),
    ...(network !== null &&
      !probe && { tried: triedOf(policy, one, network), trials: seenOfTrials(found, trialsOf(policy, network)) }),
  }
}

function trialsOf({ solutionId, hashes, told }: Policy, network: string): Parameters<typeof seenOfTrials>[1] {
  const trials = told.limiters.flatMap(({ trial }) => (trial === null ? [] : [trial]))
  return { trials, solutionId, hashes, network }
}

/** Which side of a change a visitor was on, as the gateway says it; what it says of a change that is no longer tried is no matter. */
function triedOf({ solutionId, hashes, told }: Policy, { tried = [] }: ReportedDecision, network: string): Seen[] {
  return tried.flatMap(({ limiterId: named, round, changed }) => {
    // A gateway calls a limiter by its name, as header fields do.
    const one = told.limiters.find(({ id }) => id === named)
    if (one?.tried?.round !== round) return []
    const { limiterId } = one
    return [{ limiterId, solutionId, round, changed, visitor: hashes.guardedAs(network, `${limiterId} ${round}`) }]
  })
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5')
}

const reportedSql = 'select id from protection.reported_ids where solution_id = $1 and id = any ($2::uuid[])'
