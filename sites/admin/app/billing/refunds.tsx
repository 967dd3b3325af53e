import { refundRequestStates } from '@bollard/contracts'
import { Moment, useSite } from '@bollard/site-kit'
import { apiOf, loadPage } from '@bollard/site-kit/server'
import { Card, CardHeader, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AreaLinks } from '../frame/area-links.tsx'
import { ChangeForm } from '../frame/change-form.tsx'
import { ChangeModeHint } from '../frame/change-mode-banner.tsx'
import { ListPager, ListSearch } from '../frame/list-search.tsx'
import { namesOfOperators } from '../frame/names-of-operators.server.ts'
import { Page, PageTitle } from '../frame/page.tsx'
import { ReasonField } from '../frame/reason-field.tsx'
import { runIntent } from '../frame/run-intent.server.ts'
import { NoRows } from '../frame/stacked-table.tsx'
import { useOperatorName } from '../frame/use-operator-name.ts'
import { useMoney } from '../frame/use-money.ts'
import { useMayChange, useOperator } from '../frame/use-operator.ts'
import type { Route } from './+types/refunds.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams: search } = new URL(request.url)
  const cursor = search.get('cursor') ?? undefined
  const state = refundRequestStates.find((one) => one === search.get('state'))
  const asked = apiOf(context, request).listRefundRequests({ limit: 20, cursor, state })
  const page = await loadPage(context, request, asked)
  const ids = page.items.flatMap(({ askedBy, decidedBy }) => [askedBy, decidedBy])
  return { ...page, names: await namesOfOperators({ request, context }, ids), isFirstPage: cursor === undefined }
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntent(
    { request, context },
    {
      confirm: (api, fields) => api.confirmRefundRequest({ refundRequestId: fields('id') }),
      refuse: (api, fields) =>
        api.refuseRefundRequest({ refundRequestId: fields('id'), refundRefusalDto: { reason: fields('reason') } }),
    },
  )
}

/** Money that one operator wants to give back, and another one confirms or refuses. */
export default function Refunds({ loaderData: { items, names, ...place }, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const money = useMoney()
  const mayChange = useMayChange()
  const me = useOperator()?.user.id
  const nameOf = useOperatorName(names)
  return (
    <Page
      title={t(($) => $.billing.refunds)}
      crumbs={[{ label: t(($) => $.billing.title), to: `/${language}/billing` }]}
    >
      <PageTitle title={t(($) => $.billing.refunds)} subtitle={t(($) => $.billing.refundsHint)} />
      <AreaLinks area="billing" />
      <ListSearch
        choices={[
          {
            name: 'state',
            label: t(($) => $.billing.status),
            options: refundRequestStates.map((state) => [state, t(($) => $.billing.refundStates[state])]),
          },
        ]}
      />
      <div className="grid gap-4">
        {mayChange ? null : <ChangeModeHint />}
        {items.length === 0 ? <NoRows title={t(($) => $.billing.noRefunds)} /> : null}
        {items.map((refund) => (
          <Card key={refund.id}>
            <CardHeader title={refund.amount === null ? (refund.period ?? '') : money(refund.amount)}>
              <Pill meaning={refund.state === 'CONFIRMED' ? 'human' : refund.state === 'OPEN' ? 'info' : 'neutral'}>
                {t(($) => $.billing.refundStates[refund.state])}
              </Pill>
            </CardHeader>
            <p className="text-sm [overflow-wrap:anywhere]">{refund.reason}</p>
            <p className="mt-1 mb-3 text-sm text-ink-2 [overflow-wrap:anywhere]">
              {refund.invoiceId === null ? (
                <Link to={`/${language}/solutions/${refund.solutionId}?recount=${refund.period}`} className="text-link">
                  {t(($) => $.solutions.recount)}
                </Link>
              ) : (
                <Link to={`/${language}/billing/${refund.invoiceId}`} className="text-link">
                  {refund.invoiceNumber}
                </Link>
              )}{' '}
              · {t(($) => $.billing.askedBy)} {nameOf(refund.askedBy)}, <Moment at={refund.askedAt} show="day" />
              {refund.decidedBy === null ? null : ` · ${t(($) => $.billing.decidedBy)} ${nameOf(refund.decidedBy)}`}
              {refund.refusal === null ? null : ` · ${refund.refusal}`}
            </p>
            {refund.state === 'OPEN' ? (
              <div className="grid gap-4">
                {refund.askedBy === me ? (
                  <p className="text-sm text-ink-2">{t(($) => $.billing.ownRefund)}</p>
                ) : (
                  <ChangeForm
                    intent="confirm"
                    values={{ id: refund.id }}
                    submit={t(($) => $.billing.confirm)}
                    danger
                    answer={answer}
                  />
                )}
                <ChangeForm
                  intent="refuse"
                  values={{ id: refund.id }}
                  submit={refund.askedBy === me ? t(($) => $.billing.withdraw) : t(($) => $.billing.refuse)}
                  answer={answer}
                >
                  {(errorOf) => <ReasonField error={errorOf('reason')} />}
                </ChangeForm>
              </div>
            ) : null}
          </Card>
        ))}
      </div>
      <ListPager {...place} />
    </Page>
  )
}
