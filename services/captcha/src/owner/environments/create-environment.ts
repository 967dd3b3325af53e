import type { Call, Caller } from '@bollard/access'
import { type Environment, environmentsMax } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { insertEnvironment, lockSite, type SiteOverview, touchSite } from '../../records/sites/sites.ts'
import { auditedEnvironment, listStoredEnvironments, toEnvironment } from '../../records/sites/stored-environments.ts'
import { issueApiKey } from '../api-keys/create-api-key.ts'
import { freshKeys, type KeyContext, newId } from '../api-keys/key-context.ts'
import { withinKeyLimits } from '../api-keys/key-rules.ts'
import { keyOf } from '../api-keys/rotate-api-key.ts'
import { assertRoom } from '../plan/assert-plan.ts'
import { planOf } from '../plan/plan-terms.ts'
import { checkEnvironment } from './environment-faults.ts'

export type CreatedEnvironment = Environment & { readonly secretKey: string }

/** Adds an environment with a site key of its own, and a key for its server, which is told this once. */
export async function createEnvironment(
  context: KeyContext,
  actor: Caller,
  site: SiteOverview,
  request: { name: string; domains: readonly string[] },
  call: Call,
): Promise<CreatedEnvironment> {
  const createdAt = context.now()
  const siteId = site.id
  const plan = await planOf(context, site)
  const { apiKey, siteKey } = await freshKeys(context, site)
  return context.db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const others = await listStoredEnvironments(tx, siteId)
    const domains = checkEnvironment(request, { old: null, others, plan })
    assertRoom(plan, { limit: 'environments', before: others.length, after: others.length + 1, pointer: '' })
    if (others.length >= environmentsMax)
      throw new ProblemError('quota-exceeded', `A solution may have ${environmentsMax} environments.`)
    const publicId = newId(context)
    const number = await insertEnvironment(tx, { siteId, publicId, name: request.name, siteKey, domains, createdAt })
    const key = await withinKeyLimits(tx, { siteId, plan, at: createdAt }, () =>
      issueApiKey(context, tx, apiKey, {
        siteId,
        environmentId: number,
        name: 'Secret key',
        scopes: ['verify'],
        networks: [],
        createdBy: actor.userId,
        expiresAt: null,
      }),
    )
    await touchSite(tx, siteId)
    const created = (await listStoredEnvironments(tx, siteId)).find((environment) => environment.number === number)
    if (created === undefined) throw new Error('the insert of an environment left no row')
    await recordAudit(tx, actor, call, createdAt, {
      site,
      action: 'environment.created',
      target: { kind: 'environment', id: publicId },
      after: { ...auditedEnvironment(created), apiKey: keyOf(key) },
    })
    return call.keepAnswer(tx, { ...toEnvironment(created), secretKey: key.secretKey })
  })
}
