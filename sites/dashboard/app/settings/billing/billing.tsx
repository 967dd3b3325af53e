import { apiOf, attempt, load, loadPage, requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { redirect, useSearchParams } from 'react-router'
import { answerProblem } from '../../billing/answer-problem.server.ts'
import { TransferCard } from '../../billing/invoices/transfer-card.tsx'
import { InvoicesCard } from './invoices-card.tsx'
import { MeansCard } from './means-card.tsx'
import { MonthsCard } from './months-card.tsx'
import { Notices } from './notices.tsx'
import { PlanCard } from './plan-card.tsx'
import { ProblemAlert } from '../../billing/problem-alert.tsx'
import { OverrideAlert } from '../plan/override-alert.tsx'
import { UsageCard } from './usage-card.tsx'
import { UsageMissing } from './usage-missing.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { SettingsRow } from '../settings-page.tsx'
import { useSettings } from '../use-settings.ts'
import { DoneToast } from '../../forms/done-toast.tsx'
import type { Route } from './+types/billing.ts'

const monthsAtFirst = 13

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const search = new URL(request.url).searchParams
  const cursor = search.get('cursor') ?? undefined
  const plan = await load(context, request, api.getSolutionPlan({ solutionId }))
  const [{ lifecycle, endsAt, deletionAt, locks }, usage, accountings, options, invoices] = await Promise.all([
    load(context, request, api.getSolution({ solutionId })),
    attempt(api.getUsage({ solutionId })),
    load(
      context,
      request,
      api.listAccountings({ solutionId, limit: search.get('months') === 'all' ? 100 : monthsAtFirst }),
    ),
    load(context, request, api.getPaymentOptions()),
    plan.myRole === 'VIEWER'
      ? null
      : loadPage(context, request, api.listSolutionInvoices({ solutionId, limit: 12, ...(cursor ? { cursor } : {}) })),
  ])
  const asked = search.get('month')
  const shown =
    accountings.items.find(({ id, period }) => asked !== null && (id ?? period) === asked) ??
    accountings.items[0] ??
    null
  return {
    solution: { lifecycle, endsAt, deletionAt, locks },
    plan,
    // What was never counted is no fault of the page: a solution that has ended has no running month.
    usage: usage.ok ? usage.value : null,
    planBills: accountings.items[0]?.planSnapshot.overagePerThousand != null,
    accountings: accountings.items,
    shown,
    hasMoreMonths: accountings.nextCursor !== null,
    invoices,
    issuesInvoices: options.issuesInvoices,
    today: new Date().toISOString().slice(0, 10),
  }
}

/** Takes back a change that is to come, or a cancellation. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const intent = (await request.formData()).get('intent')
  const answer = await attempt<unknown>(
    intent === 'undo-cancellation' ? api.undoCancellation({ solutionId }) : keepPlan(api, solutionId),
  )
  if (!answer.ok) return answerProblem(context, request, answer.problem, {})
  throw redirect(`/${params.language}/solutions/${solutionId}/settings/billing?done=undone`)
}

/** Choosing the present plan once more drops what was to follow it. */
async function keepPlan(api: ReturnType<typeof apiOf>, solutionId: string) {
  const { planCode, interval, version } = await api.getSolutionPlan({ solutionId })
  return api.changeSolutionPlan({ solutionId, solutionPlanDto: { planCode, interval: interval ?? 'MONTHLY', version } })
}

export default function SolutionBilling({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { home: base, crumb } = useSettings()
  const [search] = useSearchParams()
  const { solution, plan, usage, planBills, accountings, shown, hasMoreMonths, invoices, issuesInvoices, today } =
    loaderData
  const done = doneTexts.find((one) => one === search.get('done'))
  return (
    <Page title={t(($) => $.billing.title)} crumbs={[crumb]}>
      <PageTitle title={t(($) => $.billing.title)} subtitle={t(($) => $.billing.subtitle)} />
      <SettingsRow />
      {actionData ? (
        <ProblemAlert problem={actionData.problem} className="mb-4" />
      ) : done ? (
        <DoneToast>{t(($) => $.billing.done[done])}</DoneToast>
      ) : null}
      <Notices solution={solution} plan={plan} />
      {/* What waits for a transfer stands first: nobody collects it. */}
      {plan.openTransfers.map((transfer) => (
        <TransferCard
          key={transfer.invoiceId}
          transfer={transfer}
          isLate={transfer.dueOn < today}
          to={`${base}/settings/billing/invoices/${transfer.invoiceId}`}
        />
      ))}
      <OverrideAlert plan={plan} className="mb-4" />
      <div className="mb-4 grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <PlanCard plan={plan} base={base} />
          <MeansCard plan={plan} base={base} />
        </div>
        {usage ? (
          <UsageCard usage={usage} plan={plan} planBills={planBills} />
        ) : (
          <UsageMissing hasEnded={plan.status === 'CANCELED'} />
        )}
      </div>
      <InvoicesCard
        page={invoices}
        role={plan.myRole}
        issuesInvoices={issuesInvoices}
        base={`${base}/settings/billing/invoices`}
        files={`/${params.language}/billing/invoices`}
      />
      <MonthsCard accountings={accountings} shown={shown} hasMore={hasMoreMonths} />
      <p className="mt-5 text-xs text-ink-3">{t(($) => $.billing.utcNote)}</p>
    </Page>
  )
}

/** What a page that led here has done. */
const doneTexts = ['undone', 'changed', 'scheduled', 'means'] as const
