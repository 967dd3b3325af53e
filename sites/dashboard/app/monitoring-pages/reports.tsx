import { Moment, ProblemAlert, textOf, useFieldErrors } from '@bollard/site-kit'
import { act, apiOf, load, loadPage, requireId } from '@bollard/site-kit/server'
import { Button, Card, CardHeader, EmptyState, Pill, SelectField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link, redirect } from 'react-router'
import { NeedsRole } from '../frame/needs-role.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { useMonitoring } from '../monitoring/use-monitoring.ts'
import { ListPager } from '../words/list-pager.tsx'
import { ZoneNote } from '../words/zone-note.tsx'
import { loadPages } from './load-pages.server.ts'
import { componentsOf, PublishButton, ReportTitle, typedUpdate, UpdateFields } from './report-fields.tsx'
import type { Route } from './+types/reports.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const search = new URL(request.url).searchParams
  const cursor = search.get('cursor') ?? undefined
  const api = apiOf(context, request)
  const [reports, pages, templates] = await Promise.all([
    loadPage(context, request, api.listStatusReports({ solutionId, limit: 25, cursor })),
    loadPages({ context, request, solutionId }),
    load(context, request, api.listReportTemplates({ solutionId })),
  ])
  return {
    ...reports,
    isFirstPage: cursor === undefined,
    pages: pages.map((page) => ({ id: page.id, name: page.name, components: componentsOf(page) })),
    templates: templates.items,
    chosen: { page: search.get('page') ?? '', template: search.get('template') ?? '' },
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const form = await request.formData()
  const typed = { ...typedUpdate(form), title: textOf(form, 'title').trim() }
  const statusReportNewDto = { ...typed, statusPageId: textOf(form, 'statusPageId') }
  const answer = await act(
    { context, request },
    apiOf(context, request).createStatusReport({ solutionId, statusReportNewDto }),
  )
  if (!answer.ok) return data({ problem: answer.problem, typed }, { status: answer.problem.status })
  throw redirect(`/${params.language}/solutions/${solutionId}/monitoring/reports/${answer.value.id}`)
}

export default function Reports({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb, solution, mayAnswer } = useMonitoring()
  const { items, nextCursor, isFirstPage, pages } = loaderData
  const words = t(($) => $.statusPages.reports, { returnObjects: true })
  const names = new Map(pages.map(({ id, name }) => [id, name]))
  return (
    <Page title={words.title} crumbs={[crumb]}>
      <PageTitle title={words.title} subtitle={words.about} />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        {mayAnswer ? null : <NeedsRole needed="MEMBER" solution={solution} />}
        <Card padded={false} className="overflow-hidden">
          {items.length === 0 ? (
            <EmptyState title={words.none}>
              {pages.length > 0 ? (
                words.noneAbout
              ) : (
                <>
                  {words.needsPage}{' '}
                  <Link to={mayAnswer ? `${base}/pages/new` : `${base}/pages`} className="text-link">
                    {mayAnswer ? t(($) => $.statusPages.new) : t(($) => $.statusPages.title)}
                  </Link>
                </>
              )}
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {items.map(({ id, title, stage, startedAt, statusPageId }) => (
                <li key={id} className="grid min-w-0 gap-1 px-4 py-3.5 text-sm sm:px-5">
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <Link to={`${base}/reports/${id}`} className="text-link [overflow-wrap:anywhere]">
                      {title}
                    </Link>
                    <Pill meaning={stage === 'RESOLVED' ? 'human' : 'doubt'}>{words.stages[stage]}</Pill>
                  </p>
                  <p className="text-ink-2">
                    {names.get(statusPageId)}
                    {' · '}
                    <Moment at={startedAt} />
                  </p>
                </li>
              ))}
            </ul>
          )}
        </Card>
        <ListPager nextCursor={nextCursor} isFirstPage={isFirstPage} />
        {mayAnswer && pages.length > 0 ? (
          <NewReport key={items.length} loaded={loaderData} answer={actionData ?? null} />
        ) : null}
        <p className="text-sm">
          <Link to={`${base}/reports/templates`} className="text-link">
            {words.templates}
          </Link>
        </p>
        <ZoneNote />
      </div>
    </Page>
  )
}

interface NewReportProps {
  loaded: Route.ComponentProps['loaderData']
  answer: Route.ComponentProps['actionData'] | null
}

/** Page and template are chosen first, by plain links: the fields below depend on them. */
function NewReport({ loaded: { pages, templates, chosen }, answer }: NewReportProps) {
  const { t } = useTranslation()
  const problem = answer?.problem ?? null
  const { errorOf, formProps } = useFieldErrors(problem)
  const words = t(($) => $.statusPages.reports, { returnObjects: true })
  const page = pages.find(({ id }) => id === chosen.page) ?? pages[0]
  const begun = templates.find(({ name }) => name === chosen.template)
  return (
    <Card className="grid gap-5 sm:p-6">
      <CardHeader title={words.new} />
      {pages.length > 1 || templates.length > 0 ? (
        <Form method="get" className="flex flex-wrap items-end gap-3">
          <SelectField name="page" label={words.page} defaultValue={page?.id}>
            {pages.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField name="template" label={words.template} defaultValue={begun?.name ?? ''}>
            <option value="">{words.noTemplate}</option>
            {templates.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </SelectField>
          <Button type="submit">{words.choose}</Button>
        </Form>
      ) : null}
      <Form
        method="post"
        {...formProps}
        key={`${page?.id} ${begun?.name}`}
        className="grid max-w-[40rem] min-w-0 gap-5"
      >
        <ProblemAlert problem={problem} />
        <input type="hidden" name="statusPageId" value={page?.id} />
        <ReportTitle typed={answer?.typed.title ?? begun?.title ?? ''} error={errorOf('title')} />
        <UpdateFields
          typed={answer?.typed ?? null}
          components={page?.components ?? []}
          errorOf={errorOf}
          begun={begun}
        />
        <PublishButton />
      </Form>
    </Card>
  )
}
