import { apiOf, attempt, requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { changeInvitations } from '../../people/change-invitations.server.ts'
import { loadPeople } from '../../people/load-people.server.ts'
import { PeopleCards } from '../../people/people-cards.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { useSettings } from '../use-settings.ts'
import type { Route } from './+types/members.ts'
import { usePlace } from './use-place.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const [people, plan] = await Promise.all([
    loadPeople({ context, request, place: { kind: 'solution', id: solutionId } }),
    // Only tells how many places there are; the list stands without it.
    attempt(apiOf(context, request).getSolutionPlan({ solutionId })),
  ])
  return { ...people, placesMax: plan.ok ? plan.value.limits.members : null }
}

export function action({ request, context, params }: Route.ActionArgs) {
  const id = requireId(context, request, params.solutionId)
  return changeInvitations({ context, request, place: { kind: 'solution', id } })
}

export default function SettingsMembers({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { solution } = useSettings()
  return (
    <SettingsPage
      title={t(($) => $.settings.pages.members)}
      subtitle={t(($) => $.settings.members.subtitle, { label: solution.label })}
    >
      <PeopleCards place={usePlace()} {...loaderData} answer={actionData} />
    </SettingsPage>
  )
}
