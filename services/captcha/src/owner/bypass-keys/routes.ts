import { captchaRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireSite } from '../../access/require-site.ts'
import { type EditorPorts, requireEditor } from '../../access/require-editor.ts'
import type { Caller } from '../../access/caller.ts'
import { createBypassKey } from './create-bypass-key.ts'
import type { KeyPorts } from '../api-keys/key-ports.ts'
import { revokeBypassKey } from './revoke-bypass-key.ts'
import { listStoredBypassKeys, toBypassKey } from './stored-bypass-keys.ts'
import { updateBypassKey } from './update-bypass-key.ts'

const personOnly = { personOnly: true }

/** The calls with which people manage keys that let tests and partners pass. */
export function mountBypassKeys(
  app: FastifyInstance,
  ports: EditorPorts & KeyPorts,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  const proven = () => ({ personOnly: true, provenBefore: new Date(ports.now()) })
  mountRoute(app, captchaRoutes.listBypassKeys, async ({ params, request }) => {
    const site = await requireSite(ports, callerOf(request), params.solutionId, 'VIEWER', personOnly)
    const at = new Date(ports.now())
    const keys = await listStoredBypassKeys(ports.db, site.id, at)
    return { items: keys.map((key) => toBypassKey(key, at)), nextCursor: null }
  })

  mountRoute(app, captchaRoutes.createBypassKey, async ({ params, body, request }) => {
    const editor = await requireEditor(ports, request, callerOf(request), params.solutionId, 'ADMIN', proven())
    return createBypassKey(ports, editor, body)
  })

  mountRoute(app, captchaRoutes.updateBypassKey, async ({ params, body, request }) => {
    const editor = await requireEditor(ports, request, callerOf(request), params.solutionId, 'ADMIN', proven())
    return updateBypassKey(ports, editor, { id: params.bypassKeyId, ...body })
  })

  mountRoute(app, captchaRoutes.revokeBypassKey, async ({ params, request }) => {
    const editor = await requireEditor(ports, request, callerOf(request), params.solutionId, 'ADMIN', {
      ...proven(),
      evenReadOnly: true,
    })
    await revokeBypassKey(ports, editor, params.bypassKeyId)
  })
}
