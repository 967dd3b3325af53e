import {
  type ConfiguredService,
  maintenanceWindowsMax,
  monitoredServicesMax,
  type MonitoringConfiguration,
} from '@bollard/contracts'
import { type FieldError, ProblemError } from '@bollard/http'
import { assertPlannable } from '../maintenance/windows.ts'
import type { MonitoringContext, PlanTerms } from '../monitoring-context.ts'
import { isProbed } from '../service/create.ts'
import { assertUsable } from '../service/machine-settings.ts'
import type { judgePlaces } from '../service/places.ts'
import { assertInterval } from '../service/plan.ts'
import { alertingFaults, assertAlertingRoom } from './assert-alerting.ts'
import { at, duplicates, faultsOf, idFaults, unknownKeys } from './file-faults.ts'
import { refuseFile } from './read-file.ts'
import type { Difference } from './compare.ts'
import { type Stored, withIds } from './stored-configuration.ts'

interface Judged {
  readonly file: MonitoringConfiguration
  readonly stored: Stored
  readonly difference: Difference
  readonly deleteMissing: boolean
  readonly plan: PlanTerms | null
  readonly judge: Awaited<ReturnType<typeof judgePlaces>>
  readonly context: Pick<MonitoringContext, 'now' | 'status' | 'allowPrivate'>
}

/**
 * Refuses a file that nothing could be made of: keys that come twice, relations that lead nowhere or in a circle, kinds that change, what
 * the arithmetic cannot work with. Throws `validation-failed` with the places in the file.
 */
export function assertSound({ context, judge, ...judged }: Omit<Judged, 'plan'>): void {
  const { file, stored, difference, deleteMissing } = judged
  const kept = deleteMissing ? [] : difference.services.missing.map((one) => one.file)
  const every = new Map([...kept, ...file.services].map((one) => [one.key, one]))
  const errors = [
    ...duplicates(file.services, '/services'),
    ...duplicates(file.maintenance, '/maintenance'),
    ...file.services.flatMap((service, index) => at(`/services/${index}`, relationFaults(service, every))),
    ...file.services.flatMap((service, index) => faultsOf(`/services/${index}`, () => assertUsable(usable(service)))),
    ...file.services.flatMap(({ key, check, places }, index) => {
      const former = stored.services.get(key)?.file.places ?? []
      return at(`/services/${index}/places`, judge({ kinds: [check.kind], places, former }))
    }),
    ...file.services.flatMap(({ check }, index) => at(`/services/${index}`, heartbeatFaults(check, every))),
    ...difference.services.changed.flatMap(({ file: { check }, stored: { config }, index }) =>
      check.kind === config.kind ? [] : [{ pointer: `/services/${index}/check/kind`, code: 'unchangeable' }],
    ),
    ...file.maintenance.flatMap(({ services, ...window }, index) => [
      ...at(`/maintenance/${index}`, unknownKeys(services, every, '/services')),
      ...faultsOf(`/maintenance/${index}`, () => assertPlannable({ ...window, serviceIds: [] })),
    ]),
    ...idFaults('services', difference.services.created),
    ...idFaults('maintenance', difference.windows.created),
    ...alertingFaults(context, judged, every),
  ]
  if (errors.length > 0) refuseFile('validation-failed', errors)
  if (stored.windows.size + difference.windows.created.length > maintenanceWindowsMax && !deleteMissing)
    throw new ProblemError('quota-exceeded', `A solution may plan ${maintenanceWindowsMax} maintenance windows.`)
}

/** Refuses what the plan has no room for. Throws `quota-exceeded` with the places in the file. */
export function assertWithinPlan({ plan, ...judged }: Omit<Judged, 'judge' | 'context'>): void {
  const { file, stored, difference, deleteMissing } = judged
  const { created, missing } = difference.services
  const used = stored.services.size + created.length - (deleteMissing ? missing.length : 0)
  const max = Math.min(plan?.limits.monitors ?? monitoredServicesMax, monitoredServicesMax)
  const errors: FieldError[] = file.services.flatMap(({ key, check, intervalSeconds: seconds }, index) => {
    if (!isProbed(check.kind)) return []
    const before = stored.services.get(key)?.file.intervalSeconds ?? null
    return faultsOf('', () => assertInterval(plan, { seconds, before, pointer: `/services/${index}/intervalSeconds` }))
  })
  if (created.length > 0 && used > max)
    errors.unshift({ pointer: '/services', code: 'limit-exceeded', params: { limit: 'monitors', used, max } })
  if (errors.length > 0) refuseFile('quota-exceeded', errors)
  assertAlertingRoom(judged, plan)
}

/** What the arithmetic looks at does not depend on what members are called. */
function usable({ check, ...service }: ConfiguredService) {
  return { ...service, config: withIds(check, (key) => key) }
}

type Every = ReadonlyMap<string, ConfiguredService>

function relationFaults(service: ConfiguredService, every: Every): FieldError[] {
  const members = membersOf(service)
  const errors = unknownKeys(members, every, '/check/target/members')
  for (const [index, member] of members.entries())
    if (every.get(member)?.check.kind === 'GROUP')
      errors.push({ pointer: `/check/target/members/${index}`, code: 'group-in-group' })
  if (service.parent !== null && !every.has(service.parent)) errors.push({ pointer: '/parent', code: 'unknown' })
  else if (service.parent !== null && dependsOn(service.parent, service.key, every))
    errors.push({ pointer: '/parent', code: 'circular' })
  return errors
}

function heartbeatFaults(check: ConfiguredService['check'], every: Every): FieldError[] {
  const asked = check.kind === 'FORM' ? check.target.heartbeat?.service : undefined
  if (asked === undefined || every.get(asked)?.check.kind === 'HEARTBEAT') return []
  return [{ pointer: '/check/target/heartbeat/service', code: 'unknown' }]
}

/** Whether one service hangs on another, over however many. */
function dependsOn(from: string, on: string, every: Every): boolean {
  const seen = new Set<string>()
  const waiting = [from]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (key === on) return true
    const service = seen.has(key) ? undefined : every.get(key)
    seen.add(key)
    if (service !== undefined) waiting.push(...membersOf(service), ...(service.parent === null ? [] : [service.parent]))
  }
  return false
}

function membersOf({ check }: ConfiguredService): readonly string[] {
  return check.kind === 'GROUP' ? check.target.members : []
}
