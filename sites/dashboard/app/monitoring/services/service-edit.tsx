import type { Problem } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { act, apiOf, load, requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data, redirect } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useMonitoring } from '../use-monitoring.ts'
import { deedOf, loadChoices, type ServiceAnswer, tryTyped } from './change-service.server.ts'
import { ServiceForm } from './service-form.tsx'
import { kindOf, serviceOf, shownService, typedService } from './typed-service.ts'
import type { Route } from './+types/service-edit.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const serviceId = requireId(context, request, params.serviceId)
  const service = await load(context, request, apiOf(context, request).getMonitoredService({ solutionId, serviceId }))
  return { service, choices: await loadChoices({ context, request, solutionId }, service.check.kind) }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const sender = { context, request, solutionId: requireId(context, request, params.solutionId) }
  const serviceId = requireId(context, request, params.serviceId)
  const form = await request.formData()
  const kind = kindOf(textOf(form, 'kind'))
  if (kind === undefined) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  const typed = typedService(kind, form)
  if (deedOf(form) === 'try') {
    const tried = await tryTyped(sender, typed, serviceId)
    return data(tried, { status: tried.problem?.status ?? 200 })
  }
  const monitoredServiceDto = { ...serviceOf(typed), version: Number(textOf(form, 'version')) }
  const answer = await act(
    sender,
    apiOf(context, request).updateMonitoredService({ solutionId: sender.solutionId, serviceId, monitoredServiceDto }),
  )
  if (answer.ok) throw redirect(`/${params.language}/solutions/${sender.solutionId}/monitoring/services/${serviceId}`)
  return data(refused(answer.problem, typed), { status: answer.problem.status })
}

const refused = (problem: Problem, typed: ServiceAnswer['typed']): ServiceAnswer => ({
  did: 'save',
  problem,
  typed,
  tried: null,
})

export default function ServiceEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb } = useMonitoring()
  const { service, choices } = loaderData
  const title = t(($) => $.monitoring.service.edit)
  const crumbs = [
    crumb,
    { label: t(($) => $.monitoring.services.title), to: `${base}/services` },
    { label: service.name, to: `${base}/services/${service.id}` },
  ]
  return (
    <Page title={title} crumbs={crumbs}>
      <PageTitle title={service.name} subtitle={t(($) => $.monitoring.kinds[service.check.kind].name)} />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        <ServiceForm
          key={service.version}
          typed={shownService(service)}
          answer={actionData ?? null}
          choices={choices}
          version={service.version}
          hasSecret={service.hasSecret}
          selfId={service.id}
        />
      </div>
    </Page>
  )
}
