import { captchaRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../../records/audit/editor.ts'
import type { KeyContext } from '../api-keys/key-context.ts'
import { createBypassKey } from './create-bypass-key.ts'
import { revokeBypassKey } from './revoke-bypass-key.ts'
import { listStoredBypassKeys, toBypassKey } from './stored-bypass-keys.ts'
import { updateBypassKey } from './update-bypass-key.ts'

const personOnly = { personOnly: true }

/** The calls with which people manage keys that let tests and partners pass. */
export function mountBypassKeys(app: FastifyInstance, context: KeyContext, gate: Gate): void {
  const proven = { personOnly: true, proven: true }
  mountRoute(app, captchaRoutes.listBypassKeys, async ({ params, request }) => {
    const site = await gate.requireSite(request, params.solutionId, 'VIEWER', personOnly)
    const at = context.now()
    const keys = await listStoredBypassKeys(context.db, site.id, at)
    return { items: keys.map((key) => toBypassKey(key, at)), nextCursor: null }
  })

  mountRoute(app, captchaRoutes.createBypassKey, async ({ params, body, request }) => {
    const editor = await gate.requireEditor(request, params.solutionId, 'ADMIN', proven)
    return createBypassKey(context, editor, body)
  })

  mountRoute(app, captchaRoutes.updateBypassKey, async ({ params, body, request }) => {
    const editor = await gate.requireEditor(request, params.solutionId, 'ADMIN', proven)
    return updateBypassKey(context, editor, { id: params.bypassKeyId, ...body })
  })

  mountRoute(app, captchaRoutes.revokeBypassKey, async ({ params, request }) => {
    const editor = await gate.requireEditor(request, params.solutionId, 'ADMIN', {
      ...proven,
      evenReadOnly: true,
    })
    await revokeBypassKey(context, editor, params.bypassKeyId)
  })
}
