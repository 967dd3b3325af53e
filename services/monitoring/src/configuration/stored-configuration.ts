import { createHash } from 'node:crypto'
import type { ConfiguredService, ConfiguredWindow, MonitoringCheck, MonitoringConfiguration } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { secretPathOf, splitSecret, type StoredSecret } from '../service/secrets.ts'

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
export interface Stored {
  readonly services: ReadonlyMap<string, StoredService>
  readonly windows: ReadonlyMap<string, StoredWindow>
  /** Another one after each change. */
  readonly revision: string
}

/** Reads it in two statements. What was never in a file goes by its id. */
export async function readStored(db: Queries, solutionId: string): Promise<Stored> {
  const rows = await db.query('monitoring-configuration-services', servicesSql, [solutionId])
  const planned = await db.query('monitoring-configuration-windows', windowsSql, [solutionId])
  const keys = new Map(rows.map(({ id, key }) => [id, key]))
  const versions: string[] = []
  const services = rows.map(({ id, config, secret, secretKeyId, parentId, version, ...rest }): StoredService => {
    versions.push(`${id} ${version}`)
    const parent = parentId === null ? null : (keys.get(parentId) ?? null)
    return {
      id,
      config,
      secret,
      secretKeyId,
      file: { ...rest, parent, check: withMembers(splitSecret(config).config, keys) },
    }
  })
  const windows = planned.flatMap(({ id, serviceIds, version, ...rest }): StoredWindow[] => {
    versions.push(`${id} ${version}`)
    const named = serviceIds.flatMap((one) => keys.get(one) ?? [])
    // One whose services are all gone silences nothing; in a file, no services would mean all of them.
    return serviceIds.length > 0 && named.length === 0 ? [] : [{ id, file: { ...rest, services: named } }]
  })
  return {
    services: new Map(services.map((one) => [one.file.key, one])),
    windows: new Map(windows.map((one) => [one.file.key, one])),
    revision: createHash('sha256').update(versions.join('\n')).digest('hex'),
  }
}

/** The file of it, with the places of what was left out of it. */
export function fileOf({ services, windows }: Stored): MonitoringConfiguration {
  const all = [...services.values()]
  return {
    version: 1,
    services: all.map(({ file }) => file),
    maintenance: [...windows.values()].map(({ file }) => file),
    secretsLeftOut: all.flatMap(({ config, secret }, index) => {
      const path = secret === null ? null : secretPathOf(config)
      return path === null ? [] : [`/services/${index}${path}`]
    }),
  }
}

function withMembers(config: MonitoringCheck, keys: ReadonlyMap<string, string>): ConfiguredService['check'] {
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
