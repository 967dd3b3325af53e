import { requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { changeMember } from '../../people/change-member.server.ts'
import { loadMember } from '../../people/load-people.server.ts'
import { MemberCards } from '../../people/member-cards.tsx'
import { nameOf } from '../../people/person.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { useSettings } from '../use-settings.ts'
import type { Route } from './+types/member.ts'
import { usePlace } from './use-place.ts'

export function loader({ request, context, params }: Route.LoaderArgs) {
  const id = requireId(context, request, params.solutionId)
  return loadMember({ context, request, place: { kind: 'solution', id } }, params.userId)
}

export function action({ request, context, params }: Route.ActionArgs) {
  const id = requireId(context, request, params.solutionId)
  const place = { kind: 'solution', id } as const
  return changeMember({ context, request, place }, params.userId, `/${params.language}/captchas?left`)
}

export default function SettingsMember({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base } = useSettings()
  return (
    <SettingsPage
      title={nameOf(loaderData.member) ?? t(($) => $.settings.members.gone)}
      above={{ label: t(($) => $.settings.pages.members), to: `${base}/members` }}
    >
      <MemberCards place={usePlace()} toEnd={`${base}/unsubscribe`} {...loaderData} refused={actionData} />
    </SettingsPage>
  )
}
