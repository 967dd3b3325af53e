import { requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { changeInvitations } from '../../people/change-invitations.server.ts'
import { loadPeople } from '../../people/load-people.server.ts'
import { PeopleCards } from '../../people/people-cards.tsx'
import { SettingsPage } from '../settings/settings-page.tsx'
import type { Route } from './+types/members.ts'
import { usePlace } from './use-place.ts'

export function loader({ request, context, params }: Route.LoaderArgs) {
  const id = requireId(context, request, params.organizationId)
  return loadPeople({ context, request, place: { kind: 'organization', id } })
}

export function action({ request, context, params }: Route.ActionArgs) {
  const id = requireId(context, request, params.organizationId)
  return changeInvitations({ context, request, place: { kind: 'organization', id } })
}

export default function OrganizationMembers({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <SettingsPage section="members" subtitle={t(($) => $.organizations.members.about)}>
      <PeopleCards place={usePlace()} placesMax={null} {...loaderData} answer={actionData} />
    </SettingsPage>
  )
}
