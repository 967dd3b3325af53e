import { pageViewNewSchema } from '@bollard/contracts'
import { notFound } from '@bollard/site-kit/server'
import type { Route } from './+types/page-views.ts'
import { deviceOf } from './reports-of.server.ts'
import { takeReport } from './take-report.server.ts'

/** A page was opened. */
export const action = ({ request, context }: Route.ActionArgs) =>
  takeReport({
    request,
    context,
    what: 'pageViews',
    schema: pageViewNewSchema.omit({ device: true }),
    send: (api, body) =>
      api.countPageView({ pageViewNewDto: { ...body, device: deviceOf(request.headers.get('user-agent')) } }),
  })

/** Nobody reads here. */
export const loader = (args: Route.LoaderArgs) => notFound(args)
