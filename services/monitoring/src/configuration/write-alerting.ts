import type {
  AlertRuleNew,
  ConfiguredChannel,
  ConfiguredPage,
  ConfiguredRule,
  MonitoringConfiguration,
  StatusPageNew,
} from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { FieldError } from '@bollard/http'
import { askAddresses, lookUp } from '../alert-address/ask-addresses.ts'
import { insertRule, removeRule, rewriteRule } from '../alert/rules.ts'
import { type SealedChannel, sealChannel } from '../channel/channel-secrets.ts'
import { askedBefore, insertChannel, removeChannel, rewriteChannel } from '../channel/channels.ts'
import type { ChannelPorts } from '../channel-ports.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { insertSchedule, removeSchedule, rewriteSchedule } from '../on-call/schedules.ts'
import { hashPagePassword } from '../page/password.ts'
import { putComponents } from '../page/put-components.ts'
import { insertPage, refuseTaken, rewritePage } from '../page/write-page.ts'
import { faultsOf } from './file-faults.ts'
import type { Difference } from './compare.ts'
import { withChannelIds } from './on-call-file.ts'
import { refuseFile } from './read-file.ts'
import type { StoredPage } from './stored-alerting.ts'
import type { Stored } from './stored-configuration.ts'

type WriteContext = Pick<MonitoringContext, 'newId' | 'box' | 'randomBytes' | 'channels'>
type Ids = ReadonlyMap<string, string>

interface ChannelRow {
  readonly id: string
  readonly file: ConfiguredChannel
  readonly sealed: SealedChannel
  readonly isNew: boolean
  /** Addresses that were asked already. */
  readonly before: readonly string[]
}

/** Channels with their secrets sealed, and the ids of all channels and schedules by their keys. */
interface PreparedAlerting {
  readonly channels: readonly ChannelRow[]
  readonly channelIds: Ids
  readonly scheduleIds: Ids
}

/** Gets channels ready. Throws `validation-failed` for secrets that are missing. */
export function prepareAlerting(
  context: WriteContext,
  { channels, schedules }: Difference,
  stored: Stored,
): PreparedAlerting {
  const errors: FieldError[] = []
  const wanted = [
    ...channels.created.map((one) => ({ ...one, id: context.newId(), former: null, before: [] })),
    ...channels.changed.map((one) => ({
      ...one,
      id: one.stored.id,
      former: one.stored.sealed,
      before: askedBefore(one.stored.file),
    })),
  ]
  const rows = wanted.flatMap(({ index, file, id, former, before }): ChannelRow[] => {
    const made: ChannelRow[] = []
    const faults = faultsOf(`/channels/${index}`, () => {
      const sealed = sealChannel(context, file.target, id, former)
      // A secret that is made here is shown once, and a file has no place to show it.
      if (sealed.made === null) made.push({ id, file, sealed, isNew: former === null, before })
      else errors.push({ pointer: `/channels/${index}/target/secret`, code: 'required' })
    })
    errors.push(...faults)
    return made
  })
  if (errors.length > 0) refuseFile('validation-failed', errors)
  const channelIds = new Map([...stored.channels].map(([key, { id }]) => [key, id]))
  for (const { id, file } of rows) channelIds.set(file.key, id)
  const scheduleIds = new Map([...stored.schedules].map(([key, { id }]) => [key, id]))
  for (const { file } of schedules.created) scheduleIds.set(file.key, context.newId())
  return { channels: rows, channelIds, scheduleIds }
}

/** What is stored of the passwords of pages, by their keys: it takes a while, so that no transaction waits for it. */
export async function hashPasswords(
  { randomBytes }: Pick<WriteContext, 'randomBytes'>,
  { statusPages = [] }: MonitoringConfiguration,
): Promise<ReadonlyMap<string, Buffer>> {
  const hashes = new Map<string, Buffer>()
  for (const { key, password } of statusPages)
    if (password !== null) hashes.set(key, await hashPagePassword(password, randomBytes))
  return hashes
}

type LookedUp = Awaited<ReturnType<typeof lookUp>>

/** Who of the addresses of a file's channels is a member and who can be reached, by the keys of channels. Ask outside of a transaction. */
export async function lookUpChannels(
  ports: ChannelPorts,
  solutionId: string,
  { channels = [] }: MonitoringConfiguration,
): Promise<ReadonlyMap<string, LookedUp>> {
  const looked = new Map<string, LookedUp>()
  for (const { key, target } of channels)
    if (target.kind === 'EMAIL') looked.set(key, await lookUp(ports, solutionId, target))
  return looked
}

interface Where extends PreparedAlerting {
  readonly solutionId: string
  readonly at: Date
  readonly deleteMissing: boolean
  /** Of all services, by their keys. */
  readonly serviceIds: Ids
  readonly hashes: ReadonlyMap<string, Buffer>
  readonly looked: ReadonlyMap<string, LookedUp>
}

