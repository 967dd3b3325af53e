import { Moment, useSite } from '@bollard/site-kit'
import { apiOf, loadPage } from '@bollard/site-kit/server'
import { Card, CardHeader, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ChangeForm } from '../frame/change-form.tsx'
import { ChangeModeHint } from '../frame/change-mode-banner.tsx'
import { ListPager } from '../frame/list-search.tsx'
import { namesOfOperators } from '../frame/names-of-operators.server.ts'
import { Page, PageTitle } from '../frame/page.tsx'
import { given, runIntent } from '../frame/run-intent.server.ts'
import { NoRows } from '../frame/stacked-table.tsx'
import { useOperatorName } from '../frame/use-operator-name.ts'
import { useMoney } from '../frame/use-money.ts'
import { useMayChange } from '../frame/use-operator.ts'
import type { Route } from './+types/partner.ts'
import { PayoutTable } from './payout-table.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const runs = await loadPage(context, request, apiOf(context, request).listPayoutRuns({ limit: 5, cursor }))
  const ids = runs.items.flatMap(({ createdBy, checkedBy, approvedBy }) => [createdBy, checkedBy, approvedBy])
  return { ...runs, names: await namesOfOperators({ request, context }, ids), isFirstPage: cursor === undefined }
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntent(
    { request, context },
    {
      create: (api) => api.createPayoutRun(),
      approve: (api, fields) => api.approvePayoutRun({ payoutRunId: fields('id') }),
      transfer: (api, fields) => api.transferPayoutRun({ payoutRunId: fields('id') }),
      payout: (api, fields) =>
        api.setPayoutState({
          payoutId: fields('id'),
          payoutStateDto: { status: statusOf(fields('status')), ...given('reason', fields('reason')) },
        }),
    },
  )
}

function statusOf(typed: string) {
  return (['COMPLETED', 'FAILED', 'CANCELED'] as const).find((one) => one === typed) ?? 'SENT'
}

/** Payout runs: made by one operator, approved by another, transferred by the bank's file, and what became of each payout. */
export default function Partner({ loaderData: { items, names, ...place }, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const money = useMoney()
  const mayChange = useMayChange()
  const nameOf = useOperatorName(names)
  return (
    <Page title={t(($) => $.partner.title)}>
      <PageTitle title={t(($) => $.partner.title)} subtitle={t(($) => $.partner.subtitle)}>
        <Link to={`/${language}/organizations`} className="text-link">
          {t(($) => $.partner.byOrganization)}
        </Link>
      </PageTitle>
      <div className="grid gap-4">
        {mayChange ? null : <ChangeModeHint />}
        <ChangeForm
          intent="create"
          title={t(($) => $.partner.create)}
          submit={t(($) => $.partner.create)}
          answer={answer}
        >
          {() => <p className="text-sm text-ink-2">{t(($) => $.partner.createHint)}</p>}
        </ChangeForm>
        {items.length === 0 ? <NoRows title={t(($) => $.partner.empty)} /> : null}
        {items.map((run) => (
          <Card key={run.id}>
            <CardHeader title={`${run.month} · ${money(run.total)}`}>
              <Pill meaning={run.status === 'APPROVED' ? 'human' : 'info'}>
                {t(($) => $.partner.runStates[run.status])}
              </Pill>
            </CardHeader>
            <p className="mb-3 text-sm text-ink-2">
              <Moment at={run.createdAt} show="day" /> ·{' '}
              {run.createdBy === null ? t(($) => $.partner.byItself) : nameOf(run.createdBy)}
              {run.checkedBy === null ? null : ` · ${t(($) => $.partner.checked)} ${nameOf(run.checkedBy)}`}
              {run.approvedBy === null ? null : ` · ${t(($) => $.partner.approved)} ${nameOf(run.approvedBy)}`}
            </p>
            <div className="mb-4 flex flex-wrap items-end gap-3">
              {run.status === 'DRAFT' ? (
                <ChangeForm
                  intent="approve"
                  values={{ id: run.id }}
                  submit={t(($) => $.partner.approve)}
                  answer={answer}
                />
              ) : run.transferredAt === null ? (
                <ChangeForm
                  intent="transfer"
                  values={{ id: run.id }}
                  submit={t(($) => $.partner.transfer)}
                  answer={answer}
                />
              ) : (
                <a href={`/${language}/partner/file?run=${run.id}`} download className="text-link text-sm">
                  {t(($) => $.partner.file)}
                </a>
              )}
            </div>
            <PayoutTable payouts={run.payouts} answer={answer} canSet />
            {run.leftOut.length === 0 ? null : (
              <>
                <h3 className="mt-4 mb-2 text-sm font-[560]">{t(($) => $.partner.leftOut)}</h3>
                <ul className="grid gap-1 text-sm">
                  {run.leftOut.map(({ organizationId, amount, reason }) => (
                    <li key={organizationId}>
                      <Link to={`/${language}/organizations/${organizationId}`} className="text-link">
                        {money(amount)}
                      </Link>{' '}
                      {t(($) => $.partner.leftOutReasons[reason])}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Card>
        ))}
      </div>
      <ListPager {...place} />
    </Page>
  )
}
