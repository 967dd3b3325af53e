import { textOf } from '@bollard/site-kit'
import { act, apiOf, load, requireId } from '@bollard/site-kit/server'
import { Card } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, redirect } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { DeleteCard } from '../../forms/delete-card.tsx'
import { MembersOnly } from '../../forms/members-only.tsx'
import { loadChoices } from '../services/change-service.server.ts'
import type { Sender } from '../services/sender.ts'
import { useMonitoring } from '../use-monitoring.ts'
import { shownWindow, typedWindow, windowOf } from './typed-window.ts'
import { WindowForm } from './window-form.tsx'
import type { Route } from './+types/window.ts'

async function findWindow({ context, request, solutionId }: Sender, maintenanceId: string) {
  const { items } = await load(context, request, apiOf(context, request).listMaintenance({ solutionId }))
  const window = items.find(({ id }) => id === maintenanceId.toLowerCase())
  if (window === undefined) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  return window
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const sender = { context, request, solutionId: requireId(context, request, params.solutionId) }
  const [window, choices] = await Promise.all([
    findWindow(sender, requireId(context, request, params.maintenanceId)),
    loadChoices(sender),
  ])
  return { window, choices }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const sender = { context, request, solutionId: requireId(context, request, params.solutionId) }
  const { solutionId } = sender
  const maintenanceId = requireId(context, request, params.maintenanceId)
  const form = await request.formData()
  const api = apiOf(context, request)
  const typed = typedWindow(form)
  const isDeletion = textOf(form, 'do') === 'delete'
  const stored = isDeletion ? null : await findWindow(sender, maintenanceId)
  const answer = await act<unknown>(
    sender,
    stored === null
      ? api.deleteMaintenance({ solutionId, maintenanceId })
      : api.updateMaintenance({
          solutionId,
          maintenanceId,
          maintenanceDto: {
            ...windowOf(typed, stored.recurrence?.count ?? null),
            version: Number(textOf(form, 'version')),
          },
        }),
  )
  if (answer.ok) throw redirect(`/${params.language}/solutions/${solutionId}/monitoring/maintenance`)
  return data({ problem: answer.problem, typed: isDeletion ? null : typed }, { status: answer.problem.status })
}

export default function Window({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb } = useMonitoring()
  const { window, choices } = loaderData
  const words = t(($) => $.monitoring.maintenance, { returnObjects: true })
  return (
    <Page title={window.title} crumbs={[crumb, { label: words.title, to: `${base}/maintenance` }]}>
      <PageTitle title={window.title} />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        <MembersOnly />
        <Card className="sm:p-6">
          <WindowForm
            key={window.version}
            typed={actionData?.typed ?? shownWindow(window)}
            problem={actionData?.problem ?? null}
            choices={choices}
            version={window.version}
          />
        </Card>
        <DeleteCard label={words.delete} about={words.deleteAbout} />
      </div>
    </Page>
  )
}