/** Does what a comparison found of channels, schedules, rules and pages. Throws `in-use` for what others need, and for names that are taken. */
export async function writeAlerting(
  context: Pick<WriteContext, 'newId' | 'randomBytes' | 'channels'>,
  tx: Queries,
  { channels, schedules, rules, pages }: Difference,
  { solutionId, at, deleteMissing, serviceIds, hashes, looked, ...prepared }: Where,
): Promise<void> {
  const { newId } = context
  const written = (id: string) => ({ id, solutionId, at })
  if (deleteMissing) {
    for (const { id } of rules.missing) await removeRule(tx, id)
    await tx.query('monitoring-configuration-unpublish', unpublishSql, [solutionId, pages.missing.map(({ id }) => id)])
  }
  for (const { id, file, sealed, isNew, before } of prepared.channels) {
    const { key, ...input } = file
    await (isNew ? insertChannel : rewriteChannel)(tx, written(id), input, sealed)
    if (isNew) await tx.query('monitoring-configuration-channel-key', channelKeySql, [id, key])
    const addresses = looked.get(key)
    const { language, active } = file
    if (addresses !== undefined)
      await askAddresses(tx, context, { ...addresses, solutionId, language, active, before, at })
  }
  const channelOf = (key: string): string => prepared.channelIds.get(key) ?? key
  for (const { file } of schedules.created) {
    const id = prepared.scheduleIds.get(file.key) ?? file.key
    await insertSchedule(tx, written(id), withChannelIds(file, channelOf))
    await tx.query('monitoring-configuration-schedule-key', scheduleKeySql, [id, file.key])
  }
  for (const { file, stored } of schedules.changed)
    await rewriteSchedule(tx, written(stored.id), withChannelIds(file, channelOf))
  const targetIds = { CHANNEL: prepared.channelIds, SCHEDULE: prepared.scheduleIds }
  const ruleOf = (file: ConfiguredRule) => withIds(file, serviceIds, targetIds)
  for (const { file } of rules.created) {
    const id = newId()
    await insertRule(tx, written(id), ruleOf(file))
    await tx.query('monitoring-configuration-rule-key', ruleKeySql, [id, file.key])
  }
  for (const { file, stored } of rules.changed) await rewriteRule(tx, written(stored.id), ruleOf(file))
  // What others name goes after them.
  if (deleteMissing) {
    for (const { id } of schedules.missing) await removeSchedule(tx, { solutionId, id })
    for (const { id } of channels.missing) await removeChannel(tx, { solutionId, id })
  }
  const putPage = async (file: ConfiguredPage, index: number, former: StoredPage | null): Promise<void> => {
    const { key, password: _password, groups, ...settings } = file
    const id = former?.id ?? newId()
    const hash = hashes.get(key) ?? null
    const put = () =>
      former === null
        ? insertPage(tx, { ...written(id), hash }, settings)
        : rewritePage(tx, { ...written(id), hash, keeps: hash === null }, settings)
    await refuseTaken(settings, put, `/statusPages/${index}`)
    if (former === null) await tx.query('monitoring-configuration-page-key', pageKeySql, [id, key])
    await putComponents(tx, { solutionId, pageId: id, groups: componentsOf(groups, serviceIds, former), newId })
  }
  for (const { file, index } of pages.created) await putPage(file, index, null)
  for (const { file, index, stored } of pages.changed) await putPage(file, index, stored)
}

function withIds(
  { key: _key, services, steps, ...rest }: ConfiguredRule,
  ids: Ids,
  targetIds: Readonly<Record<'CHANNEL' | 'SCHEDULE', Ids>>,
): AlertRuleNew {
  return {
    ...rest,
    serviceIds: services.flatMap((key) => ids.get(key) ?? []),
    steps: steps.map(({ afterMinutes, targets }) => ({
      afterMinutes,
      targets: targets.map(({ kind, key }) => ({ kind, id: targetIds[kind].get(key) ?? key })),
    })),
  }
}

/** Components keep their ids by their services, in their order, so that subscriptions follow them. */
function componentsOf(groups: ConfiguredPage['groups'], ids: Ids, former: StoredPage | null): StatusPageNew['groups'] {
  const waiting = [...(former?.components ?? [])]
  return groups.map(({ name, components }) => ({
    name,
    components: components.map(({ service, ...rest }) => {
      const index = waiting.findIndex((one) => one.service === service)
      const [kept] = index === -1 ? [] : waiting.splice(index, 1)
      return { ...rest, id: kept?.id ?? null, serviceId: ids.get(service) ?? service }
    }),
  }))
}

const channelKeySql = 'update monitoring.channels set key = $2 where id = $1'
const scheduleKeySql = 'update monitoring.on_call_schedules set key = $2 where id = $1'
const ruleKeySql = 'update monitoring.alert_rules set key = $2 where id = $1'
const pageKeySql = 'update monitoring.status_pages set key = $2 where id = $1'
const unpublishSql = 'delete from monitoring.status_pages where solution_id = $1 and id = any ($2::uuid[])'
