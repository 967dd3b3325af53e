import { timezoneGroups } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import { DoneAlert } from '../../forms/done-alert.tsx'
import { AgreementCard } from '../agreement/agreement-card.tsx'
import { changeGeneral, type Deed } from './change-general.server.ts'
import { GeneralFacts } from './general-facts.tsx'
import { fieldsOf } from './general-fields.ts'
import { GeneralForm } from './general-form.tsx'
import { LocksCard } from './locks-card.tsx'
import { ManagementCard } from './management-card.tsx'
import { OwnLockCard } from './own-lock-card.tsx'
import { hasEnded, isReadOnly } from '../is-read-only.ts'
import { SettingsPage } from '../settings-page.tsx'
import { useSettings } from '../use-settings.ts'
import { requireId } from '../../request/require-id.server.ts'
import type { Route } from './+types/general.ts'
import { WhoMay } from '../../frame/needs-role.tsx'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const [solution, { items }, agreement] = await Promise.all([
    load(context, request, api.getSolution({ solutionId })),
    load(context, request, api.listTimezones()),
    load(context, request, api.getProcessingAgreement({ solutionId })),
  ])
  return {
    agreement,
    saved: fieldsOf(solution),
    version: solution.version,
    zones: timezoneGroups(items, solution.timezone),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const answer = await changeGeneral({ context, request, solutionId: requireId(context, request, params.solutionId) })
  if (answer === null) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  return data(answer, { status: answer.problem?.status ?? (answer.conflict ? 409 : 200) })
}

export default function SettingsGeneral({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { solution } = useSettings()
  const { agreement, saved, version, zones } = loaderData
  const { item, locks, lifecycle, myRole, managementOrganization } = solution
  const isAdmin = myRole === 'ADMIN'
  const isOver = hasEnded(lifecycle)
  const onlyRead = isReadOnly(solution)
  const problemOf = (deed: Deed) => (actionData?.did === deed ? actionData.problem : null)
  const isDone = actionData && actionData.problem === null && actionData.conflict === null
  const ownLock = locks.some(({ reason }) => reason === 'OWNER_REQUEST')
  const reason =
    myRole === 'VIEWER' ? (
      <WhoMay>{t(($) => $.settings.general.viewer)}</WhoMay>
    ) : isOver ? (
      t(($) => $.settings.general.over)
    ) : (
      t(($) => $.settings.general.locked)
    )
  return (
    <SettingsPage title={t(($) => $.settings.pages.general)} subtitle={t(($) => $.settings.general.subtitle)}>
      {isDone ? (
        <DoneAlert key={`${version} ${locks.length} ${agreement.accepted.length}`}>
          {t(($) => $.settings.general.done[actionData.did])}
        </DoneAlert>
      ) : null}
      {locks.length > 0 ? <LocksCard locks={locks} problem={problemOf('unlock')} /> : null}
      {myRole === 'VIEWER' || onlyRead ? (
        <GeneralFacts saved={saved} reason={reason} />
      ) : (
        <GeneralForm
          key={`${version} ${actionData?.conflict?.version ?? ''}`}
          saved={saved}
          zones={zones}
          answer={actionData?.did === 'save' ? actionData : null}
        />
      )}
      <AgreementCard agreement={agreement} mayAccept={isAdmin} problem={problemOf('acceptAgreement')} />
      {managementOrganization ? (
        <ManagementCard
          name={managementOrganization.name}
          mayEnd={isAdmin && !onlyRead}
          problem={problemOf('endManagement')}
        />
      ) : null}
      {isAdmin && !isOver && !ownLock && item.type !== 'MONITORING' ? (
        <OwnLockCard problem={problemOf('lock')} />
      ) : null}
    </SettingsPage>
  )
}
