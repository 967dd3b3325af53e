import { type AlertSettings, alertSettingsSchema } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

export interface VersionedAlertSettings {
  readonly settings: AlertSettings
  /** 1 as long as nobody has saved any. */
  readonly version: number
}

/** What the owner of a site wants to be told. */
export async function findAlertSettings(db: Queries, siteId: number): Promise<VersionedAlertSettings> {
  const [row] = await db.query(
    'captcha-alert-settings',
    'select settings, version from captcha.alert_settings where site_id = $1',
    [siteId],
  )
  return { settings: readAlertSettings(row?.settings), version: row?.version ?? 1 }
}

/** Stores settings when they still have the version that was read; false when somebody was faster. */
export async function saveAlertSettings(
  db: Queries,
  siteId: number,
  { settings, version }: VersionedAlertSettings,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    'captcha-alert-settings-save',
    `insert into captcha.alert_settings as a (site_id, settings, version, updated_at) select $1, $2::jsonb, 2, $4 where $3 = 1 or exists (select from captcha.alert_settings where site_id = $1)
     on conflict (site_id) do update set settings = excluded.settings, version = a.version + 1, updated_at = excluded.updated_at where a.version = $3
     returning site_id`,
    [siteId, JSON.stringify(settings), version, now],
  )
  return rows.length > 0
}

/** Settings as they are stored; what an older version wrote and nobody can read any more counts as never set. */
export function readAlertSettings(stored: unknown): AlertSettings {
  const read = alertSettingsSchema.safeParse(stored ?? {})
  return read.success ? read.data : alertSettingsSchema.parse({})
}
