import { captchaRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SiteScope } from '../../records/sites/site-scope.ts'
import type { KeyContext } from '../api-keys/key-context.ts'
import { createBypassKey } from './create-bypass-key.ts'
import { revokeBypassKey } from './revoke-bypass-key.ts'
import { listStoredBypassKeys, toBypassKey } from './stored-bypass-keys.ts'
import { updateBypassKey } from './update-bypass-key.ts'

/** The calls with which people manage keys that let tests and partners pass. */
export function mountBypassKeys(app: SiteScope, context: KeyContext): void {
  mountRoute(app, captchaRoutes.listBypassKeys, async ({ standing: { site } }) => {
    const at = context.now()
    const keys = await listStoredBypassKeys(context.db, site.id, at)
    return { items: keys.map((key) => toBypassKey(key, at)), nextCursor: null }
  })

  mountRoute(app, captchaRoutes.createBypassKey, async ({ actor, standing: { site }, body, call }) =>
    createBypassKey(context, actor, site, body, call),
  )

  mountRoute(app, captchaRoutes.updateBypassKey, async ({ actor, standing: { site }, params, body, call }) =>
    updateBypassKey(context, actor, site, { id: params.bypassKeyId, ...body }, call),
  )

  mountRoute(app, captchaRoutes.revokeBypassKey, async ({ actor, standing: { site }, params, call }) => {
    await revokeBypassKey(context, actor, site, params.bypassKeyId, call)
  })
}
