import type { ProbedCheck } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { CheckResult } from '@bollard/uptime'
import { hashSecret } from '../access/secret-key.ts'
import type { MonitoringContext, RunCheck } from '../monitoring-context.ts'
import { checkPassRate } from './check-pass-rate.ts'

type RunContext = Pick<MonitoringContext, 'captcha' | 'now' | 'runCheck' | 'allowPrivate' | 'browser'> & {
  /** As the worker, who sees heartbeats and kept hours of all. */
  readonly db: Queries
}

/** Whose check it is. */
export interface CheckOwner {
  readonly solutionId: string
  /** Null for one that is tried before it is saved. */
  readonly serviceId: string | null
}

/** Runs a check of any kind, with what those of captchas need. Never throws, unless the database is away. */
export async function runAnyCheck(context: RunContext, check: ProbedCheck, owner: CheckOwner): Promise<CheckResult> {
  const { allowPrivate, browser, runCheck } = context
  if (check.kind === 'PASS_RATE') return checkPassRate(context, check, owner)
  if (check.kind !== 'FORM') return runCheck(check, { allowPrivate })
  return runCheck(check, { allowPrivate, browser, form: formHelp(context, owner) })
}

/** Whether a result of this kind tells of the line of the prober. The figures of a captcha are read without it. */
export function usesLine(check: ProbedCheck): check is Exclude<ProbedCheck, { readonly kind: 'PASS_RATE' }> {
  return check.kind !== 'PASS_RATE'
}

function formHelp({ captcha, db }: RunContext, { solutionId }: CheckOwner): Parameters<RunCheck>[1]['form'] {
  return {
    captchaUrl: captcha.apiUrl,
    solve: captcha.solve,
    passFor: (siteKey, host) => captcha.issuePass({ siteKey, host, by: solutionId }),
    async lastSignal(serviceId, run) {
      const nonce = run === null ? null : hashSecret(run)
      const [row] = await db.query('monitoring-last-signal', signalSql, [solutionId, serviceId, nonce])
      return row?.mark ?? null
    },
  }
}

const signalSql = `select case when $3::bytea is null then h.last_at::text
    else (select n.at::text from monitoring.heartbeat_nonces n where n.service_id = h.service_id and n.nonce_hash = $3) end as mark
  from monitoring.heartbeats h where h.solution_id = $1 and h.service_id = $2`
