import type { Environment } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { changesOf } from '../../records/audit/changes-of.ts'
import { recordChange } from '../../records/audit/record-change.ts'
import type { Editor } from '../../access/require-editor.ts'
import type { KeyPorts } from '../api-keys/key-ports.ts'
import { lockSite } from '../../access/api-keys/api-key-owners.ts'
import { planOf } from '../plan/plan-terms.ts'
import { touchSite } from '../../records/sites/sites.ts'
import { checkEnvironment } from './environment-faults.ts'
import { auditedEnvironment, listStoredEnvironments, toEnvironment } from '../../records/sites/stored-environments.ts'

export interface EnvironmentChange {
  readonly id: string
  readonly name: string
  readonly domains: readonly string[]
  readonly active: boolean
  readonly version: number
}

/** Changes name and domains of an environment, or pauses it. */
export async function updateEnvironment(
  { db, now, ...ports }: KeyPorts,
  editor: Editor,
  change: EnvironmentChange,
): Promise<Environment> {
  const siteId = editor.site.id
  const plan = await planOf(ports, editor.site)
  return db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const all = await listStoredEnvironments(tx, siteId)
    const old = all.find(({ id }) => id === change.id.toLowerCase())
    if (old === undefined) throw new ProblemError('not-found')
    const others = all.filter((environment) => environment !== old)
    const domains = checkEnvironment(change, { old, others, plan })
    if (change.version !== old.version) throw new ProblemError('version-conflict')
    const updatedAt = new Date(now())
    const { name, active } = change
    await tx.query(
      'captcha-environment-update',
      'update captcha.environments set name = $2, domains = $3::text[], active = $4, updated_at = $5, version = version + 1 where id = $1',
      [old.number, name, domains, active, updatedAt],
    )
    await touchSite(tx, siteId)
    const changed = { ...old, name, domains, active, updatedAt, version: old.version + 1 }
    const changes = changesOf(auditedEnvironment(old), auditedEnvironment(changed))
    await recordChange(tx, editor, updatedAt, {
      action: 'environment.updated',
      target: { kind: 'environment', id: old.id },
      ...changes,
    })
    return toEnvironment(changed)
  })
}
