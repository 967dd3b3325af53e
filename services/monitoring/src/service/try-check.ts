import type { ProbedCheck, TriedCheck } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { CheckResult } from '@bollard/uptime'
import type { MonitoringContext } from '../monitoring-context.ts'
import { assertReadable } from './machine-settings.ts'
import { joinSecret, mayUse, openSecret, splitSecret } from './secrets.ts'

/** Runs a check once. With a service's id its secret is used where the check has none, and only at the host that it was kept for. */
export async function tryCheck(
  { db, box, runCheck, allowPrivate }: Pick<MonitoringContext, 'db' | 'box' | 'runCheck' | 'allowPrivate'>,
  { solutionId, check, serviceId }: { solutionId: string; check: ProbedCheck; serviceId: string | null },
): Promise<TriedCheck> {
  assertReadable(check)
  const { secret: given } = splitSecret(check)
  if (serviceId === null || given !== null) return shown(await runCheck(joinSecret(check, given), { allowPrivate }))
  const [stored] = await db.query('monitoring-service-secret', secretSql, [solutionId, serviceId])
  if (stored === undefined) throw new ProblemError('not-found')
  const secret = mayUse(check, stored.config) ? openSecret(box, serviceId.toLowerCase(), stored) : null
  return shown(await runCheck(joinSecret(check, secret), { allowPrivate }))
}

/** As the contract has it, whose schema is what it leaves by. */
function shown(result: CheckResult): TriedCheck {
  return { ...result, assertions: [...result.assertions] } as TriedCheck
}

const secretSql =
  'select config, secret, secret_key_id as "secretKeyId" from monitoring.services where solution_id = $1 and id = $2'
