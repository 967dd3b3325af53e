import { ProblemError } from '@bollard/http'
import { recordChange } from '../../records/audit/record-change.ts'
import type { Editor } from '../../access/require-editor.ts'
import type { KeyPorts } from '../api-keys/key-ports.ts'
import { lockSite } from '../../access/api-keys/api-key-owners.ts'
import { touchSite } from '../../records/sites/sites.ts'
import { auditedEnvironment, listStoredEnvironments } from '../../records/sites/stored-environments.ts'

/** Ends an environment with all keys that are bound to it; what it recorded stays. */
export async function archiveEnvironment({ db, now }: KeyPorts, editor: Editor, id: string): Promise<void> {
  const siteId = editor.site.id
  await db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const all = await listStoredEnvironments(tx, siteId)
    const old = all.find((environment) => environment.id === id.toLowerCase())
    if (old === undefined) throw new ProblemError('not-found')
    if (all.length === 1) throw new ProblemError('last-environment')
    const { number } = old
    const at = new Date(now())
    await tx.query(
      'captcha-environment-archive',
      'update captcha.environments set archived_at = $2, updated_at = $2, version = version + 1 where id = $1',
      [number, at],
    )
    const apiKeys = await tx.query<{ id: string }>(
      'captcha-environment-end-api-keys',
      'update captcha.api_keys set revoked_at = $3 where site_id = $1 and environment_id = $2 and revoked_at is null returning public_id as id',
      [siteId, number, at],
    )
    const bypassKeys = await tx.query<{ id: string }>(
      'captcha-environment-end-bypass-keys',
      'update captcha.bypass_keys set revoked_at = $3 where site_id = $1 and environment_id = $2 and revoked_at is null returning id',
      [siteId, number, at],
    )
    await touchSite(tx, siteId)
    const ended = { apiKeys: apiKeys.map((key) => key.id), bypassKeys: bypassKeys.map((key) => key.id) }
    const target = { kind: 'environment', id: old.id }
    await recordChange(tx, editor, at, {
      action: 'environment.archived',
      target,
      before: { ...auditedEnvironment(old), ...ended },
    })
  })
}
