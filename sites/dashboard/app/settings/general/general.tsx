import { timezoneGroups } from '@bollard/site-kit'
import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import { DoneToast } from '../../forms/done-toast.tsx'
import { AgreementCard } from '../agreement/agreement-card.tsx'
import { changeGeneral, type Deed, savedOf, sections } from './change-general.server.ts'
import { GeneralForm } from './general-form.tsx'
import { LocksCard } from './locks-card.tsx'
import { ManagementCard } from './management-card.tsx'
import { OwnLockCard } from './own-lock-card.tsx'
import { hasEnded, isReadOnly } from '../../frame/is-read-only.ts'
import { SettingsPage } from '../settings-page.tsx'
import { useSettings } from '../use-settings.ts'
import type { Route } from './+types/general.ts'
import { NeedsRole } from '../../frame/needs-role.tsx'
import { heldSection } from '../../sections/save-section.server.ts'
import { Sections } from '../../sections/sections.tsx'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const [solution, { items }, agreement, held] = await Promise.all([
    load(context, request, api.getSolution({ solutionId })),
    load(context, request, api.listTimezones()),
    load(context, request, api.getProcessingAgreement({ solutionId })),
    heldSection({ context, request }, solutionId, Object.keys(sections)),
  ])
  return {
    agreement,
    saved: savedOf(solution),
    held,
    zones: timezoneGroups(items, solution.timezone),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const answer = await changeGeneral({ context, request, solutionId: requireId(context, request, params.solutionId) })
  if (answer === null) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  const problem = (answer.settings ?? answer.deed)?.problem
  return data(answer, { status: problem?.status ?? (answer.settings?.conflict ? 409 : 200) })
}

export default function SettingsGeneral({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { solution } = useSettings()
  const { agreement, saved, held, zones } = loaderData
  const { item, locks, lifecycle, myRole, managementOrganization } = solution
  const isAdmin = myRole === 'ADMIN'
  const isOver = hasEnded(lifecycle)
  const onlyRead = isReadOnly(solution)
  const deed = actionData?.deed
  const problemOf = (one: Deed) => (deed?.did === one ? deed.problem : null)
  const ownLock = locks.some(({ reason }) => reason === 'OWNER_REQUEST')
  return (
    <SettingsPage title={t(($) => $.settings.pages.general)} subtitle={t(($) => $.settings.general.subtitle)}>
      {deed?.problem === null ? (
        <DoneToast key={`${locks.length} ${agreement.accepted.length}`}>
          {t(($) => $.settings.general.done[deed.did])}
        </DoneToast>
      ) : null}
      {locks.length > 0 ? <LocksCard locks={locks} problem={problemOf('unlock')} /> : null}
      {myRole === 'VIEWER' ? <NeedsRole needed="MEMBER" solution={solution} /> : null}
      {myRole !== 'VIEWER' && onlyRead ? (
        <Alert kind="warning">{isOver ? t(($) => $.settings.general.over) : t(($) => $.settings.general.locked)}</Alert>
      ) : null}
      <Sections mayChange={myRole !== 'VIEWER' && !onlyRead} answer={actionData?.settings ?? undefined} held={held}>
        <GeneralForm saved={saved} zones={zones} />
      </Sections>
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
