import { createHash } from 'node:crypto'
import type { ConfiguredService, ConfiguredWindow, MonitoringCheck, MonitoringConfiguration } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { secretPathsOf, splitSecret, type StoredSecret } from '../service/secrets.ts'
import { readStoredAlerting, secretPlaces, type StoredAlerting } from './stored-alerting.ts'

/** A service as it is kept, with what a file says of it. */
export interface StoredService extends StoredSecret {
  readonly id: string
  readonly config: MonitoringCheck
  readonly file: ConfiguredService
}

export interface StoredWindow {
  readonly id: string
  readonly file: ConfiguredWindow
}

/** All that a solution monitors, by keys. */
export interface Stored extends StoredAlerting {
  readonly services: ReadonlyMap<string, StoredService>
  readonly windows: ReadonlyMap<string, StoredWindow>
  /** Another one after each change. */
  readonly revision: string
}

/** Reads it in a few statements. What was never in a file goes by its id. */
export async function readStored(db: Queries, solutionId: string): Promise<Stored> {
  const rows = await db.query('monitoring-configuration-services', servicesSql, [solutionId])
  const planned = await db.query('monitoring-configuration-windows', windowsSql, [solutionId])
  const keys = new Map(rows.map(({ id, key }) => [id, key]))
  const versions: string[] = []
  const services = rows.map(({ id, config, secret, secretKeyId, parentId, version, ...rest }): StoredService => {
    versions.push(`${id} ${version}`)
    const parent = parentId === null ? null : (keys.get(parentId) ?? null)
    const check = withKeys(splitSecret(config).config, keys)
    return { id, config, secret, secretKeyId, file: { ...rest, parent, check } }
  })
  const windows = planned.flatMap(({ id, serviceIds, version, ...rest }): StoredWindow[] => {
    versions.push(`${id} ${version}`)
    const named = serviceIds.flatMap((one) => keys.get(one) ?? [])
    // One whose services are all gone silences nothing; in a file, no services would mean all of them.
    return serviceIds.length > 0 && named.length === 0 ? [] : [{ id, file: { ...rest, services: named } }]
  })
  const alerting = await readStoredAlerting(db, solutionId, keys, versions)
  return {
    ...alerting,
    services: new Map(services.map((one) => [one.file.key, one])),
    windows: new Map(windows.map((one) => [one.file.key, one])),
    revision: createHash('sha256').update(versions.join('\n')).digest('hex'),
  }
}

/** The file of it, with the places of what was left out of it. */
export function fileOf({ services, windows, channels, schedules, rules, pages }: Stored): MonitoringConfiguration {
  const all = [...services.values()]
  return {
    version: 1,
    services: all.map(({ file }) => file),
    maintenance: [...windows.values()].map(({ file }) => file),
    channels: [...channels.values()].map(({ file }) => file),
    onCallSchedules: [...schedules.values()].map(({ file }) => file),
    alertRules: [...rules.values()].map(({ file }) => file),
    statusPages: [...pages.values()].map(({ file }) => file),
    secretsLeftOut: [
      ...all.flatMap(({ config, secret }, index) =>
        secret === null ? [] : secretPathsOf(config).map((path) => `/services/${index}${path}`),
      ),
      ...secretPlaces({ channels, pages }),
    ],
  }
}

/** A check of a file as it is stored, where ids take the place of keys. What has no id yet is left out, or stays as it is. */
export function withIds(check: ConfiguredService['check'], idOf: (key: string) => string | undefined): MonitoringCheck {
  if (check.kind === 'GROUP')
    return { ...check, target: { ...check.target, members: check.target.members.flatMap((key) => idOf(key) ?? []) } }
  if (check.kind !== 'FORM') return check
  const { heartbeat: named, ...target } = check.target
  const heartbeat = named && {
    serviceId: idOf(named.service) ?? named.service,
    withinSeconds: named.withinSeconds,
  }
  return { ...check, target: { ...target, heartbeat } }
}

/** A file in which services go by their keys also where it names them by their ids, as older files do. */
export function withKeysForIds(file: MonitoringConfiguration, stored: Stored): MonitoringConfiguration {
  const keys = new Map([...stored.services.values()].map((one) => [one.id, one.file.key]))
  const services = file.services.map((service): ConfiguredService => {
    const { check } = service
    const key = check.kind === 'FORM' && check.target.heartbeat ? keys.get(check.target.heartbeat.service) : undefined
    if (check.kind !== 'FORM' || check.target.heartbeat === null || key === undefined) return service
    const heartbeat = { ...check.target.heartbeat, service: key }
    return { ...service, check: { ...check, target: { ...check.target, heartbeat } } }
  })
  return { ...file, services }
}

function withKeys(config: MonitoringCheck, keys: ReadonlyMap<string, string>): ConfiguredService['check'] {
  if (config.kind === 'FORM') {
    const { heartbeat: named, ...target } = config.target
    const heartbeat = named && {
      service: keys.get(named.serviceId.toLowerCase()) ?? named.serviceId.toLowerCase(),
      withinSeconds: named.withinSeconds,
    }
    return { ...config, target: { ...target, heartbeat } }
  }
  if (config.kind !== 'GROUP') return config
  const members = config.target.members.flatMap((id) => keys.get(id.toLowerCase()) ?? [])
  return { ...config, target: { ...config.target, members } }
}

const servicesSql = `select id, coalesce(key, id::text) as key, name, tags, config, secret, secret_key_id as "secretKeyId",
    interval_seconds as "intervalSeconds", retries, confirmations, recoveries, slow_ms as "slowMs", parent_id as "parentId", places, paused, version
  from monitoring.services where solution_id = $1 order by created_at, key`
const windowsSql = `select id, coalesce(key, id::text) as key, title, service_ids as "serviceIds", starts_at as "startsAt",
    duration_minutes as "durationMinutes", time_zone as "timeZone", recurrence, version
  from monitoring.maintenance where solution_id = $1 order by created_at, key`
