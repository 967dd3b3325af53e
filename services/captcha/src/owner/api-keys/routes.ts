import { captchaRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../../records/audit/editor.ts'
import { createApiKey } from './create-api-key.ts'
import type { KeyContext } from './key-context.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rotateApiKey } from './rotate-api-key.ts'
import { listStoredApiKeys, toApiKey } from './stored-api-keys.ts'
import { updateApiKey } from './update-api-key.ts'

const personOnly = { personOnly: true }

/** The calls with which people manage the keys of their servers. */
export function mountApiKeys(app: FastifyInstance, context: KeyContext, gate: Gate): void {
  const proven = { personOnly: true, proven: true }
  // A leak can be closed whatever else is locked.
  const closing = { ...proven, evenReadOnly: true }
  mountRoute(app, captchaRoutes.listApiKeys, async ({ params, request }) => {
    const site = await gate.requireSite(request, params.solutionId, 'VIEWER', personOnly)
    const at = context.now()
    const keys = await listStoredApiKeys(context.db, site.id, at)
    return { items: keys.map((key) => toApiKey(key, at)), nextCursor: null }
  })

  mountRoute(app, captchaRoutes.createApiKey, async ({ params, body, request }) => {
    const editor = await gate.requireEditor(request, params.solutionId, 'ADMIN', proven)
    return createApiKey(context, editor, body)
  })

  mountRoute(app, captchaRoutes.updateApiKey, async ({ params, body, request }) => {
    const editor = await gate.requireEditor(request, params.solutionId, 'ADMIN', proven)
    return updateApiKey(context, editor, { id: params.apiKeyId, ...body })
  })

  mountRoute(app, captchaRoutes.rotateApiKey, async ({ params, body, request }) => {
    const editor = await gate.requireEditor(request, params.solutionId, 'ADMIN', closing)
    return rotateApiKey(context, editor, { id: params.apiKeyId, overlapHours: body.overlapHours })
  })

  mountRoute(app, captchaRoutes.revokeApiKey, async ({ params, request }) => {
    const editor = await gate.requireEditor(request, params.solutionId, 'ADMIN', closing)
    await revokeApiKey(context, editor, params.apiKeyId)
  })
}
