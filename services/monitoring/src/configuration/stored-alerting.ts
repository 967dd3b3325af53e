import type { ConfiguredChannel, ConfiguredPage, ConfiguredRule, ConfiguredSchedule } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { SealedChannel } from '../channel/channel-secrets.ts'
import { groupsOf } from '../page/stored-pages.ts'
import { withChannelKeys } from './on-call-file.ts'

export interface StoredChannel {
  readonly id: string
  readonly sealed: SealedChannel
  readonly file: ConfiguredChannel
}

export interface StoredSchedule {
  readonly id: string
  readonly file: ConfiguredSchedule
}

export interface StoredRule {
  readonly id: string
  readonly file: ConfiguredRule
}

export interface StoredPage {
  readonly id: string
  readonly hasPassword: boolean
  /** Its components in their order: whoever follows one follows its id. */
  readonly components: readonly { readonly id: string; readonly service: string }[]
  readonly file: ConfiguredPage
}

/** Who is told of what a solution monitors, by keys. */
export interface StoredAlerting {
  readonly channels: ReadonlyMap<string, StoredChannel>
  readonly schedules: ReadonlyMap<string, StoredSchedule>
  readonly rules: ReadonlyMap<string, StoredRule>
  readonly pages: ReadonlyMap<string, StoredPage>
}

/** Reads it. `keys` are those of services by their ids; `versions` gets a line for everything that is there. */
export async function readStoredAlerting(
  db: Queries,
  solutionId: string,
  keys: ReadonlyMap<string, string>,
  versions: string[],
): Promise<StoredAlerting> {
  const channelRows = await db.query('monitoring-configuration-channels', channelsSql, [solutionId])
  const ruleRows = await db.query('monitoring-configuration-rules', rulesSql, [solutionId])
  const pageRows = await db.query('monitoring-configuration-pages', pagesSql, [solutionId])
  const pageIds = pageRows.map(({ id }) => id)
  const componentRows = await db.query('monitoring-configuration-components', componentsSql, [pageIds])
  const scheduleRows = await db.query('monitoring-configuration-schedules', schedulesSql, [solutionId])
  for (const { id, version } of [...channelRows, ...scheduleRows, ...ruleRows, ...pageRows])
    versions.push(`${id} ${version}`)
  const channelKeys = new Map(channelRows.map(({ id, key }) => [id, key]))
  const channels = channelRows.map((row): StoredChannel => {
    const { id, version: _version, secret, secretKeyId, secretNames, ...file } = row
    // What is shown of a target has null where its secrets were: as a file says that they stay.
    return { id, sealed: { target: file.target, secret, secretKeyId, secretNames }, file }
  })
  const keyOfChannel = (id: string): string => channelKeys.get(id) ?? id
  const schedules = scheduleRows.map(({ id, version: _version, layers, overrides, ...rest }): StoredSchedule => {
    return { id, file: { ...rest, ...withChannelKeys({ layers, overrides }, keyOfChannel) } }
  })
  const targetKeys = { CHANNEL: channelKeys, SCHEDULE: new Map(scheduleRows.map(({ id, key }) => [id, key])) }
  const rules = ruleRows.flatMap(({ id, version: _version, serviceIds, steps, ...rest }): StoredRule[] => {
    const services = serviceIds.flatMap((one) => keys.get(one) ?? [])
    // One whose services are all gone watches nothing; in a file, no services would mean all of them.
    if (serviceIds.length > 0 && services.length === 0) return []
    const named = steps.map(({ afterMinutes, targets }) => ({
      afterMinutes,
      targets: targets.map((one) => ({ kind: one.kind, key: targetKeys[one.kind].get(one.id) ?? one.id })),
    }))
    return [{ id, file: { ...rest, services, steps: named } }]
  })
  const componentsByPage = Map.groupBy(componentRows, ({ pageId }) => pageId)
  const pages = pageRows.map(({ id, version: _version, hasPassword, colorLight, colorDark, ...rest }): StoredPage => {
    const rows = (componentsByPage.get(id) ?? []).flatMap((row) => {
      const service = keys.get(row.serviceId)
      return service === undefined ? [] : [{ ...row, service }]
    })
    const groups = groupsOf(rows, ({ service, name, description }) => ({ service, name, description }))
    const colors = { light: colorLight, dark: colorDark }
    // Only languages of the contract are ever written.
    const shown = rest.languages as ConfiguredPage['languages']
    return {
      id,
      hasPassword,
      components: rows.map((row) => ({ id: row.id, service: row.service })),
      file: { ...rest, languages: shown, colors, groups, password: null },
    }
  })
  return {
    channels: new Map(channels.map((one) => [one.file.key, one])),
    schedules: new Map(schedules.map((one) => [one.file.key, one])),
    rules: new Map(rules.map((one) => [one.file.key, one])),
    pages: new Map(pages.map((one) => [one.file.key, one])),
  }
}

/** Places in the file of what was left out of it. */
export function secretPlaces({ channels, pages }: Pick<StoredAlerting, 'channels' | 'pages'>): string[] {
  return [
    ...[...channels.values()].flatMap(({ file: { target }, sealed }, index) => {
      const group = target.kind === 'PRESET' || target.kind === 'REQUEST' ? 'secrets/' : ''
      return sealed.secretNames.map((name) => `/channels/${index}/target/${group}${name}`)
    }),
    ...[...pages.values()].flatMap(({ hasPassword }, index) => (hasPassword ? [`/statusPages/${index}/password`] : [])),
  ]
}

const channelsSql = `select id, coalesce(key, id::text) as key, name, language, active, quiet_hours as "quietHours", target, secret,
    secret_key_id as "secretKeyId", secret_names as "secretNames", version
  from monitoring.channels where solution_id = $1 order by created_at, key`
const rulesSql = `select id, coalesce(key, id::text) as key, name, active, service_ids as "serviceIds", condition, steps, repeat, version
  from monitoring.alert_rules where solution_id = $1 order by created_at, key`
const pagesSql = `select id, coalesce(key, id::text) as key, slug, host, name, description, announcement, days, response_times as "responseTimes",
    maintenance, color_light as "colorLight", color_dark as "colorDark", logo, languages, networks, noindex, published,
    password_hash is not null as "hasPassword", version
  from monitoring.status_pages where solution_id = $1 order by created_at, key`
const componentsSql = `select id, page_id as "pageId", service_id as "serviceId", name, description, group_number as "groupNumber",
    group_name as "groupName"
  from monitoring.page_components where page_id = any ($1::uuid[]) order by page_id, position`
const schedulesSql = `select id, coalesce(key, id::text) as key, name, time_zone as "timeZone", layers, overrides, version
  from monitoring.on_call_schedules where solution_id = $1 order by created_at, key`
