import { type Environment, mostEnvironments } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { recordChange } from '../audit/record-change.ts'
import type { Editor } from '../audit/require-editor.ts'
import { assertRoomForApiKeys, issueApiKey } from '../keys/create-api-key.ts'
import { type KeyPorts, newId } from '../keys/key-ports.ts'
import { createSiteKey } from '../keys/secret-key.ts'
import { keyOf } from '../keys/rotate-api-key.ts'
import { lockSite } from '../keys/secret-keys.ts'
import { insertEnvironment, touchSite } from '../store/sites.ts'
import { checkEnvironment } from './environment-faults.ts'
import { auditedEnvironment, listStoredEnvironments, toEnvironment } from './stored-environments.ts'

export type CreatedEnvironment = Environment & { readonly secretKey: string }

/** Adds an environment with a site key of its own, and a key for its server, which is told this once. */
export async function createEnvironment(ports: KeyPorts, editor: Editor, request: { name: string; domains: readonly string[] }): Promise<CreatedEnvironment> {
  const createdAt = new Date(ports.now())
  const siteId = editor.site.id
  return ports.db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const others = await listStoredEnvironments(tx, siteId)
    const domains = checkEnvironment(request, others)
    if (others.length >= mostEnvironments) throw new ProblemError('quota-exceeded', `A solution may have ${mostEnvironments} environments.`)
    await assertRoomForApiKeys(tx, siteId, 1, createdAt)
    const publicId = newId(ports)
    const siteKey = createSiteKey(ports.randomBytes)
    const number = await insertEnvironment(tx, { siteId, publicId, name: request.name, siteKey, domains, createdAt })
    const key = await issueApiKey(ports, tx, {
      siteId,
      environmentId: number,
      name: 'Secret key',
      scopes: ['verify'],
      networks: [],
      createdBy: editor.userId,
      expiresAt: null,
    })
    await touchSite(tx, siteId)
    const created = (await listStoredEnvironments(tx, siteId)).find((environment) => environment.number === number)
    if (created === undefined) throw new Error('the insert of an environment left no row')
    await recordChange(tx, editor, createdAt, {
      action: 'environment.created',
      target: { kind: 'environment', id: publicId },
      after: { ...auditedEnvironment(created), apiKey: keyOf(key) },
    })
    return { ...toEnvironment(created), secretKey: key.secretKey }
  })
}
