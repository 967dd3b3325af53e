import { Moment, useFormats, useSite } from '@bollard/site-kit'
import { apiOf, attempt, load, requireId } from '@bollard/site-kit/server'
import { Alert, Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ChangeModeHint } from '../frame/change-mode-banner.tsx'
import { Facts } from '../frame/list-table.tsx'
import { MemberTable } from '../frame/member-table.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { useMayChange } from '../frame/use-operator.ts'
import type { Route } from './+types/solution.ts'
import { changeSolution } from './change-solution.server.ts'
import { CorrectionForm } from './correction-form.tsx'
import { KeyTable } from './key-table.tsx'
import { LockForms } from './lock-forms.tsx'
import { OverrideForm } from './override-form.tsx'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const period = new URL(request.url).searchParams.get('recount')
  const [solution, members, plan, keys, invoices, recount] = await Promise.all([
    load(context, request, api.getSolution({ solutionId })),
    load(context, request, api.listSolutionMembers({ solutionId })),
    attempt(api.getSolutionPlan({ solutionId })),
    attempt(api.listApiKeys({ solutionId })),
    attempt(api.listSolutionInvoices({ solutionId, limit: 5 })),
    period === null ? null : attempt(api.previewAccountingCorrection({ solutionId, correctedMonthDto: { period } })),
  ])
  return {
    solution,
    members: members.items,
    // What has ended, or has no captcha, has none of these.
    plan: plan.ok ? plan.value : null,
    keys: keys.ok ? keys.value.items : [],
    invoices: invoices.ok ? invoices.value.items : [],
    recount,
  }
}

export function action({ request, context, params }: Route.ActionArgs) {
  return changeSolution({ request, context }, requireId(context, request, params.solutionId))
}

/** One solution as its operator sees it, and what they may do about it. */
export default function SolutionPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { whole } = useFormats()
  const mayChange = useMayChange()
  const { solution, members, plan, keys, invoices, recount } = loaderData
  const { usage } = solution
  // Their forms are gone with what they ended.
  const isDoneElsewhere = answer?.problem === null && /^(?:unlock|endOverride)$/u.test(answer.intent)
  const limits = plan?.limits
  const limit = (value: number | null | undefined) =>
    value === null ? t(($) => $.solutions.unlimited) : whole(value ?? 0)
  return (
    <Page title={solution.label} crumbs={[{ label: t(($) => $.solutions.title), to: `/${language}/solutions` }]}>
      <PageTitle title={solution.label} subtitle={solution.id} />
      <div className="grid gap-4">
        <Card>
          <Facts
            facts={[
              [t(($) => $.solutions.type), t(($) => $.solutions.types[solution.item.type])],
              [t(($) => $.solutions.state), t(($) => $.solutions.lifecycles[solution.lifecycle])],
              [t(($) => $.solutions.created), <Moment key="created" at={solution.createdAt} show="day" />],
              [t(($) => $.solutions.plan), solution.planCode],
              [
                t(($) => $.solutions.usage),
                usage && `${whole(usage.counted)} / ${limit(usage.included)} (${usage.period})`,
              ],
              [
                t(($) => $.solutions.organization),
                solution.managementOrganization && (
                  <Link
                    key="organization"
                    to={`/${language}/organizations/${solution.managementOrganization.id}`}
                    className="text-link"
                  >
                    {solution.managementOrganization.name}
                  </Link>
                ),
              ],
              ...(limits === undefined
                ? []
                : ([
                    [t(($) => $.solutions.limits.domains), limit(limits.domains)],
                    [t(($) => $.solutions.limits.members), limit(limits.members)],
                    [t(($) => $.solutions.limits.apiKeys), limit(limits.apiKeys)],
                  ] as const)),
            ]}
          />
        </Card>
        {mayChange ? null : <ChangeModeHint />}
        {isDoneElsewhere ? <Alert kind="success">{t(($) => $.list.done)}</Alert> : null}
        <LockForms locks={solution.locks} answer={answer} />
        <MemberTable members={members} />
        {plan === null ? null : <OverrideForm plan={plan} answer={answer} />}
        <KeyTable keys={keys} answer={answer} />
        <Card>
          <CardHeader title={t(($) => $.billing.invoices)} />
          {invoices.length === 0 ? <p className="text-sm text-ink-2">{t(($) => $.billing.empty)}</p> : null}
          <ul className="grid gap-1 text-sm">
            {invoices.map(({ id, number, issuedOn, status }) => (
              <li key={id} className="flex flex-wrap gap-x-3">
                <Link to={`/${language}/billing/${id}`} className="text-link">
                  {number}
                </Link>
                {issuedOn} · {t(($) => $.billing.statuses[status])}
              </li>
            ))}
          </ul>
        </Card>
        {plan === null ? null : <CorrectionForm recount={recount} answer={answer} />}
      </div>
    </Page>
  )
}
