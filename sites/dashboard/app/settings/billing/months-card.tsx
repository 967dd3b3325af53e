import type { Accounting } from '@bollard/contracts'
import { Card, CardHeader, Cell, EmptyState, HeadCell, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { planName } from '../../billing/plan-name.ts'
import { UsageChart } from './usage-chart.tsx'
import { useBillingFormats } from '../../billing/use-billing-formats.ts'

interface MonthsCardProps {
  accountings: readonly Accounting[]
  /** The one whose days are shown. */
  shown: Accounting | null
  hasMore: boolean
}

/** Usage by month, and one month by its days. Which month is in the address. */
export function MonthsCard({ accountings, shown, hasMore }: MonthsCardProps) {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  const [search] = useSearchParams()
  const addressOf = (change: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(change)) next.set(name, value)
    next.delete('done')
    return `?${next}#months`
  }
  return (
    <Card padded={false} id="months" className="mb-4 min-w-0 scroll-mt-20">
      <CardHeader title={t(($) => $.billing.months.title)} className="!mb-0 px-5 pt-5 pb-3.5" />
      {shown === null ? (
        <EmptyState title={t(($) => $.billing.months.emptyTitle)}>{t(($) => $.billing.months.empty)}</EmptyState>
      ) : (
        <>
          <div className="px-5 pb-5">
            <h3 className="mb-1.5 font-sans text-sm font-[560] tracking-normal">
              {t(($) => $.billing.months.chart, { month: formats.month(shown.period) })}
            </h3>
            <UsageChart accounting={shown} />
          </div>
          <div className="border-t border-line">
            <Table label={t(($) => $.billing.months.title)} className="stacked-table">
              <thead>
                <tr>
                  <HeadCell className="ps-5">{t(($) => $.billing.months.month)}</HeadCell>
                  <HeadCell>{t(($) => $.billing.months.plan)}</HeadCell>
                  <HeadCell align="end">{t(($) => $.billing.months.counted)}</HeadCell>
                  <HeadCell align="end">{t(($) => $.billing.months.included)}</HeadCell>
                  <HeadCell align="end">{t(($) => $.billing.months.overage)}</HeadCell>
                  <HeadCell align="end">{t(($) => $.billing.months.net)}</HeadCell>
                  <HeadCell className="pe-5">{t(($) => $.billing.months.state)}</HeadCell>
                </tr>
              </thead>
              <tbody>
                {accountings.map((accounting) => (
                  <Row key={accounting.id ?? accounting.period} className={accounting === shown ? 'bg-sunken' : ''}>
                    <Cell className="ps-5">
                      <Link
                        to={addressOf({ month: accounting.id ?? accounting.period })}
                        preventScrollReset
                        aria-current={accounting === shown ? 'true' : undefined}
                        className="text-link rounded-sm"
                      >
                        {formats.month(accounting.period)}
                      </Link>
                    </Cell>
                    <Cell data-label={t(($) => $.billing.months.plan)}>{planName(accounting.planCode)}</Cell>
                    <Cell align="end" data-label={t(($) => $.billing.months.counted)}>
                      {formats.whole(accounting.counted.billable)}
                    </Cell>
                    <Cell align="end" data-label={t(($) => $.billing.months.included)}>
                      {accounting.included === null
                        ? t(($) => $.billing.months.noLimit)
                        : formats.whole(accounting.included)}
                    </Cell>
                    <Cell align="end" data-label={t(($) => $.billing.months.overage)}>
                      {formats.money(accounting.overageAmount)}
                    </Cell>
                    <Cell align="end" data-label={t(($) => $.billing.months.net)}>
                      {formats.money(accounting.net)}
                    </Cell>
                    <Cell className="pe-5" data-label={t(($) => $.billing.months.state)}>
                      <Pill meaning={accounting.status === 'OPEN' ? 'info' : 'neutral'}>
                        {t(($) => $.billing.months.states[accounting.status])}
                      </Pill>
                    </Cell>
                  </Row>
                ))}
              </tbody>
            </Table>
          </div>
          {hasMore ? (
            <p className="border-t border-line px-5 py-3 text-sm">
              <Link to={addressOf({ months: 'all' })} preventScrollReset className="text-link rounded-sm">
                {t(($) => $.billing.months.all)}
              </Link>
            </p>
          ) : null}
        </>
      )}
    </Card>
  )
}
