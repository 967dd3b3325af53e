import { requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { changeMember } from '../../people/change-member.server.ts'
import { loadMember } from '../../people/load-people.server.ts'
import { MemberCards } from '../../people/member-cards.tsx'
import { nameOf } from '../../people/person.tsx'
import { SettingsPage } from '../settings/settings-page.tsx'
import { useOrganization } from '../use-organization.ts'
import type { Route } from './+types/member.ts'
import { usePlace } from './use-place.ts'

export function loader({ request, context, params }: Route.LoaderArgs) {
  const id = requireId(context, request, params.organizationId)
  return loadMember({ context, request, place: { kind: 'organization', id } }, params.userId)
}

export function action({ request, context, params }: Route.ActionArgs) {
  const id = requireId(context, request, params.organizationId)
  const place = { kind: 'organization', id } as const
  return changeMember({ context, request, place }, params.userId, `/${params.language}/organizations`)
}

export default function OrganizationMember({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base } = useOrganization()
  return (
    <SettingsPage section="members" title={nameOf(loaderData.member) ?? t(($) => $.settings.members.gone)}>
      <MemberCards place={usePlace()} toEnd={`${base}/settings/deletion`} {...loaderData} refused={actionData} />
    </SettingsPage>
  )
}
