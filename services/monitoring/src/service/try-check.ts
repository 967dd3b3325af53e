import type { Caller } from '@bollard/access'
import type { ProbedCheck, TriedCheck } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { CheckResult } from '@bollard/uptime'
import { assertHeartbeat, assertLinked } from '../captcha/assert-linked.ts'
import { runAnyCheck } from '../captcha/run-any-check.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { assertReadable } from './machine-settings.ts'
import { givenSecretPathsOf, joinSecret, mergeSecrets, openSecret, secretPathsOf, splitSecret } from './secrets.ts'

type TryContext = Pick<
  MonitoringContext,
  'db' | 'workerDb' | 'box' | 'runCheck' | 'allowPrivate' | 'browser' | 'captcha' | 'now'
>

/** Runs a check once. With a service's id its secret is used where the check has none, and only at the host that it was kept for. */
export async function tryCheck(
  context: TryContext,
  actor: Caller,
  { solutionId, check, serviceId }: { solutionId: string; check: ProbedCheck; serviceId: string | null },
): Promise<TriedCheck> {
  const { db, box } = context
  assertReadable(check)
  await assertLinked(context, actor, { solutionId, check, former: null })
  await assertHeartbeat(db, solutionId, check)
  const run = (secret: string | null) =>
    runAnyCheck({ ...context, db: context.workerDb }, joinSecret(check, secret), { solutionId, serviceId: null })
  const given = givenSecretPathsOf(check).length
  // Whoever names a service has one, also where nothing of it is needed.
  const isWhole = given > 0 && given === secretPathsOf(check).length && !leavesValues(check)
  if (serviceId === null || isWhole) return shown(await run(splitSecret(check).secret))
  const [stored] = await db.query('monitoring-service-secret', secretSql, [solutionId, serviceId])
  if (stored === undefined) throw new ProblemError('not-found')
  const text = openSecret(box, serviceId.toLowerCase(), stored)
  return shown(await run(mergeSecrets(check, { config: stored.config, text })))
}

/** Whether values of a form are left to what is kept of it. */
function leavesValues(check: ProbedCheck): boolean {
  return check.kind === 'FORM' && check.target.fields.some(({ value }) => value === null)
}
/** As the contract has it, whose schema is what it leaves by. */
function shown(result: CheckResult): TriedCheck {
  return { ...result, assertions: [...result.assertions] } as TriedCheck
}

const secretSql =
  'select config, secret, secret_key_id as "secretKeyId" from monitoring.services where solution_id = $1 and id = $2'
