import { replayBatchNewSchema } from '@bollard/contracts'
import { notFound } from '@bollard/site-kit/server'
import type { Route } from './+types/replay-batches.ts'
import { deviceOf } from './reports-of.server.ts'
import { takeReport } from './take-report.server.ts'

/** A page tells what a visitor does who has agreed to that. */
export const action = ({ request, context }: Route.ActionArgs) =>
  takeReport({
    request,
    context,
    what: 'sessionReplay',
    schema: replayBatchNewSchema.omit({ device: true }),
    send: (api, body) =>
      api.addReplayBatch({ replayBatchNewDto: { ...body, device: deviceOf(request.headers.get('user-agent')) } }),
  })

/** Nobody reads here. */
export const loader = (args: Route.LoaderArgs) => notFound(args)
