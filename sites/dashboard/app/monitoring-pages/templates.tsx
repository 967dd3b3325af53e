import { ProblemAlert, textOf, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { act, apiOf, load, requireId } from '@bollard/site-kit/server'
import { Button, Card, CardHeader, EmptyState, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form } from 'react-router'
import { DoneToast } from '../forms/done-toast.tsx'
import { NeedsRole } from '../frame/needs-role.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { useMonitoring } from '../monitoring/use-monitoring.ts'
import { ReportTitle, StageAndText, stages } from './report-fields.tsx'
import type { Route } from './+types/templates.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  return load(context, request, apiOf(context, request).listReportTemplates({ solutionId }))
}

/** Adds or removes one; the list is stored as a whole, with the version that its reader saw. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const form = await request.formData()
  const { items } = await load(context, request, api.listReportTemplates({ solutionId }))
  const text = (name: string) => textOf(form, name).trim()
  const stage = stages.find((one) => one === text('stage')) ?? 'INVESTIGATING'
  const typed = { name: text('name'), title: text('title'), stage, text: text('text') }
  const removed = textOf(form, 'remove')
  const others = items.filter(({ name }) => name !== (removed || typed.name))
  const reportTemplatesDto = {
    items: removed === '' ? [...others, typed] : others,
    version: Number(textOf(form, 'version')),
  }
  const answer = await act({ context, request }, api.putReportTemplates({ solutionId, reportTemplatesDto }))
  if (answer.ok) return data({ problem: null, typed: null })
  // The fields of the form are those of the entry that it adds.
  const errors = answer.problem.errors?.map((error) => ({
    ...error,
    pointer: error.pointer.replace(/^\/items\/\d+/u, ''),
  }))
  return data({ problem: { ...answer.problem, ...(errors && { errors }) }, typed }, { status: answer.problem.status })
}

export default function Templates({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { base, crumb, solution, mayAnswer } = useMonitoring()
  const { items, version } = loaderData
  const typed = actionData?.typed ?? null
  const { errorOf, formProps } = useFieldErrors(actionData?.problem ?? null)
  const words = t(($) => $.statusPages.reports, { returnObjects: true })
  return (
    <Page title={words.templates} crumbs={[crumb, { label: words.title, to: `${base}/reports` }]}>
      <PageTitle title={words.templates} subtitle={words.templatesAbout} />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        {actionData?.problem === null ? <DoneToast key={version}>{words.done}</DoneToast> : null}
        {mayAnswer ? null : <NeedsRole needed="MEMBER" solution={solution} />}
        <Card padded={false} className="overflow-hidden">
          {items.length === 0 ? (
            <EmptyState title={words.noTemplates} />
          ) : (
            <ul className="divide-y divide-line">
              {items.map((item) => (
                <li key={item.name} className="flex min-w-0 items-start gap-3 px-4 py-3.5 text-sm sm:px-5">
                  <div className="me-auto grid min-w-0 gap-1">
                    <p className="font-[520] [overflow-wrap:anywhere]">{item.name}</p>
                    <p className="text-ink-2 [overflow-wrap:anywhere]">{item.title}</p>
                  </div>
                  {mayAnswer ? (
                    <Form method="post">
                      <input type="hidden" name="version" value={version} />
                      <Button
                        type="submit"
                        name="remove"
                        value={item.name}
                        size="dense"
                        aria-label={`${words.remove}: ${item.name}`}
                      >
                        {words.remove}
                      </Button>
                    </Form>
                  ) : null}
                </li>
              ))}
            </ul>
          )}
        </Card>
        {mayAnswer ? (
          <Card className="sm:p-6">
            <CardHeader title={words.newTemplate} />
            <Form method="post" {...formProps} key={version} className="grid max-w-[40rem] min-w-0 gap-5">
              <ProblemAlert problem={actionData?.problem} />
              <input type="hidden" name="version" value={version} />
              <TextField
                id="name"
                name="name"
                label={words.templateName}
                required
                maxLength={80}
                defaultValue={typed?.name}
                error={errorOf('name')}
              />
              <ReportTitle typed={typed?.title ?? ''} error={errorOf('title')} />
              <StageAndText typed={typed ?? null} errorOf={errorOf} />
              <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
                {t(($) => $.settings.save)}
              </Button>
            </Form>
          </Card>
        ) : null}
      </div>
    </Page>
  )
}
