import { captchaRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireSite } from '../../access/require-site.ts'
import { type EditorPorts, requireEditor } from '../../access/require-editor.ts'
import type { Caller } from '../../access/caller.ts'
import { createApiKey } from './create-api-key.ts'
import type { KeyPorts } from './key-ports.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rotateApiKey } from './rotate-api-key.ts'
import { listStoredApiKeys, toApiKey } from './stored-api-keys.ts'
import { updateApiKey } from './update-api-key.ts'

const personOnly = { personOnly: true }

/** The calls with which people manage the keys of their servers. */
export function mountApiKeys(
  app: FastifyInstance,
  ports: EditorPorts & KeyPorts,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  const proven = () => ({ personOnly: true, provenBefore: new Date(ports.now()) })
  // A leak can be closed whatever else is locked.
  const closing = () => ({ ...proven(), evenReadOnly: true })
  mountRoute(app, captchaRoutes.listApiKeys, async ({ params, request }) => {
    const site = await requireSite(ports, callerOf(request), params.solutionId, 'VIEWER', personOnly)
    const at = new Date(ports.now())
    const keys = await listStoredApiKeys(ports.db, site.id, at)
    return { items: keys.map((key) => toApiKey(key, at)), nextCursor: null }
  })

  mountRoute(app, captchaRoutes.createApiKey, async ({ params, body, request }) => {
    const editor = await requireEditor(ports, request, callerOf(request), params.solutionId, 'ADMIN', proven())
    return createApiKey(ports, editor, body)
  })

  mountRoute(app, captchaRoutes.updateApiKey, async ({ params, body, request }) => {
    const editor = await requireEditor(ports, request, callerOf(request), params.solutionId, 'ADMIN', proven())
    return updateApiKey(ports, editor, { id: params.apiKeyId, ...body })
  })

  mountRoute(app, captchaRoutes.rotateApiKey, async ({ params, body, request }) => {
    const editor = await requireEditor(ports, request, callerOf(request), params.solutionId, 'ADMIN', closing())
    return rotateApiKey(ports, editor, { id: params.apiKeyId, overlapHours: body.overlapHours })
  })

  mountRoute(app, captchaRoutes.revokeApiKey, async ({ params, request }) => {
    const editor = await requireEditor(ports, request, callerOf(request), params.solutionId, 'ADMIN', closing())
    await revokeApiKey(ports, editor, params.apiKeyId)
  })
}
