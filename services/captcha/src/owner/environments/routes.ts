import { captchaRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../../records/audit/editor.ts'
import { listStoredEnvironments, toEnvironment } from '../../records/sites/stored-environments.ts'
import type { KeyContext } from '../api-keys/key-context.ts'
import { archiveEnvironment } from './archive-environment.ts'
import { createEnvironment } from './create-environment.ts'
import { updateEnvironment } from './update-environment.ts'

const personOnly = { personOnly: true }

/** The calls with which people manage the environments of a solution. */
export function mountEnvironments(app: FastifyInstance, context: KeyContext, gate: Gate): void {
  mountRoute(app, captchaRoutes.listEnvironments, async ({ params, request }) => {
    const site = await gate.requireSite(request, params.solutionId, 'VIEWER')
    const environments = await listStoredEnvironments(context.db, site.id)
    return { items: environments.map(toEnvironment), nextCursor: null }
  })

  mountRoute(app, captchaRoutes.createEnvironment, async ({ params, body, request }) => {
    const editor = await gate.requireEditor(request, params.solutionId, 'ADMIN', personOnly)
    return createEnvironment(context, editor, body)
  })

  mountRoute(app, captchaRoutes.updateEnvironment, async ({ params, body, request }) => {
    const editor = await gate.requireEditor(request, params.solutionId, 'ADMIN', personOnly)
    return updateEnvironment(context, editor, { id: params.environmentId, ...body })
  })

  mountRoute(app, captchaRoutes.archiveEnvironment, async ({ params, request }) => {
    const editor = await gate.requireEditor(request, params.solutionId, 'ADMIN', personOnly)
    await archiveEnvironment(context, editor, params.environmentId)
  })
}
