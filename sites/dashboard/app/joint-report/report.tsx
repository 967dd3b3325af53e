import { ProblemAlert, textOf, useSite } from '@bollard/site-kit'
import type { ReportLink } from '@bollard/contracts'
import { act, apiOf, load, requireId, scopeOf } from '@bollard/site-kit/server'
import { Button, ButtonLink, SelectField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form } from 'react-router'
import { DoneToast } from '../forms/done-toast.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { useSolution } from '../solution/use-solution.ts'
import { ZoneNote } from '../words/zone-note.tsx'
import { LinksCard } from './links-card.tsx'
import { monthInWords, monthOf, recentMonths } from './months.ts'
import { type Deed, deeds, type ReportAnswer } from './report-answer.ts'
import { ReportBody } from './report-body.tsx'
import { SchedulesCard } from './schedules-card.tsx'
import type { Route } from './+types/report.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const months = recentMonths(new Date())
  const month = monthOf(new URL(request.url).searchParams, months)
  const [report, schedules, links] = await Promise.all([
    load(context, request, api.getJointReport({ solutionId, month })),
    load(context, request, api.listReportSchedules({ solutionId })),
    load(context, request, api.listReportLinks({ solutionId })),
  ])
  return { report, months, schedules: schedules.items, links: links.items }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const form = await request.formData()
  const did = deeds.find((deed) => deed === textOf(form, 'do'))
  if (did === undefined) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  const answer = await perform({ context, request }, solutionId, did, form)
  return data(answer, { status: answer.problem?.status ?? 200 })
}

async function perform(
  sender: Pick<Route.ActionArgs, 'context' | 'request'>,
  solutionId: string,
  did: Deed,
  form: FormData,
): Promise<ReportAnswer> {
  const { context, request } = sender
  const api = apiOf(context, request)
  const id = () => requireId(context, request, textOf(form, 'id'))
  if (did === 'link') {
    const reportLinkNewDto = { month: textOf(form, 'month'), days: Number(textOf(form, 'days')) }
    const answer = await act<ReportLink>(sender, api.createReportLink({ solutionId, reportLinkNewDto }))
    return answer.ok ? { did, problem: null, link: answer.value } : { did, problem: answer.problem, link: null }
  }
  const emails = textOf(form, 'emails')
    .split(/[\s,;]+/u)
    .filter(Boolean)
  const { language } = scopeOf(context, request)
  const answer = await act<unknown>(
    sender,
    did === 'schedule'
      ? api.createReportSchedule({
          solutionId,
          reportScheduleNewDto: { emails, language, every: 'FIRST_OF_MONTH' },
        })
      : did === 'unschedule'
        ? api.deleteReportSchedule({ solutionId, reportScheduleId: id() })
        : api.deleteReportLink({ solutionId, reportLinkId: id() }),
  )
  return { did, problem: answer.ok ? null : answer.problem, link: null }
}

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { base, crumb, solution } = useSolution()
  const { report, months, schedules, links } = loaderData
  const words = t(($) => $.jointReport, { returnObjects: true })
  const { month } = report
  const answer = actionData ?? null
  const isDone = answer !== null && answer.problem === null && answer.did !== 'link'
  return (
    <Page title={words.title} crumbs={[crumb]}>
      <PageTitle title={words.title} subtitle={words.about}>
        <ButtonLink size="dense" href={`${base}/reports/overview/file?month=${month}`} download>
          {words.pdf}
        </ButtonLink>
      </PageTitle>
      {isDone ? <DoneToast key={`${schedules.length} ${links.length}`}>{words.done}</DoneToast> : null}
      <ProblemAlert problem={answer?.did === 'unschedule' || answer?.did === 'unlink' ? answer.problem : null} />
      <Form method="get" preventScrollReset className="mb-4 flex max-w-[24rem] items-end gap-3" key={month}>
        <SelectField label={words.month} name="month" defaultValue={month} className="min-w-0 flex-1">
          {months.map((one) => (
            <option key={one} value={one}>
              {monthInWords(one, language)}
            </option>
          ))}
        </SelectField>
        <Button type="submit">{words.show}</Button>
      </Form>
      <ReportBody report={report} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
        <SchedulesCard schedules={schedules} answer={answer} solution={solution} />
        <LinksCard links={links} month={month} answer={answer} solution={solution} />
      </div>
      <ZoneNote />
    </Page>
  )
}
