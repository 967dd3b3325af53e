import { operationsFlagRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, limitedIp, mountRoute, type RateLimiter } from '@bollard/http'
import type { OperationsContext } from '../operations-context.ts'
import { endFlag } from './end.ts'
import { listFlags } from './list.ts'
import { setFlag } from './set.ts'

/** Flags that operators set and end. */
export function mountFlags(app: GuardedScope, context: OperationsContext): void {
  mountRoute(app, routes.listFlags, async ({ query }) => listFlags(context, query))
  mountRoute(app, routes.setFlag, async ({ actor, body, call }) => setFlag(context, actor, body, call))
  mountRoute(app, routes.endFlag, async ({ actor, body, call }) => endFlag(context, actor, body, call))
}

/** The notice that pages show, from memory. */
export function mountNotice(
  app: GuardedScope,
  { flags }: Pick<OperationsContext, 'flags'>,
  limiter: RateLimiter<'notice'>,
): void {
  mountRoute(app, routes.getNotice, async ({ call }) => {
    await limiter.take('notice', limitedIp(call.from.ip))
    const held = flags.ofInstallation('maintenance-notice')
    return {
      notice: held === null || held.texts === null ? null : { texts: held.texts, endsAt: held.endsAt.toISOString() },
    }
  })
}
