import { captchaRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireSite } from '../../access/require-site.ts'
import { type EditorPorts, requireEditor } from '../../access/require-editor.ts'
import type { Caller } from '../../access/caller.ts'
import type { KeyPorts } from '../api-keys/key-ports.ts'
import { archiveEnvironment } from './archive-environment.ts'
import { createEnvironment } from './create-environment.ts'
import { listStoredEnvironments, toEnvironment } from '../../records/sites/stored-environments.ts'
import { updateEnvironment } from './update-environment.ts'

const personOnly = { personOnly: true }

/** The calls with which people manage the environments of a solution. */
export function mountEnvironments(
  app: FastifyInstance,
  ports: EditorPorts & KeyPorts,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  mountRoute(app, captchaRoutes.listEnvironments, async ({ params, request }) => {
    const site = await requireSite(ports, callerOf(request), params.solutionId, 'VIEWER')
    const environments = await listStoredEnvironments(ports.db, site.id)
    return { items: environments.map(toEnvironment), nextCursor: null }
  })

  mountRoute(app, captchaRoutes.createEnvironment, async ({ params, body, request }) => {
    const editor = await requireEditor(ports, request, callerOf(request), params.solutionId, 'ADMIN', personOnly)
    return createEnvironment(ports, editor, body)
  })

  mountRoute(app, captchaRoutes.updateEnvironment, async ({ params, body, request }) => {
    const editor = await requireEditor(ports, request, callerOf(request), params.solutionId, 'ADMIN', personOnly)
    return updateEnvironment(ports, editor, { id: params.environmentId, ...body })
  })

  mountRoute(app, captchaRoutes.archiveEnvironment, async ({ params, request }) => {
    const editor = await requireEditor(ports, request, callerOf(request), params.solutionId, 'ADMIN', personOnly)
    await archiveEnvironment(ports, editor, params.environmentId)
  })
}
