import { captchaRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SiteScope } from '../../records/sites/site-scope.ts'
import { listStoredEnvironments, toEnvironment } from '../../records/sites/stored-environments.ts'
import type { KeyContext } from '../api-keys/key-context.ts'
import { archiveEnvironment } from './archive-environment.ts'
import { createEnvironment } from './create-environment.ts'
import { updateEnvironment } from './update-environment.ts'

/** The calls with which people manage the environments of a solution. */
export function mountEnvironments(app: SiteScope, context: KeyContext): void {
  mountRoute(app, captchaRoutes.listEnvironments, async ({ standing: { site } }) => {
    const environments = await listStoredEnvironments(context.db, site.id)
    return { items: environments.map(toEnvironment), nextCursor: null }
  })

  mountRoute(app, captchaRoutes.createEnvironment, async ({ actor, standing: { site }, body, call }) =>
    createEnvironment(context, actor, site, body, call),
  )

  mountRoute(app, captchaRoutes.updateEnvironment, async ({ actor, standing: { site }, params, body, call }) =>
    updateEnvironment(context, actor, site, { id: params.environmentId, ...body }, call),
  )

  mountRoute(app, captchaRoutes.archiveEnvironment, async ({ actor, standing: { site }, params, call }) => {
    await archiveEnvironment(context, actor, site, params.environmentId, call)
  })
}
