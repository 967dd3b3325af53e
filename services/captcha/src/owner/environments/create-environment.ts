import { type Environment, mostEnvironments } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { recordChange } from '../../records/audit/record-change.ts'
import type { Editor } from '../../access/require-editor.ts'
import { withinKeyLimits } from '../api-keys/count-api-keys.ts'
import { issueApiKey } from '../api-keys/create-api-key.ts'
import { type KeyPorts, newId } from '../api-keys/key-ports.ts'
import { createSiteKey } from '../../access/api-keys/key-format.ts'
import { keyOf } from '../api-keys/rotate-api-key.ts'
import { lockSite } from '../../access/api-keys/api-key-owners.ts'
import { assertRoom } from '../plan/assert-room.ts'
import { planOf } from '../plan/plan-terms.ts'
import { insertEnvironment, touchSite } from '../../records/sites/sites.ts'
import { checkEnvironment } from './environment-faults.ts'
import { auditedEnvironment, listStoredEnvironments, toEnvironment } from '../../records/sites/stored-environments.ts'

export type CreatedEnvironment = Environment & { readonly secretKey: string }

/** Adds an environment with a site key of its own, and a key for its server, which is told this once. */
export async function createEnvironment(
  ports: KeyPorts,
  editor: Editor,
  request: { name: string; domains: readonly string[] },
): Promise<CreatedEnvironment> {
  const createdAt = new Date(ports.now())
  const siteId = editor.site.id
  const plan = await planOf(ports, editor.site)
  return ports.db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const others = await listStoredEnvironments(tx, siteId)
    const domains = checkEnvironment(request, { old: null, others, plan })
    assertRoom(plan, { limit: 'environments', before: others.length, after: others.length + 1, pointer: '' })
    if (others.length >= mostEnvironments)
      throw new ProblemError('quota-exceeded', `A solution may have ${mostEnvironments} environments.`)
    const publicId = newId(ports)
    const siteKey = createSiteKey(ports.randomBytes)
    const number = await insertEnvironment(tx, { siteId, publicId, name: request.name, siteKey, domains, createdAt })
    const key = await withinKeyLimits(tx, { siteId, plan, at: createdAt }, () =>
      issueApiKey(ports, tx, {
        siteId,
        environmentId: number,
        name: 'Secret key',
        scopes: ['verify'],
        networks: [],
        createdBy: editor.userId,
        expiresAt: null,
      }),
    )
    await touchSite(tx, siteId)
    const created = (await listStoredEnvironments(tx, siteId)).find((environment) => environment.number === number)
    if (created === undefined) throw new Error('the insert of an environment left no row')
    await recordChange(tx, editor, createdAt, {
      action: 'environment.created',
      target: { kind: 'environment', id: publicId },
      after: { ...auditedEnvironment(created), apiKey: keyOf(key) },
    })
    return editor.keepAnswer(tx, { ...toEnvironment(created), secretKey: key.secretKey })
  })
}
