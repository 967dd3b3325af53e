import { protectionRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { ProtectionContext } from '../protection-context.ts'
import { readSettings, updateSettings } from './settings.ts'

/** What holds for all of the protection of a site. */
export function mountSettings(app: SpaceScope, context: ProtectionContext): void {
  mountRoute(app, protectionRoutes.getProtectionSettings, async ({ entity }) => readSettings(context.db, entity.id))
  mountRoute(app, protectionRoutes.updateProtectionSettings, async ({ actor, entity, body, call }) =>
    updateSettings(context, actor, { ...body, solutionId: entity.id }, call),
  )
}
