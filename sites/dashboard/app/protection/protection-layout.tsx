import { apiOf, load, requireId, requireUser } from '@bollard/site-kit/server'
import { Outlet, redirect } from 'react-router'
import { isVisit } from '../frame/is-visit.ts'
import type { Route } from './+types/protection-layout.ts'

/** Around all pages of page protection. A solution without it has none of them, and leads to its own first page. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const [{ members, ...solution }, user] = await Promise.all([
    load(context, request, apiOf(context, request).getSolution({ solutionId })),
    requireUser(context, request),
  ])
  if (solution.item.type !== 'BUNDLE_SECURITY') throw redirect(`/${params.language}/solutions/${solution.id}/overview`)
  return { solution: { ...solution, isVisit: isVisit(user, members) } }
}

export default function ProtectionFrame() {
  return <Outlet />
}
