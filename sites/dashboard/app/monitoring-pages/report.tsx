import type { Problem } from '@bollard/contracts'
import { ProblemAlert, textOf, useFieldErrors } from '@bollard/site-kit'
import { act, apiOf, load, requireId } from '@bollard/site-kit/server'
import { Button, Card, CardHeader, Pill, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, redirect } from 'react-router'
import { DoneToast } from '../forms/done-toast.tsx'
import { Fold } from '../forms/fold.tsx'
import { NeedsRole } from '../frame/needs-role.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { DeleteFold } from '../forms/delete-card.tsx'
import { useMonitoring } from '../monitoring/use-monitoring.ts'
import { ZoneNote } from '../words/zone-note.tsx'
import { componentsOf, PublishButton, type TypedUpdate, typedUpdate, UpdateFields } from './report-fields.tsx'
import { type Refused, ReportUpdate } from './report-update.tsx'
import type { Route } from './+types/report.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const statusReportId = requireId(context, request, params.statusReportId)
  const api = apiOf(context, request)
  const report = await load(context, request, api.getStatusReport({ solutionId, statusReportId }))
  const { statusPageId } = report
  const page = await load(context, request, api.getStatusPage({ solutionId, statusPageId }))
  return { report, components: componentsOf(page), page: page.name }
}

interface Outcome {
  readonly problem: Problem | null
  readonly typed: TypedUpdate | null
  /** Null but for what was done to one update. */
  readonly refused?: Refused | null
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const statusReportId = requireId(context, request, params.statusReportId)
  const form = await request.formData()
  const [sender, api] = [{ context, request }, apiOf(context, request)]
  const [reportUpdateNewDto, reportUpdateId] = [typedUpdate(form), textOf(form, 'reportUpdateId')]
  switch (textOf(form, 'do')) {
    case 'delete': {
      const deleted = await act(sender, api.deleteStatusReport({ solutionId, statusReportId }))
      if (deleted.ok) throw redirect(`/${params.language}/solutions/${solutionId}/monitoring/reports`)
      return data<Outcome>({ problem: deleted.problem, typed: null }, { status: deleted.problem.status })
    }
    case 'rename': {
      const [title, startedAt] = [textOf(form, 'title').trim(), textOf(form, 'startedAt')]
      const statusReportDto = { title, startedAt, version: Number(textOf(form, 'version')) }
      const renamed = await act(sender, api.updateStatusReport({ solutionId, statusReportId, statusReportDto }))
      const problem = renamed.ok ? null : renamed.problem
      return data<Outcome>({ problem, typed: null }, { status: problem?.status ?? 200 })
    }
    case 'correct': {
      const [text, version] = [textOf(form, 'text').trim(), Number(textOf(form, 'version'))]
      const reportCorrectionDto = { text, version, tellSubscribers: form.has('tellSubscribers') }
      const call = api.correctReportUpdate({ solutionId, statusReportId, reportUpdateId, reportCorrectionDto })
      const corrected = await act(sender, call)
      return answerOf(corrected.ok ? null : { updateId: reportUpdateId, text, problem: corrected.problem })
    }
    case 'delete-update': {
      const deleted = await act(sender, api.deleteReportUpdate({ solutionId, statusReportId, reportUpdateId }))
      return answerOf(deleted.ok ? null : { updateId: reportUpdateId, text: null, problem: deleted.problem })
    }
    default: {
      const added = await act(sender, api.addReportUpdate({ solutionId, statusReportId, reportUpdateNewDto }))
      if (added.ok) return data<Outcome>({ problem: null, typed: null })
      return data<Outcome>({ problem: added.problem, typed: reportUpdateNewDto }, { status: added.problem.status })
    }
  }
}

/** What became of one update. */
function answerOf(refused: Refused | null) {
  const problem = refused?.problem ?? null
  return data<Outcome>({ problem, typed: null, refused }, { status: problem?.status ?? 200 })
}

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb, solution, mayAnswer } = useMonitoring()
  const { report, components, page } = loaderData
  const refused = actionData?.refused ?? null
  const problem = refused === null ? (actionData?.problem ?? null) : null
  const { errorOf, formProps } = useFieldErrors(problem)
  const words = t(($) => $.statusPages.reports, { returnObjects: true })
  const names = new Map(components.map(({ id, name }) => [id, name]))
  return (
    <Page title={report.title} crumbs={[crumb, { label: words.title, to: `${base}/reports` }]}>
      <PageTitle title={report.title} subtitle={page}>
        <Pill meaning={report.stage === 'RESOLVED' ? 'human' : 'doubt'}>{words.stages[report.stage]}</Pill>
      </PageTitle>
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        {actionData?.problem === null ? <DoneToast key={report.version}>{words.done}</DoneToast> : null}
        {mayAnswer ? null : <NeedsRole needed="MEMBER" solution={solution} />}
        {mayAnswer ? (
          <Card className="sm:p-6">
            <CardHeader title={words.update} />
            <Form method="post" {...formProps} key={report.version} className="grid max-w-[40rem] min-w-0 gap-5">
              <ProblemAlert problem={problem} />
              <UpdateFields
                typed={actionData?.typed ?? { stage: report.stage, text: '', tellSubscribers: true, impacts: [] }}
                components={components}
                errorOf={errorOf}
              />
              <PublishButton />
            </Form>
          </Card>
        ) : null}
        <Card className="sm:p-6">
          <CardHeader title={words.updates} />
          <ol className="grid gap-4">
            {report.updates.toReversed().map((update) => (
              <ReportUpdate
                key={`${update.id} ${report.version}`}
                update={update}
                version={report.version}
                names={names}
                refused={refused?.updateId === update.id ? refused : null}
              />
            ))}
          </ol>
        </Card>
        {mayAnswer ? (
          <Card className="flex flex-wrap gap-3 sm:p-6">
            <Fold label={words.rename}>
              <Form method="post" className="grid gap-3" key={report.version}>
                <input type="hidden" name="version" value={report.version} />
                <input type="hidden" name="startedAt" value={report.startedAt} />
                <TextField name="title" label={words.name} required maxLength={150} defaultValue={report.title} />
                <Button type="submit" name="do" value="rename" size="dense">
                  {t(($) => $.settings.save)}
                </Button>
              </Form>
            </Fold>
            <DeleteFold label={words.delete} about={words.deleteAbout} />
          </Card>
        ) : null}
        <ZoneNote />
      </div>
    </Page>
  )
}
