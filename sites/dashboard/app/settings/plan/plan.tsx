import { apiOf, attempt, load, requireId } from '@bollard/site-kit/server'
import { SegmentedControl, SegmentedItem } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link, redirect } from 'react-router'
import { answerProblem } from '../../billing/answer-problem.server.ts'
import { readInterval } from '../../billing/interval.ts'
import { loadMeans } from '../../billing/methods/load-means.server.ts'
import { OverrideAlert } from './override-alert.tsx'
import { PlanOffers } from './plan-offers.tsx'
import { PlanReview, type Review } from './plan-review.tsx'
import { ProblemAlert } from '../../billing/problem-alert.tsx'
import { ProvenAlert } from '../../billing/proven-alert.tsx'
import { readId } from '../../billing/read-id.ts'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useSettings } from '../use-settings.ts'
import type { Route } from './+types/plan.ts'
import { WhoMay } from '../../frame/needs-role.tsx'

/** Which plan is looked at, and who would pay it how, is in the address; what it would cost is asked from the service. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const search = new URL(request.url).searchParams
  const [plan, offers, { kinds }] = await Promise.all([
    load(context, request, api.getSolutionPlan({ solutionId })),
    load(context, request, api.listPlanOffers({ solutionId })),
    load(context, request, api.getPaymentOptions()),
  ])
  const interval = readInterval(search.get('interval'), plan.interval ?? 'MONTHLY')
  const offer = offers.items.find((one) => one.plan.code === search.get('plan') && one.plan.selectable)
  const seen = { plan, offers: offers.items, interval, intent: crypto.randomUUID() }
  if (offer === undefined || plan.myRole !== 'ADMIN') return { ...seen, review: null, means: null }
  const means = await loadMeans(context, request, api)
  const isFree = offer.plan.monthly?.amountMinor === 0
  const addressId = isFree ? null : (readId(search.get('address')) ?? plan.invoiceAddressId ?? means.usual.addressId)
  const methodId = isFree ? null : (readId(search.get('method')) ?? plan.paymentMethodId ?? means.usual.methodId)
  const choice = {
    planCode: offer.plan.code,
    interval,
    invoiceAddressId: addressId,
    paymentMethodId: methodId,
    version: plan.version,
  }
  const preview = await attempt(api.previewSolutionPlan({ solutionId, solutionPlanPreviewDto: choice }))
  const told = preview.ok ? { change: preview.value, problem: null } : { change: null, problem: preview.problem }
  // With a provider, a transfer is for the plans that allow it.
  const ways = kinds.filter((kind) => kind !== 'BANK_TRANSFER' || kinds.length === 1 || offer.plan.bankTransfer)
  const review: Review = { planCode: offer.plan.code, interval, isFree, addressId, methodId, ways, ...told }
  return { ...seen, review, means }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const form = await request.formData()
  const base = `/${params.language}/solutions/${solutionId}/settings/billing`
  if (form.get('intent') === 'use-transfer') {
    const made = await attempt(
      api.createPaymentMethod(
        { paymentMethodNewDto: { kind: 'BANK_TRANSFER' } },
        { idempotencyKey: String(form.get('once')) },
      ),
    )
    if (!made.ok) return answerProblem(context, request, made.problem, {})
    const search = new URL(request.url).searchParams
    search.set('method', made.value.id)
    search.delete('proven')
    throw redirect(`${base}/plan?${search}#review`)
  }
  const solutionPlanDto = {
    planCode: String(form.get('plan')),
    interval: readInterval(form.get('interval'), 'MONTHLY'),
    invoiceAddressId: readId(form.get('address')),
    paymentMethodId: readId(form.get('method')),
    version: Number(form.get('version')),
  }
  const answer = await attempt(api.changeSolutionPlan({ solutionId, solutionPlanDto }))
  if (!answer.ok) {
    const { planCode, interval, invoiceAddressId, paymentMethodId } = solutionPlanDto
    return answerProblem(
      context,
      request,
      answer.problem,
      {},
      { plan: planCode, interval, address: invoiceAddressId, method: paymentMethodId },
    )
  }
  throw redirect(`${base}?done=${answer.value.next ? 'scheduled' : 'changed'}`)
}

export default function SolutionPlanChoice({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { home: base, crumb } = useSettings()
  const { plan, offers, interval, review, means, intent } = loaderData
  const billing = { label: t(($) => $.billing.title), to: `${base}/settings/billing` }
  return (
    <Page title={t(($) => $.billing.choose.title)} crumbs={[crumb, billing]}>
      <PageTitle
        title={t(($) => $.billing.choose.title)}
        subtitle={
          plan.myRole === 'ADMIN' ? (
            t(($) => $.billing.choose.subtitle)
          ) : (
            <WhoMay>{t(($) => $.billing.plan.adminOnly, { role: t(($) => $.roles[plan.myRole]) })}</WhoMay>
          )
        }
      >
        <SegmentedControl label={t(($) => $.billing.choose.intervals)}>
          {(['MONTHLY', 'YEARLY'] as const).map((one) => (
            <SegmentedItem key={one} asChild current={one === interval}>
              <Link
                to={`?${new URLSearchParams({ ...(review ? { plan: review.planCode } : {}), interval: one })}`}
                preventScrollReset
              >
                {t(($) => $.billing.intervals[one])}
              </Link>
            </SegmentedItem>
          ))}
        </SegmentedControl>
      </PageTitle>
      {actionData ? <ProblemAlert problem={actionData.problem} className="mb-4" /> : <ProvenAlert className="mb-4" />}
      {review && means ? <PlanReview review={review} plan={plan} means={means} intent={intent} /> : null}
      <OverrideAlert plan={plan} className="mb-4" />
      <PlanOffers offers={offers} plan={plan} interval={interval} chosen={review?.planCode ?? null} />
      <p className="max-w-[44rem] text-xs text-ink-3">{t(($) => $.billing.choose.rules)}</p>
    </Page>
  )
}
