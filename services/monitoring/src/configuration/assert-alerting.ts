import {
  alertRulesMax,
  channelsMax,
  type ConfiguredRule,
  type ConfiguredService,
  type MonitoringConfiguration,
  onCallSchedulesMax,
  statusPagesMax,
} from '@bollard/contracts'
import { type FieldError, ProblemError } from '@bollard/http'
import type { Queries } from '@bollard/database'
import { assertFollowable } from '../alert/rules.ts'
import { assertQuiet } from '../channel/channels.ts'
import type { MonitoringContext, PlanTerms } from '../monitoring-context.ts'
import { assertUsable } from '../page/write-page.ts'
import { at, duplicates, faultsOf, idFaults, unknownKeys } from './file-faults.ts'
import type { Difference } from './compare.ts'
import { scheduleFaults } from './on-call-file.ts'
import type { Stored } from './stored-configuration.ts'

interface Judged {
  readonly file: MonitoringConfiguration
  readonly stored: Stored
  readonly difference: Difference
  readonly deleteMissing: boolean
}

/** What is wrong with channels, schedules, rules and pages of a file, with the places. `every` are all services that there will be. */
export function alertingFaults(
  context: Pick<MonitoringContext, 'now' | 'status' | 'allowPrivate'>,
  { file, stored, difference, deleteMissing }: Judged,
  every: ReadonlyMap<string, ConfiguredService>,
): FieldError[] {
  const { channels = [], onCallSchedules = [], alertRules = [], statusPages = [] } = file
  const keysOf = (list: readonly { readonly key: string }[] | undefined, kept: ReadonlyMap<string, object>) =>
    new Set([...(deleteMissing && list !== undefined ? [] : kept.keys()), ...(list ?? []).map(({ key }) => key)])
  const known = {
    CHANNEL: keysOf(file.channels, stored.channels),
    SCHEDULE: keysOf(file.onCallSchedules, stored.schedules),
  }
  return [
    ...duplicates(channels, '/channels'),
    ...duplicates(onCallSchedules, '/onCallSchedules'),
    ...duplicates(alertRules, '/alertRules'),
    ...duplicates(statusPages, '/statusPages'),
    ...channels.flatMap((one, index) => faultsOf(`/channels/${index}`, () => assertQuiet(one, context.now()))),
    ...difference.channels.changed.flatMap(({ file: { target }, stored: former, index }) =>
      target.kind === former.file.target.kind ? [] : [unchangeable(`/channels/${index}/target/kind`)],
    ),
    ...scheduleFaults(onCallSchedules, known.CHANNEL),
    ...alertRules.flatMap((rule, index) =>
      at(`/alertRules/${index}`, [
        ...unknownKeys(rule.services, every, '/services'),
        ...targetFaults(rule, known),
        ...faultsOf('', () => assertFollowable({ ...rule, steps: stepsById(rule) })),
      ]),
    ),
    ...difference.rules.changed.flatMap(({ file: { condition }, stored: former, index }) =>
      condition.kind === former.file.condition.kind ? [] : [unchangeable(`/alertRules/${index}/condition/kind`)],
    ),
    ...statusPages.flatMap(({ groups, ...page }, index) => [
      ...faultsOf(`/statusPages/${index}`, () => assertUsable(context, page)),
      ...groups.flatMap(({ components }, group) =>
        components.flatMap(({ service }, component) =>
          every.has(service)
            ? []
            : [{ pointer: `/statusPages/${index}/groups/${group}/components/${component}/service`, code: 'unknown' }],
        ),
      ),
    ]),
    ...idFaults('channels', difference.channels.created),
    ...idFaults('onCallSchedules', difference.schedules.created),
    ...idFaults('alertRules', difference.rules.created),
    ...idFaults('statusPages', difference.pages.created),
  ]
}

/** Refuses more channels, schedules and rules than a solution may have, and more pages than its plan allows. Throws `quota-exceeded`. */
export function assertAlertingRoom({ stored, difference, deleteMissing }: Judged, plan: PlanTerms | null): void {
  const room = [
    ['channels', stored.channels.size, difference.channels, channelsMax],
    ['onCallSchedules', stored.schedules.size, difference.schedules, onCallSchedulesMax],
    ['alertRules', stored.rules.size, difference.rules, alertRulesMax],
    [
      'statusPages',
      stored.pages.size,
      difference.pages,
      Math.min(plan?.limits.statusPages ?? statusPagesMax, statusPagesMax),
    ],
  ] as const
  const errors = room.flatMap(([limit, before, { created, missing }, max]): FieldError[] => {
    const used = before + created.length - (deleteMissing ? missing.length : 0)
    return created.length === 0 || used <= max
      ? []
      : [{ pointer: `/${limit}`, code: 'limit-exceeded', params: { limit, used, max } }]
  })
  if (errors.length > 0) throw new ProblemError('quota-exceeded', undefined, { errors })
}

/** Refuses names of pages that others have, which only a look past the own solution finds. Throws `in-use`. */
export async function assertNamesFree(tx: Queries, { file: { statusPages = [] }, stored }: Judged): Promise<void> {
  const named = statusPages.map(({ slug }, index) => ({ name: slug, pointer: `/statusPages/${index}/slug` }))
  if (named.length === 0) return
  const own = [...stored.pages.values()].map(({ id }) => id)
  const taken = await takenNames(
    tx,
    named.map(({ name }) => name),
    own,
  )
  const errors = named.filter(({ name }) => taken.has(name)).map(({ pointer }) => ({ pointer, code: 'taken' }))
  if (errors.length > 0) throw new ProblemError('in-use', 'Another status page has this name.', { errors })
}

/** Which of these slugs a page has already, other than `but`. */
export async function takenNames(
  tx: Queries,
  names: readonly string[],
  but: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query('monitoring-taken-names', takenSql, [names, but])
  return new Set(rows.map(({ name }) => name ?? ''))
}

function unchangeable(pointer: string): FieldError {
  return { pointer, code: 'unchangeable' }
}

function targetFaults(
  { steps }: ConfiguredRule,
  known: Readonly<Record<'CHANNEL' | 'SCHEDULE', ReadonlySet<string>>>,
): FieldError[] {
  return steps.flatMap(({ targets }, step) =>
    targets.flatMap(({ kind, key }, index) =>
      known[kind].has(key) ? [] : [{ pointer: `/steps/${step}/targets/${index}/key`, code: 'unknown' }],
    ),
  )
}

/** What the arithmetic looks at does not depend on what targets are called. */
function stepsById({ steps }: ConfiguredRule) {
  return steps.map(({ afterMinutes, targets }) => ({
    afterMinutes,
    targets: targets.map(({ kind, key }) => ({ kind, id: key })),
  }))
}

const takenSql = 'select taken as name from monitoring.taken_names($1::text[], $2::uuid[]) taken'
