import type { Call, Caller } from '@bollard/access'
import type { Environment } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { changesOf } from '../../records/audit/changes-of.ts'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { lockSite, type SiteOverview, touchSite } from '../../records/sites/sites.ts'
import { auditedEnvironment, listStoredEnvironments, toEnvironment } from '../../records/sites/stored-environments.ts'
import type { KeyContext } from '../api-keys/key-context.ts'
import { planOf } from '../plan/plan-terms.ts'
import { checkEnvironment } from './environment-faults.ts'

export interface EnvironmentChange {
  readonly id: string
  readonly name: string
  readonly domains: readonly string[]
  readonly active: boolean
  readonly version: number
}

/** Changes name and domains of an environment, or pauses it. */
export async function updateEnvironment(
  { db, now, ...context }: KeyContext,
  actor: Caller,
  site: SiteOverview,
  change: EnvironmentChange,
  call: Call,
): Promise<Environment> {
  const siteId = site.id
  const plan = await planOf(context, site)
  return db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const all = await listStoredEnvironments(tx, siteId)
    const old = all.find(({ id }) => id === change.id.toLowerCase())
    if (old === undefined) throw new ProblemError('not-found')
    const others = all.filter((environment) => environment !== old)
    const domains = checkEnvironment(change, { old, others, plan })
    if (change.version !== old.version) throw new ProblemError('version-conflict')
    const updatedAt = now()
    const { name, active } = change
    await tx.query(
      'captcha-environment-update',
      'update captcha.environments set name = $2, domains = $3::text[], active = $4, updated_at = $5, version = version + 1 where id = $1',
      [old.number, name, domains, active, updatedAt],
    )
    await touchSite(tx, siteId)
    const changed = { ...old, name, domains, active, updatedAt, version: old.version + 1 }
    const changes = changesOf(auditedEnvironment(old), auditedEnvironment(changed))
    await recordAudit(tx, actor, call, updatedAt, {
      site,
      action: 'environment.updated',
      target: { kind: 'environment', id: old.id },
      ...changes,
    })
    return toEnvironment(changed)
  })
}
