import { redirect } from 'react-router'
import type { Route } from './+types/settings-home.ts'

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/${params.language}/solutions/${params.solutionId}/captcha/settings/protection`)
}
