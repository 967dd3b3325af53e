import { textOf } from '@bollard/site-kit'
import { act, apiOf, requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data, redirect } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { ProblemAlert } from '@bollard/site-kit'
import { DeleteCard } from '../../forms/delete-card.tsx'
import { useMonitoring } from '../use-monitoring.ts'
import { loadTargets } from './load-targets.server.ts'
import { ScheduleForm } from './schedule-form.tsx'
import { newSchedule, scheduleOf, shownSchedule, typedSchedule } from './typed-schedule.ts'
import type { Route } from './+types/schedule.ts'

/** A schedule that there is, or a new one where the address says `new`. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const targets = await loadTargets({ context, request, solutionId })
  const today = new Date().toISOString().slice(0, 10)
  if (params.scheduleId === 'new') return { schedule: null, targets, today }
  const scheduleId = requireId(context, request, params.scheduleId).toLowerCase()
  const schedule = targets.schedules.find(({ id }) => id === scheduleId)
  if (schedule === undefined) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  return { schedule, targets, today }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const form = await request.formData()
  const api = apiOf(context, request)
  const typed = textOf(form, 'do') === 'delete' ? null : typedSchedule(form)
  const answer = await act<unknown>({ context, request }, change())
  if (!answer.ok) return data({ problem: answer.problem, typed }, { status: answer.problem.status })
  throw redirect(`/${params.language}/solutions/${solutionId}/monitoring/alerts`)

  function change(): Promise<unknown> {
    if (params.scheduleId === 'new' && typed !== null)
      return api.createOnCallSchedule({ solutionId, onCallScheduleNewDto: scheduleOf(typed) })
    const scheduleId = requireId(context, request, params.scheduleId)
    if (typed === null) return api.deleteOnCallSchedule({ solutionId, scheduleId })
    const onCallScheduleDto = { ...scheduleOf(typed), version: Number(textOf(form, 'version')) }
    return api.putOnCallSchedule({ solutionId, scheduleId, onCallScheduleDto })
  }
}

export default function SchedulePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb, solution } = useMonitoring()
  const { schedule, targets, today } = loaderData
  const words = t(($) => $.monitoring.schedule, { returnObjects: true })
  const title = schedule?.name ?? words.new
  const stored = schedule === null ? newSchedule(solution.timezone, today) : shownSchedule(schedule)
  const isDeletion = actionData?.typed === null
  return (
    <Page title={title} crumbs={[crumb, { label: t(($) => $.monitoring.alerts.title), to: `${base}/alerts` }]}>
      <PageTitle title={title} subtitle={words.about} />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        {isDeletion ? <ProblemAlert problem={actionData.problem} words={{ 'in-use': words.inUse }} /> : null}
        <ScheduleForm
          key={schedule?.version}
          typed={actionData?.typed ?? stored}
          problem={isDeletion ? null : (actionData?.problem ?? null)}
          targets={targets}
          {...(schedule === null ? {} : { version: schedule.version })}
        />
        {schedule === null ? null : <DeleteCard label={words.delete} about={words.deleteAbout} />}
      </div>
    </Page>
  )
}
