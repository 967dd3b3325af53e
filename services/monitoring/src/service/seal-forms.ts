import type { MonitoringCheck } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import type { SecretBox } from '@bollard/webhooks'
import { sealSecret } from './secrets.ts'

const atOnce = 200

/** Seals what forms type that an earlier version has stored in the clear. Safe in several processes at once, and beside calls. */
export async function sealForms(db: Database, box: SecretBox): Promise<void> {
  for (let found = atOnce; found === atOnce;) {
    const rows = await db.query('monitoring-forms-clear', clearSql, [atOnce])
    for (const row of rows) {
      const { config, secret, secretKeyId } = sealSecret(box, row.config as MonitoringCheck, row.id, null)
      const values = [row.id, row.version, JSON.stringify(config), secret, secretKeyId]
      await db.query('monitoring-form-seal', sealSql, values)
    }
    found = rows.length
  }
}

const clearSql = `select id, config, version from monitoring.services
  where kind = 'FORM' and jsonb_path_exists(config, '$.target.fields[*].value ? (@ != null)') limit $1`
const sealSql = `update monitoring.services set config = $3::jsonb, secret = $4, secret_key_id = $5 where id = $1 and version = $2`
