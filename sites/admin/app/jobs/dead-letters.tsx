import { type DeadLetter, type DeadLetterQueue, deadLetterQueues } from '@bollard/contracts'
import { Moment, ProblemAlert, textOf, useFieldErrors, useFormats, useSite } from '@bollard/site-kit'
import { act, apiOf, load, pageAddress } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data, Link, redirect } from 'react-router'
import { Page, PageTitle } from '../frame/page.tsx'
import { PlainAction, ReasonedAction } from '../frame/reasoned-action.tsx'
import { RecordTable } from '../frame/record-table.tsx'
import { useMayChange } from '../frame/use-operator.ts'
import { queueTexts } from './job-names.ts'
import type { Route } from './+types/dead-letters.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const queue = queueOf(request)
  const { items } = await load(context, request, apiOf(context, request).listDeadLetters({ queue }))
  return { queue, items }
}

export async function action({ request, context }: Route.ActionArgs) {
  const queue = queueOf(request)
  const form = await request.formData()
  const [id, reason] = [textOf(form, 'id'), textOf(form, 'reason')]
  const ids = id === '' ? null : [id]
  const api = apiOf(context, request)
  const call =
    form.get('intent') === 'drop'
      ? api.dropDeadLetters({ deadLetterDropDto: { queue, ids, reason } })
      : api.retryDeadLetters({ deadLetterRetryDto: { queue, ids } })
  const changed = await act({ context, request }, call)
  if (changed.ok) throw redirect(`${pageAddress(request).pathname}?queue=${queue}`)
  return data({ problem: changed.problem }, { status: changed.problem.status })
}

function queueOf(request: Request): DeadLetterQueue {
  const asked = pageAddress(request).searchParams.get('queue')
  return deadLetterQueues.find((one) => one === asked) ?? 'mails'
}

/** What a queue gave up. */
export default function DeadLetters({ loaderData: { queue, items }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { whole } = useFormats()
  const mayChange = useMayChange()
  const problem = actionData?.problem ?? null
  const { errorOf } = useFieldErrors(problem)
  const title = t(($) => $.jobs.deadLetters.title)
  const hasOwners = items.some(({ solutionId }) => solutionId !== null)
  return (
    <Page title={title} crumbs={[{ label: t(($) => $.jobs.title), to: `/${language}/jobs` }]}>
      <PageTitle title={title} subtitle={t(($) => $.jobs.queues.names[queueTexts[queue]])} />
      <ProblemAlert problem={problem} />
      {items.length === 0 ? null : (
        <div className="mb-4 flex flex-wrap items-start gap-4">
          <PlainAction button={t(($) => $.jobs.deadLetters.retryAll)} intent="retry" />
          <ReasonedAction button={t(($) => $.jobs.deadLetters.dropAll)} intent="drop" error={errorOf('reason')} />
        </div>
      )}
      <RecordTable
        label={title}
        empty={t(($) => $.jobs.deadLetters.empty)}
        columns={[
          { label: t(($) => $.jobs.deadLetters.what) },
          { label: t(($) => $.jobs.deadLetters.to) },
          ...(hasOwners ? [{ label: t(($) => $.jobs.deadLetters.owner) }] : []),
          { label: t(($) => $.jobs.deadLetters.error) },
          { label: t(($) => $.jobs.deadLetters.attempts), isFigure: true },
          { label: t(($) => $.jobs.deadLetters.written) },
          ...(mayChange ? [{ label: t(($) => $.action.title) }] : []),
        ]}
        rows={items.map(({ id, kind, to, solutionId, owner, error, attempts, createdAt, retryable }) => ({
          key: id,
          cells: [
            kind,
            to,
            ...(hasOwners ? [<Owner key="owner" solutionId={solutionId} owner={owner} />] : []),
            error ?? '–',
            whole(attempts),
            <Moment key="at" at={createdAt} />,
            <div key="action" className="min-w-0">
              {retryable ? (
                <PlainAction button={t(($) => $.jobs.deadLetters.retry)} intent="retry">
                  <input type="hidden" name="id" value={id} />
                </PlainAction>
              ) : (
                t(($) => $.jobs.deadLetters.textGone)
              )}
              <ReasonedAction button={t(($) => $.jobs.deadLetters.drop)} intent="drop" id={id} />
            </div>,
          ],
        }))}
      />
    </Page>
  )
}

/** The solution that it is about, with its organization. */
function Owner({ solutionId, owner }: Pick<DeadLetter, 'solutionId' | 'owner'>) {
  const { language } = useSite()
  if (solutionId === null) return '–'
  const name = [owner?.organization, owner?.label ?? solutionId].filter(Boolean).join(' · ')
  return (
    <Link to={`/${language}/solutions/${solutionId}`} className="text-link [overflow-wrap:anywhere]">
      {name}
    </Link>
  )
}
