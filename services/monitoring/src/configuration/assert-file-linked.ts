import type { Caller } from '@bollard/access'
import {
  captchaKinds,
  type ChannelTarget,
  type CheckKind,
  configurationFaultsMax,
  type MonitoringConfiguration,
} from '@bollard/contracts'
import type { FieldError } from '@bollard/http'
import { linkFault } from '../captcha/assert-linked.ts'
import { assertChannel } from '../channel/assert-channel.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { faultsOf } from './file-faults.ts'
import { refuseFile } from './read-file.ts'
import { readStored, withIds } from './stored-configuration.ts'

/** Refuses captchas in a file that the caller may not name, and channels that could never be told anything. Ask before a transaction. Throws `validation-failed` with places in the file. */
export async function assertFileLinked(
  context: Pick<MonitoringContext, 'db' | 'captcha' | 'now' | 'browser' | 'channels'>,
  caller: Caller,
  solutionId: string,
  { services, channels = [] }: MonitoringConfiguration,
): Promise<void> {
  const refused: FieldError[] = []
  for (const [index, { target }] of channels.entries())
    refused.push(...channelFaults(context, target, `/channels/${index}`))
  if (refused.length > 0) refuseFile('validation-failed', refused)
  if (!services.some(({ check }) => asksCaptcha(check.kind))) return
  const stored = await readStored(context.db, solutionId)
  const errors: FieldError[] = []
  for (const [index, { key, check }] of services.entries()) {
    if (!asksCaptcha(check.kind) || errors.length === configurationFaultsMax) continue
    const former = stored.services.get(key)?.config ?? null
    const fault = await linkFault(context, caller, { solutionId, check: withIds(check, (one) => one), former })
    if (fault !== null) errors.push({ ...fault, pointer: `/services/${index}${fault.pointer}` })
  }
  if (errors.length > 0) refuseFile('validation-failed', errors)
}

/** What is wrong with a target: private addresses, templates that cannot be filled. */
export function channelFaults(
  { channels }: Pick<MonitoringContext, 'channels'>,
  target: ChannelTarget,
  place: string,
): readonly FieldError[] {
  return faultsOf(place, () => assertChannel(channels, target))
}

function asksCaptcha(kind: CheckKind): boolean {
  return (captchaKinds as readonly CheckKind[]).includes(kind)
}
