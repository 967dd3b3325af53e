import type { PaymentMethod, PlanChange, SolutionPlan } from '@bollard/contracts'
import { type ShownProblem, useIsSending } from '@bollard/site-kit'
import { Alert, Button, Card } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { Fact, FactList } from '../../solution/verification/fact-list.tsx'
import { ExceededList } from './exceeded-list.tsx'
import type { Interval } from '../../billing/interval.ts'
import { MeansFields, type OwnMeans } from '../../billing/methods/means-fields.tsx'
import { MethodWays } from './method-ways.tsx'
import { planName } from '../../billing/plan-name.ts'
import { PriceLines } from './price-lines.tsx'
import { ProblemAlert } from '../../billing/problem-alert.tsx'
import { useBillingFormats } from '../../billing/use-billing-formats.ts'

export interface Review {
  planCode: string
  interval: Interval
  isFree: boolean
  addressId: string | null
  methodId: string | null
  /** How this plan can be paid in this deployment. */
  ways: readonly PaymentMethod['kind'][]
  change: PlanChange | null
  /** Why the service would refuse it; null when it would not. */
  problem: ShownProblem | null
}

interface PlanReviewProps {
  review: Review
  plan: SolutionPlan
  means: OwnMeans
  /** Makes the payment method once, however often the form is sent. */
  intent: string
}

/** What a change of plan means, before anybody agrees to it: when it begins, what it costs now and then, who gets the invoice. */
export function PlanReview({ review, plan, means, intent }: PlanReviewProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { planCode, interval, isFree, addressId, methodId, ways, change, problem } = review
  const name = planName(planCode)
  const missing = problem?.code === 'payment-required' && problem.errors !== undefined && problem.errors.length > 0
  const exceeded = (problem?.errors ?? []).flatMap(({ code, params = {} }) =>
    code === 'limit-exceeded' || code === 'feature-in-use' ? [{ code, params } as const] : [],
  )
  // A method of a kind that this plan cannot be paid with helps as little as none.
  const needsMethod =
    !isFree &&
    !means.methods.some(({ kind }) => ways.includes(kind)) &&
    (methodId === null || problem?.code === 'plan-feature')
  const search = String(new URLSearchParams({ solution: plan.solutionId, plan: planCode, interval }))
  return (
    <Card id="review" className="mb-4 grid max-w-[56rem] scroll-mt-20 gap-5 !p-6">
      <h2 className="text-xl">
        {isFree
          ? t(($) => $.billing.review.titleFree, { plan: name })
          : t(($) => $.billing.review.title[interval], { plan: name })}
      </h2>
      {problem && exceeded.length === 0 && !missing ? <ProblemAlert problem={problem} /> : null}
      {exceeded.length > 0 ? <ExceededList exceeded={exceeded} plan={name} /> : null}
      {isFree ? null : (
        <Form method="get" className="grid gap-4 md:grid-cols-2" preventScrollReset>
          <input type="hidden" name="plan" value={planCode} />
          <input type="hidden" name="interval" value={interval} />
          <MeansFields
            key={`${addressId} ${methodId}`}
            plan={plan}
            {...means}
            addressId={addressId}
            methodId={methodId}
            search={search}
          />
          {missing ? (
            <Alert className="md:col-span-2" kind="info" title={t(($) => $.billing.review.missingTitle)}>
              {t(($) => $.billing.review.missing)}
            </Alert>
          ) : null}
          <div className="md:col-span-2">
            <Button type="submit" size="dense" aria-disabled={isSending}>
              {t(($) => $.billing.review.recalculate)}
            </Button>
          </div>
        </Form>
      )}
      {needsMethod ? <MethodWays ways={ways} search={search} intent={intent} /> : null}
      {change ? <Agreement review={review} change={change} plan={plan} /> : null}
    </Card>
  )
}

function Agreement({ review, change, plan }: { review: Review; change: PlanChange; plan: SolutionPlan }) {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  const isSending = useIsSending()
  const { planCode, interval, isFree, addressId, methodId } = review
  if (change.when === 'NO_CHANGE' && plan.next === null) return <Alert>{t(($) => $.billing.review.noChange)}</Alert>
  return (
    <>
      <FactList>
        <Fact
          name={t(($) => $.billing.review.begins)}
          hint={
            change.when === 'PERIOD_END'
              ? t(($) => $.billing.review.laterHint, { plan: planName(plan.planCode) })
              : undefined
          }
        >
          {change.when === 'NOW'
            ? t(($) => $.billing.review.now)
            : change.when === 'PERIOD_END'
              ? formats.day(change.at)
              : t(($) => $.billing.review.stays, { plan: planName(plan.planCode) })}
        </Fact>
        <Fact
          name={t(($) => $.billing.review.dueNow)}
          hint={
            change.due && change.periodEnd
              ? t(($) => $.billing.review.dueHint, { day: formats.day(change.periodEnd) })
              : undefined
          }
        >
          {change.due === null ? (
            t(($) => $.billing.review.nothing)
          ) : (
            <PriceLines net={change.due} taxed={change.taxedDue} tax={change.tax} />
          )}
        </Fact>
        {isFree ? null : (
          <Fact name={t(($) => $.billing.review.then[interval])}>
            {change.taxedPrice ? (
              <PriceLines net={change.taxedPrice.net} taxed={change.taxedPrice} tax={change.tax} />
            ) : null}
          </Fact>
        )}
      </FactList>
      {change.tax?.provisional ? <Alert>{t(($) => $.billing.tax.provisional)}</Alert> : null}
      <Form method="post" className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="plan" value={planCode} />
        <input type="hidden" name="interval" value={interval} />
        <input type="hidden" name="address" value={addressId ?? ''} />
        <input type="hidden" name="method" value={methodId ?? ''} />
        <input type="hidden" name="version" value={plan.version} />
        <Button type="submit" variant="primary" name="intent" value="confirm" aria-disabled={isSending}>
          {isSending
            ? t(($) => $.billing.review.submitting)
            : change.taxedDue
              ? t(($) => $.billing.review.submitPaid, { price: formats.money(change.taxedDue.gross) })
              : t(($) => $.billing.review.submit)}
        </Button>
      </Form>
    </>
  )
}
