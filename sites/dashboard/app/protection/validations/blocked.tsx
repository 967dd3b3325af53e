import { type BlockedReport, blockedReportStates, type StoredDecision } from '@bollard/contracts'
import { Moment, ProblemAlert, textOf, useIsSending } from '@bollard/site-kit'
import { act, apiOf, attempt, load, requireId } from '@bollard/site-kit/server'
import { Button, Card, EmptyState, Pill, SegmentedControl, SegmentedItem } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { decisionPart, decisionReason } from '../../words/request-words.ts'
import { InboxPage } from './inbox-page.tsx'
import type { Route } from './+types/blocked.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const search = new URL(request.url).searchParams
  const state = blockedReportStates.find((one) => one === search.get('state')) ?? 'OPEN'
  const asked = search.get('decision')
  const api = apiOf(context, request)
  const decisionId = asked === null ? null : requireId(context, request, asked)
  const [{ items }, decision] = await Promise.all([
    load(context, request, api.listBlockedReports({ solutionId, state })),
    // It may be older than what is kept.
    decisionId === null ? null : attempt(api.getDecision({ solutionId, decisionId })),
  ])
  return { items, state, asked: decisionId, decision: decision?.ok ? decision.value : null }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const form = await request.formData()
  const state = textOf(form, 'state') === 'RIGHT' ? 'RIGHT' : 'WRONG'
  const blockedReportId = textOf(form, 'id')
  const answer = await act(
    { context, request },
    apiOf(context, request).decideBlockedReport({
      solutionId,
      blockedReportId,
      blockedReportDecisionDto: { state },
    }),
  )
  return data({ problem: answer.ok ? null : answer.problem }, { status: answer.ok ? 200 : answer.problem.status })
}

export default function Blocked({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { items, state, asked, decision } = loaderData
  const words = t(($) => $.protection.blocked, { returnObjects: true })
  return (
    <InboxPage title={words.title} about={words.about}>
      <ProblemAlert problem={actionData?.problem} />
      <SegmentedControl
        label={t(($) => $.protection.reviews.state)}
        className="max-w-full overflow-x-auto justify-self-start"
      >
        {blockedReportStates.map((one) => (
          <SegmentedItem key={one} asChild current={one === state}>
            <Link to={`?state=${one}`}>{words.states[one]}</Link>
          </SegmentedItem>
        ))}
      </SegmentedControl>
      <Card padded={false} className="overflow-hidden">
        {items.length === 0 ? (
          <EmptyState title={words.none}>{words.noneAbout}</EmptyState>
        ) : (
          <ol className="divide-y divide-line">
            {items.map((report) => (
              <ReportLine key={report.id} report={report} state={state}>
                {report.decisionId === asked ? <Why decision={decision} /> : null}
              </ReportLine>
            ))}
          </ol>
        )}
      </Card>
    </InboxPage>
  )
}

interface ReportLineProps {
  report: BlockedReport
  state: BlockedReport['state']
  children: ReactNode
}

function ReportLine({ report, state, children }: ReportLineProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const words = t(($) => $.protection.blocked, { returnObjects: true })
  const { id, at, message, email, decisionId } = report
  return (
    <li className="grid min-w-0 gap-2 px-4 py-4 text-sm sm:px-5">
      <p className="[overflow-wrap:anywhere] whitespace-pre-wrap">{message}</p>
      <p className="text-xs text-ink-2 [overflow-wrap:anywhere]">
        <Moment at={at} /> · {email ?? words.noEmail} ·{' '}
        <Link to={`?state=${state}&decision=${decisionId}`} preventScrollReset className="text-link">
          {words.why}
        </Link>
      </p>
      {children}
      <Form method="post" preventScrollReset className="flex flex-wrap gap-2.5">
        <input type="hidden" name="id" value={id} />
        <Button type="submit" name="state" value="WRONG" size="dense" aria-disabled={isSending}>
          {words.wrong}
        </Button>
        <Button type="submit" name="state" value="RIGHT" size="dense" aria-disabled={isSending}>
          {words.right}
        </Button>
      </Form>
    </li>
  )
}

/** What was decided about the visitor's request, and by which part. */
function Why({ decision }: { decision: StoredDecision | null }) {
  const { t } = useTranslation()
  if (decision === null) return <p className="rounded-md bg-sunken p-3">{t(($) => $.protection.blocked.gone)}</p>
  return (
    <div className="grid justify-items-start gap-1.5 rounded-md bg-sunken p-3">
      <Pill meaning={decision.conclusion === 'ALLOW' ? 'human' : 'bot'} mark>
        {t(($) => $.protection.became[decision.conclusion])}
      </Pill>
      <code className="text-xs [overflow-wrap:anywhere]">
        {decision.method} {decision.host}
        {decision.path}
      </code>
      <ul className="grid gap-0.5">
        {decision.reasons.map(({ part, code, weight }) => (
          <li key={`${part} ${code}`} className="[overflow-wrap:anywhere]">
            {decisionPart(t, part)}: {decisionReason(t, code)}{' '}
            <span className="text-xs text-ink-3">
              {code} · {t(($) => $.protection.verdict.weight, { weight })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
