import type { ExportFormat, Problem } from '@bollard/contracts'
import { ProblemAlert, textOf, useIsSending } from '@bollard/site-kit'
import { act, apiOf, attempt, load, loadPage, requireId } from '@bollard/site-kit/server'
import { Alert, Button, ButtonLink, buttonClass, Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { DoneToast } from '../../forms/done-toast.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { NeedsRole } from '../../frame/needs-role.tsx'
import { useSolution } from '../../solution/use-solution.ts'
import { ZoneNote } from '../../words/zone-note.tsx'
import { checkFilter } from '../log-filter/check-filter.server.ts'
import { FilterChips } from '../log-filter/filter-chips.tsx'
import { FilterCount } from '../log-filter/filter-count.tsx'
import { loadOptions } from '../log-filter/load-options.server.ts'
import { writeSearch } from '../log-filter/log-search.ts'
import { readFilter } from '../log-filter/read-filter.server.ts'
import { LogPager } from '../log-pager.tsx'
import { useProgress } from '../use-progress.ts'
import { ExportTable } from './export-table.tsx'
import type { Route } from './+types/exports.ts'

/** The list of the contracts would bring all their schemas into the page. */
const exportFormats = ['CSV', 'JSON'] as const satisfies readonly ExportFormat[]

interface ExportAnswer {
  did: 'create' | 'delete'
  /** Of the export that was made or deleted. */
  id: string
  problem: Problem | null
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const filter = await readFilter(context, request, ['cursor', 'proven'])
  const { filters } = checkFilter(filter)
  const search = new URL(request.url).searchParams
  const cursor = search.get('cursor') ?? undefined
  const api = apiOf(context, request)
  const [files, options, count] = await Promise.all([
    loadPage(context, request, api.listExports({ solutionId, limit: 20, cursor })),
    loadOptions(context, request, { solutionId, language: params.language }),
    filters === null ? null : attempt(api.countVerifications({ ...filters, solutionId })),
  ])
  return {
    files: files.items,
    nextCursor: files.nextCursor,
    isFirstPage: cursor === undefined,
    filter,
    options,
    /** The filter can be asked for; the log says what is wrong with another one. */
    isValid: count?.ok === true || (count !== null && count.problem.status !== 400),
    count: count?.ok === true ? count.value : null,
    isProven: search.has('proven'),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const filter = await readFilter(context, request, ['cursor', 'proven'])
  const form = await request.formData()
  const api = apiOf(context, request)
  const { filters } = checkFilter(filter)
  const exportId = textOf(form, 'exportId')
  const told = (answer: ExportAnswer) => data(answer, { status: answer.problem?.status ?? 200 })
  if (textOf(form, 'do') === 'delete' && exportId !== '') {
    const answer = await attempt(api.deleteExport({ solutionId, exportId }))
    if (answer.ok) return told({ did: 'delete', id: exportId, problem: null })
    if (answer.problem.status === 401) await load(context, request, api.listExports({ solutionId }))
    return told({ did: 'delete', id: exportId, problem: answer.problem })
  }
  const format = exportFormats.find((one) => one === textOf(form, 'format'))
  if (textOf(form, 'do') !== 'create' || format === undefined || filters === null)
    throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  const address = new URLSearchParams(writeSearch(filter))
  address.set('proven', '')
  const answer = await act(
    { context, request },
    api.createExport({ solutionId, exportNewDto: { format, filters: { ...filters, outcome: filter.outcome } } }),
    `?${address.toString()}`,
  )
  return told({ did: 'create', id: answer.ok ? answer.value.id : '', problem: answer.ok ? null : answer.problem })
}

export default function Exports({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb, solution } = useSolution()
  const isSending = useIsSending()
  const { files, nextCursor, isFirstPage, filter, options, isValid, count, isProven } = loaderData
  const address = writeSearch(filter)
  const mayExport = solution.myRole !== 'VIEWER'
  const log = { label: t(($) => $.log.title), to: `${base}/captcha/verifications` }
  useProgress(files.some(({ status }) => status === 'QUEUED' || status === 'RUNNING'))
  return (
    <Page title={t(($) => $.logExports.title)} crumbs={[crumb, log]}>
      <PageTitle title={t(($) => $.logExports.title)} subtitle={t(($) => $.logExports.subtitle)} />
      <div className="grid gap-4">
        {actionData && actionData.problem === null ? (
          <DoneToast key={`${actionData.did} ${actionData.id}`}>{t(($) => $.logExports.did[actionData.did])}</DoneToast>
        ) : null}
        {isProven && !actionData ? <Alert kind="success">{t(($) => $.logExports.proven)}</Alert> : null}
        <ProblemAlert
          problem={actionData?.problem}
          words={{ 'quota-exceeded': t(($) => $.logExports.quota), 'not-found': t(($) => $.logExports.gone) }}
        />
        <Card className="grid gap-4 sm:p-6">
          <CardHeader title={t(($) => $.logExports.what)} className="!mb-0">
            <Link to={`${log.to}${address === '' ? '' : `?${address}`}`} className="text-link text-sm touch:py-3">
              {t(($) => $.logExports.change)}
            </Link>
          </CardHeader>
          <FilterChips filter={filter} options={options} />
          {count === null ? null : <FilterCount {...count} />}
          {isValid ? null : <Alert kind="warning">{t(($) => $.logFilter.errors.title)}</Alert>}
          {mayExport ? null : <NeedsRole needed="MEMBER" solution={solution} />}
          <div className="grid gap-5 border-t border-line pt-4 md:grid-cols-2">
            <div className="grid content-start gap-2.5">
              <h3 className="font-sans text-sm font-[560] tracking-normal">{t(($) => $.logExports.direct)}</h3>
              <p className="text-sm text-ink-2">{t(($) => $.logExports.directText)}</p>
              <div className="flex flex-wrap gap-2.5">
                {exportFormats.map((format) => {
                  const words = format === 'CSV' ? t(($) => $.logExports.csvNow) : t(($) => $.logExports.jsonNow)
                  return mayExport && isValid ? (
                    <ButtonLink
                      key={format}
                      size="dense"
                      variant={format === 'CSV' ? 'primary' : 'line'}
                      href={`${base}/captcha/exports/direct?${addressOf(address, format)}`}
                    >
                      {words}
                    </ButtonLink>
                  ) : (
                    <button key={format} type="button" disabled className={buttonClass({ size: 'dense' })}>
                      {words}
                    </button>
                  )
                })}
              </div>
            </div>
            <Form method="post" preventScrollReset className="grid content-start gap-2.5">
              <h3 className="font-sans text-sm font-[560] tracking-normal">{t(($) => $.logExports.file)}</h3>
              <p className="text-sm text-ink-2">{t(($) => $.logExports.fileText)}</p>
              <input type="hidden" name="do" value="create" />
              <div className="flex flex-wrap gap-2.5">
                {exportFormats.map((format) => (
                  <Button
                    key={format}
                    type="submit"
                    size="dense"
                    name="format"
                    value={format}
                    disabled={!mayExport || !isValid}
                    aria-disabled={isSending}
                  >
                    {format === 'CSV' ? t(($) => $.logExports.csvFile) : t(($) => $.logExports.jsonFile)}
                  </Button>
                ))}
              </div>
            </Form>
          </div>
          {mayExport ? <p className="text-xs text-ink-3">{t(($) => $.logExports.proof)}</p> : null}
        </Card>
        <Card padded={false} className="overflow-hidden">
          <CardHeader title={t(($) => $.logExports.list)} className="!mb-0 px-5 py-3.5" />
          <ExportTable files={files} options={options} base={base} mayDelete={mayExport} />
        </Card>
      </div>
      <LogPager nextCursor={nextCursor} isFirstPage={isFirstPage} />
      <ZoneNote />
    </Page>
  )
}

function addressOf(address: string, format: string): string {
  const search = new URLSearchParams(address)
  search.set('format', format)
  return search.toString()
}
