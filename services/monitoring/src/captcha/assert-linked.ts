import { type Caller, isApiKeyCaller } from '@bollard/access'
import type { MonitoringCheck } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { type FieldError, ProblemError } from '@bollard/http'
import type { MonitoringContext } from '../monitoring-context.ts'

type LinkContext = Pick<MonitoringContext, 'captcha' | 'now' | 'browser'>

interface Linked {
  /** Of monitoring. */
  readonly solutionId: string
  readonly check: MonitoringCheck
  /** The check as it was; null for a new one. What stays as it was is not asked about anew. */
  readonly former: MonitoringCheck | null
}

/**
 * Refuses a browser where the operator names none, and a captcha that the caller may not name: for forms, one that does not let this monitoring in; for figures, one of another owner
 * or one in which the caller has no role, which no API key has. Nobody learns whether such a captcha exists. Throws `validation-failed`.
 */
export async function assertLinked(
  context: LinkContext,
  caller: Caller,
  { solutionId, check, former }: Linked,
): Promise<void> {
  const fault = await linkFault(context, caller, { solutionId, check, former })
  if (fault !== null) throw new ProblemError('validation-failed', undefined, { errors: [fault] })
}

/** What is wrong with the captcha of a check, see `assertLinked`; null where nothing is. */
export async function linkFault(
  { captcha, now, browser }: LinkContext,
  caller: Caller,
  { solutionId, check, former }: Linked,
): Promise<FieldError | null> {
  if (check.kind === 'FORM') {
    const { siteKey, way } = check.target
    const wasSo = former?.kind === 'FORM' && former.target.way === way
    if (way === 'BROWSER' && browser === null && !wasSo)
      return { pointer: '/check/target/way', code: 'browser-missing' }
    if (former?.kind === 'FORM' && former.target.siteKey === siteKey) return null
    const site = await captcha.findSite(siteKey, solutionId)
    return site?.letsIn ? null : { pointer: '/check/target/siteKey', code: 'unknown' }
  }
  if (check.kind !== 'PASS_RATE') return null
  const { solutionId: asked } = check.target
  const pointer = '/check/target/solutionId'
  if (former?.kind === 'PASS_RATE' && former.target.solutionId.toLowerCase() === asked.toLowerCase()) return null
  if (isApiKeyCaller(caller)) return { pointer, code: 'person-required' }
  const role = await captcha.findRole(caller, asked)
  const isOwn = role !== null && (await captcha.shareOwner(solutionId, asked))
  const hours = isOwn ? await captcha.readHours(asked, [now()], now()) : []
  return hours.length > 0 ? null : { pointer, code: 'unknown' }
}

/** Refuses a heartbeat for a form that is none of the solution's. In a transaction that has its turn. Throws `validation-failed`. */
export async function assertHeartbeat(tx: Queries, solutionId: string, check: MonitoringCheck): Promise<void> {
  const heartbeat = check.kind === 'FORM' ? check.target.heartbeat : null
  if (heartbeat === null) return
  const rows = await tx.query('monitoring-heartbeat-of-form', heartbeatSql, [solutionId, heartbeat.serviceId])
  if (rows.length > 0) return
  const errors = [{ pointer: '/check/target/heartbeat/serviceId', code: 'unknown' }]
  throw new ProblemError('validation-failed', undefined, { errors })
}

const heartbeatSql = `select 1 as one from monitoring.services where solution_id = $1 and id = $2 and kind = 'HEARTBEAT'`
