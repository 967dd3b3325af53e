import { redirect } from 'react-router'
import type { Route } from './+types/solution-home.ts'

export const loader = ({ params }: Route.LoaderArgs) =>
  redirect(`/${params.language}/solutions/${params.solutionId}/overview`)
