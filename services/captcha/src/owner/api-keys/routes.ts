import { captchaRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SiteScope } from '../../records/sites/site-scope.ts'
import { createApiKey } from './create-api-key.ts'
import type { KeyContext } from './key-context.ts'
import { revokeApiKey, revokeApiKeyAsOperator } from './revoke-api-key.ts'
import { rotateApiKey } from './rotate-api-key.ts'
import { listStoredApiKeys, toApiKey } from './stored-api-keys.ts'
import { updateApiKey } from './update-api-key.ts'

/** The calls with which people manage the keys of their servers. */
export function mountApiKeys(app: SiteScope, context: KeyContext): void {
  mountRoute(app, captchaRoutes.listApiKeys, async ({ standing: { site } }) => {
    const at = context.now()
    const keys = await listStoredApiKeys(context.db, site.id, at)
    return { items: keys.map((key) => toApiKey(key, at)), nextCursor: null }
  })

  mountRoute(app, captchaRoutes.createApiKey, async ({ actor, standing: { site }, body, call }) =>
    createApiKey(context, actor, site, body, call),
  )

  mountRoute(app, captchaRoutes.updateApiKey, async ({ actor, standing: { site }, params, body, call }) =>
    updateApiKey(context, actor, site, { id: params.apiKeyId, ...body }, call),
  )

  mountRoute(app, captchaRoutes.rotateApiKey, async ({ actor, standing: { site }, params, body, call }) =>
    rotateApiKey(context, actor, site, { id: params.apiKeyId, overlapHours: body.overlapHours }, call),
  )

  mountRoute(app, captchaRoutes.revokeApiKey, async ({ actor, standing: { site }, params, call }) => {
    await revokeApiKey(context, actor, site, params.apiKeyId, call)
  })

  mountRoute(app, captchaRoutes.revokeApiKeyAsOperator, async ({ actor, standing: { site }, params, body, call }) => {
    await revokeApiKeyAsOperator(context, actor, site, { id: params.apiKeyId, ...body }, call)
  })
}
