import { protectionRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { FormContext } from '../form-context.ts'
import { readSpamFilter, resetSpamFilter } from './figures.ts'

export function mountSpamFilter(app: SpaceScope, context: FormContext): void {
  mountRoute(app, protectionRoutes.getSpamFilter, async ({ entity }) => readSpamFilter(context, entity.id))
  mountRoute(app, protectionRoutes.resetSpamFilter, async ({ actor, entity, call }) =>
    resetSpamFilter(context, actor, entity.id, call),
  )
}
