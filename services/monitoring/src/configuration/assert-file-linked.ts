import type { Caller } from '@bollard/access'
import { captchaKinds, type CheckKind, configurationFaultsMax, type MonitoringConfiguration } from '@bollard/contracts'
import type { FieldError } from '@bollard/http'
import { linkFault } from '../captcha/assert-linked.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { refuseFile } from './read-file.ts'
import { readStored } from './stored-configuration.ts'

/** Refuses captchas in a file that the caller may not name. Ask before a transaction. Throws `validation-failed` with places in the file. */
export async function assertFileLinked(
  context: Pick<MonitoringContext, 'db' | 'captcha' | 'now' | 'browser'>,
  caller: Caller,
  solutionId: string,
  { services }: MonitoringConfiguration,
): Promise<void> {
  if (!services.some(({ check }) => asksCaptcha(check.kind))) return
  const stored = await readStored(context.db, solutionId)
  const errors: FieldError[] = []
  for (const [index, { key, check }] of services.entries()) {
    if (!asksCaptcha(check.kind) || errors.length === configurationFaultsMax) continue
    const former = stored.services.get(key)?.config ?? null
    const fault = await linkFault(context, caller, { solutionId, check, former })
    if (fault !== null) errors.push({ ...fault, pointer: `/services/${index}${fault.pointer}` })
  }
  if (errors.length > 0) refuseFile('validation-failed', errors)
}

function asksCaptcha(kind: CheckKind): boolean {
  return (captchaKinds as readonly CheckKind[]).includes(kind)
}
