import { performanceEventsNewSchema } from '@bollard/contracts'
import { notFound } from '@bollard/site-kit/server'
import type { Route } from './+types/performance-events.ts'
import { takeReport } from './take-report.server.ts'

/** A page tells how fast it was. */
export const action = ({ request, context }: Route.ActionArgs) =>
  takeReport({
    request,
    context,
    what: 'performance',
    schema: performanceEventsNewSchema,
    send: (api, performanceEventsNewDto) => api.recordPerformance({ performanceEventsNewDto }),
  })

/** Nobody reads here. */
export const loader = (args: Route.LoaderArgs) => notFound(args)
