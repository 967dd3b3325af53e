import { apiOf, load, requireId, requireUser } from '@bollard/site-kit/server'
import { Outlet } from 'react-router'
import { isVisit } from '../frame/is-visit.ts'
import type { Route } from './+types/settings-layout.ts'

/** Apart from the pages of the captcha, because every type of solution has settings. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const [{ members, ...solution }, user] = await Promise.all([
    load(context, request, apiOf(context, request).getSolution({ solutionId })),
    requireUser(context, request),
  ])
  return { solution: { ...solution, isVisit: isVisit(user, members) }, userId: user.id }
}

export default function SettingsFrame() {
  return <Outlet />
}
