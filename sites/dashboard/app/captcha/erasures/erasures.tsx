import { ProblemAlert, textOf, useFormats } from '@bollard/site-kit'
import { apiOf, attempt, load, loadPage, requireId, requireUser } from '@bollard/site-kit/server'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import { DoneToast } from '../../forms/done-toast.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { NeedsRole } from '../../frame/needs-role.tsx'
import { useSolution } from '../../solution/use-solution.ts'
import { ZoneNote } from '../../words/zone-note.tsx'
import { loadOptions } from '../log-filter/load-options.server.ts'
import { readFilter } from '../log-filter/read-filter.server.ts'
import { LogPager } from '../log-pager.tsx'
import { useProgress } from '../use-progress.ts'
import { EraseForm } from './erase-form.tsx'
import { countErasable, erase } from './erase.server.ts'
import type { ErasureAnswer } from './erase-scopes.ts'
import { ErasureHistory } from './erasure-history.tsx'
import type { Route } from './+types/erasures.ts'
import { readSelection, typedSelection } from './selection.server.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const filter = await readFilter(context, request, ['cursor'])
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const [history, options] = await Promise.all([
    loadPage(context, request, apiOf(context, request).listErasures({ solutionId, limit: 20, cursor })),
    loadOptions(context, request, { solutionId, language: params.language }),
  ])
  return {
    history: history.items,
    nextCursor: history.nextCursor,
    isFirstPage: cursor === undefined,
    filter,
    options,
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const filter = await readFilter(context, request, ['cursor'])
  const { timezone: zone } = await requireUser(context, request)
  const form = await request.formData()
  const api = apiOf(context, request)
  const typed = typedSelection((name) => textOf(form, name))
  const answer: ErasureAnswer = { typed, fault: null, found: null, isOtherName: false, erased: null, problem: null }
  if (textOf(form, 'do') === 'change') return data(answer)
  const meant = readSelection(typed, { filter, zone })
  if (typeof meant === 'string') return data({ ...answer, fault: meant }, { status: 422 })
  const counted = await attempt(countErasable(api, solutionId, meant))
  if (!counted.ok) {
    if (counted.problem.status === 401) await load(context, request, api.listErasures({ solutionId }))
    return data({ ...answer, problem: counted.problem }, { status: counted.problem.status })
  }
  const at = textOf(form, 'countedAt')
  const countedAt = Number.isNaN(Date.parse(at)) ? new Date().toISOString() : new Date(at).toISOString()
  const found = { ...counted.value, countedAt }
  // Of a filter that finds more than can be counted, nobody would know which part is erased.
  const isTooMany = typed.scope === 'filter' && !found.isComplete
  if (textOf(form, 'do') !== 'erase' || isTooMany) return data({ ...answer, found })
  const { label } = await load(context, request, api.getSolution({ solutionId }))
  if (textOf(form, 'confirmLabel').trim() !== label)
    return data({ ...answer, found, isOtherName: true }, { status: 422 })
  const { erased: count, isRunning, problem } = await erase(api, solutionId, meant, countedAt)
  if (problem?.status === 401) await load(context, request, api.listErasures({ solutionId }))
  return data<ErasureAnswer>(
    { ...answer, found: problem === null ? null : found, erased: { count, isRunning }, problem },
    { status: problem?.status ?? 200 },
  )
}

export default function Erasures({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { base, crumb, solution } = useSolution()
  const { history, nextCursor, isFirstPage, filter, options } = loaderData
  const log = { label: t(($) => $.log.title), to: `${base}/captcha/verifications` }
  const erased = actionData?.erased ?? null
  useProgress(history.some(({ status }) => status === 'RUNNING'))
  return (
    <Page title={t(($) => $.logErasures.title)} crumbs={[crumb, log]}>
      <PageTitle title={t(($) => $.logErasures.title)} subtitle={t(($) => $.logErasures.subtitle)} />
      <div className="grid gap-4">
        {actionData && erased !== null && actionData.problem === null ? (
          <DoneToast key={history[0]?.id}>
            {erased.isRunning
              ? t(($) => $.logErasures.did.running)
              : t(($) => $.logErasures.did.done, { count: erased.count, shown: formats.whole(erased.count) })}
          </DoneToast>
        ) : null}
        <ProblemAlert problem={actionData?.problem} words={{ 'quota-exceeded': t(($) => $.logErasures.quota) }}>
          {erased !== null && erased.count > 0
            ? t(($) => $.logErasures.partly, { count: erased.count, shown: formats.whole(erased.count) })
            : null}
        </ProblemAlert>
        {solution.myRole === 'ADMIN' ? (
          <EraseForm
            filter={filter}
            options={options}
            base={base}
            answer={erased !== null && actionData?.problem === null ? null : (actionData ?? null)}
          />
        ) : (
          <Card>
            <NeedsRole needed="ADMIN" solution={solution} />
          </Card>
        )}
        <Card padded={false} className="overflow-hidden">
          <CardHeader title={t(($) => $.logErasures.history)} className="!mb-0 px-5 py-3.5" />
          <ErasureHistory history={history} />
        </Card>
      </div>
      <LogPager nextCursor={nextCursor} isFirstPage={isFirstPage} />
      <ZoneNote />
    </Page>
  )
}
