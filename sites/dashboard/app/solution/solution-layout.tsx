import { apiOf, attempt, load, requireId, requireUser, scopeOf } from '@bollard/site-kit/server'
import { Outlet, redirect } from 'react-router'
import { isVisit } from '../frame/is-visit.ts'
import { LiveProvider } from '../live/live-provider.tsx'
import type { Route } from './+types/solution-layout.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const now = Date.now()
  const [solution, found, user] = await Promise.all([
    load(context, request, api.getSolution({ solutionId })),
    attempt(api.getSite({ solutionId })),
    requireUser(context, request),
  ])
  // Monitoring has no captcha that the pages below could show.
  if (solution.item.type === 'MONITORING')
    throw redirect(`/${scopeOf(context, request).language}/solutions/${solution.id}/monitoring/overview`)
  const site = await load(context, request, found.ok ? Promise.resolve(found.value) : api.getSite({ solutionId }))
  const { members, ...shown } = solution
  return {
    solution: { ...shown, isVisit: isVisit(user, members) },
    site,
    now,
  }
}

export default function SolutionFrame({ loaderData }: Route.ComponentProps) {
  return (
    <LiveProvider key={loaderData.solution.id} solutionId={loaderData.solution.id} since={loaderData.now}>
      <Outlet />
    </LiveProvider>
  )
}
