import { replayBatchBytesMax, telemetryRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, limitedIp, mountRoute, type RateLimiter } from '@bollard/http'
import type { TelemetryContext } from '../telemetry-context.ts'
import { addReplayBatch } from './add-batch.ts'
import { deleteReplay } from './delete.ts'
import { getReplay, listReplays } from './list.ts'
import { watchReplay } from './watch.ts'

/** Events of a visit whose visitor has agreed, which the website has checked. */
export function mountReplays(
  app: GuardedScope,
  context: TelemetryContext,
  limiter: RateLimiter<'replayBatches'>,
): void {
  mountRoute(
    app,
    routes.addReplayBatch,
    async ({ body, call }) => {
      await limiter.take('replayBatches', limitedIp(call.from.ip))
      await addReplayBatch(context, body, call)
    },
    { bodyLimit: replayBatchBytesMax },
  )
}

/** Replays, for operators. */
export function mountReplayReading(app: GuardedScope, context: TelemetryContext): void {
  mountRoute(app, routes.listReplays, async ({ query }) => listReplays(context, query))
  mountRoute(app, routes.getReplay, async ({ params }) => getReplay(context, params.replayId))
  mountRoute(app, routes.listReplayBatches, async ({ actor, params, query, call }) =>
    watchReplay(context, actor, { ...params, ...query }, call),
  )
  mountRoute(app, routes.deleteReplay, async ({ actor, params, call }) =>
    deleteReplay(context, actor, params.replayId, call),
  )
}
