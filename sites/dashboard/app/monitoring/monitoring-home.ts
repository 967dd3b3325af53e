import { redirect } from 'react-router'
import type { Route } from './+types/monitoring-home.ts'

export const loader = ({ params }: Route.LoaderArgs) =>
  redirect(`/${params.language}/solutions/${params.solutionId}/monitoring/overview`)
