import type { AlertSettings } from '@bollard/contracts'
import { Pager, ProblemAlert, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { apiOf, load, loadPage, requireId } from '@bollard/site-kit/server'
import { Button } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form } from 'react-router'
import { DoneToast } from '../../forms/done-toast.tsx'
import { mayAdminister, AdminsOnly } from '../../settings/admins-only.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useSolution } from '../../solution/use-solution.ts'
import { ZoneNote } from '../../words/zone-note.tsx'
import { type AlertsAnswer, changeAlerts } from './change-alerts.server.ts'
import { History } from './history.tsx'
import { Recipients, type ToldAddress } from './recipients.tsx'
import { Thresholds } from './thresholds.tsx'
import type { Route } from './+types/alerts.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const api = apiOf(context, request)
  const [{ addresses, version, ...settings }, events] = await Promise.all([
    load(context, request, api.getAlertSettings({ solutionId })),
    loadPage(context, request, api.listAlertEvents({ solutionId, limit: 20, cursor })),
  ])
  return { settings, addresses, version, events, isFirstPage: cursor === undefined }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const answer = await changeAlerts({ context, request, solutionId: requireId(context, request, params.solutionId) })
  return data(answer, { status: answer.problem?.status ?? 200 })
}

export default function Alerts({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb } = useSolution()
  const { settings, addresses, version, events, isFirstPage } = loaderData
  return (
    <Page title={t(($) => $.alerts.title)} crumbs={[crumb]}>
      <PageTitle title={t(($) => $.alerts.title)} subtitle={t(($) => $.alerts.subtitle)} />
      <div className="grid max-w-[56rem] gap-4">
        {actionData?.problem === null ? <DoneToast key={version}>{t(($) => $.alerts.saved)}</DoneToast> : null}
        <AlertsForm
          // Rows without an address are gone from the answer, so that the form is built anew from it.
          key={`${version} ${JSON.stringify(actionData?.typed ?? null)}`}
          settings={actionData?.typed ?? settings}
          addresses={addresses}
          version={version}
          answer={actionData ?? null}
        />
        <History events={events.items} base={base} />
        <Pager
          nextCursor={events.nextCursor}
          isFirstPage={isFirstPage}
          newest={t(($) => $.log.newest)}
          older={t(($) => $.log.older)}
        />
        <ZoneNote />
      </div>
    </Page>
  )
}

interface AlertsFormProps {
  settings: AlertSettings
  addresses: readonly ToldAddress[]
  version: number
  answer: AlertsAnswer | null
}

function AlertsForm({ settings, addresses, version, answer }: AlertsFormProps) {
  const { t } = useTranslation()
  const { solution } = useSolution()
  const isSending = useIsSending()
  const problem = answer?.problem ?? null
  const { errorOf, formProps } = useFieldErrors(problem)
  const mayChange = mayAdminister(solution)
  const isTwice = problem?.errors?.some(({ pointer }) => pointer === '/recipients') === true
  return (
    <Form method="post" {...formProps}>
      <fieldset disabled={!mayChange} className="grid min-w-0 gap-4">
        <input type="hidden" name="version" value={version} />
        <AdminsOnly solution={solution} />
        <ProblemAlert
          problem={problem}
          words={isTwice ? { 'validation-failed': t(($) => $.alerts.recipients.twice) } : {}}
        />
        <Recipients
          recipients={settings.recipients}
          addresses={addresses}
          errorOf={isTwice ? () => undefined : errorOf}
        />
        <Thresholds settings={settings} errorOf={errorOf} />
        <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending || !mayChange}>
          {isSending ? t(($) => $.settings.saving) : t(($) => $.settings.save)}
        </Button>
      </fieldset>
    </Form>
  )
}
