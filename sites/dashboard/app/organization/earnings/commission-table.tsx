import type { Commission } from '@bollard/contracts'
import { Moment, useFormats, useSite } from '@bollard/site-kit'
import { Cell, HeadCell, type Meaning, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { writeMoney, writeMonth } from '../write-money.ts'

const meanings: Record<Commission['status'], Meaning> = {
  PENDING: 'doubt',
  HELD: 'doubt',
  APPROVED: 'human',
  IN_PAYOUT: 'info',
  PAID: 'human',
  REVERSED: 'bot',
  FRAUD: 'bot',
  CANCELED: 'bot',
}

export function CommissionTable({ commissions }: { commissions: readonly Commission[] }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const formats = useFormats()
  // What billing writes by itself is a code; operators write sentences.
  const reasons: Readonly<Record<string, string>> = t(($) => $.organizations.earnings.reasons, { returnObjects: true })
  return (
    <Table label={t(($) => $.organizations.earnings.commissions)} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="ps-5">{t(($) => $.organizations.earnings.month)}</HeadCell>
          <HeadCell>{t(($) => $.organizations.earnings.customer)}</HeadCell>
          <HeadCell>{t(($) => $.organizations.earnings.solution)}</HeadCell>
          <HeadCell align="end">{t(($) => $.organizations.earnings.base)}</HeadCell>
          <HeadCell align="end">{t(($) => $.organizations.earnings.rate)}</HeadCell>
          <HeadCell align="end">{t(($) => $.organizations.earnings.commission)}</HeadCell>
          <HeadCell className="pe-5">{t(($) => $.organizations.earnings.status)}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {commissions.map(
          ({ id, period, customerMask, solutionLabel, base, rate, amount, status, reason, availableAt }) => (
            <Row key={id}>
              <Cell className="ps-5 max-sm:order-1">{writeMonth(language, period)}</Cell>
              <Cell className="stacked-wide max-sm:order-4 max-sm:text-ink-2">{customerMask}</Cell>
              <Cell className="stacked-wide max-w-[16rem] truncate max-sm:order-3">
                {solutionLabel ?? <span className="text-ink-3">{t(($) => $.organizations.earnings.gone)}</span>}
              </Cell>
              <Cell data-label={t(($) => $.organizations.earnings.base)} align="end" className="max-sm:order-5">
                {writeMoney(language, base)}
              </Cell>
              <Cell
                data-label={t(($) => $.organizations.earnings.rate)}
                align="end"
                className="text-ink-2 max-sm:order-6"
              >
                {formats.share(rate / 100)}
              </Cell>
              <Cell align="end" className="font-[560] max-sm:order-2">
                {writeMoney(language, amount)}
              </Cell>
              <Cell className="stacked-wide pe-5 max-sm:order-7">
                <span className="grid justify-items-start gap-1">
                  <Pill mark meaning={meanings[status]}>
                    {t(($) => $.organizations.earnings.states[status])}
                  </Pill>
                  {status === 'PENDING' ? (
                    <span className="text-xs text-ink-3">
                      {t(($) => $.organizations.earnings.availableFrom)} <Moment at={availableAt} show="day" />
                    </span>
                  ) : null}
                  {reason ? (
                    <span className="text-xs whitespace-normal text-ink-3">{reasons[reason] ?? reason}</span>
                  ) : null}
                </span>
              </Cell>
            </Row>
          ),
        )}
      </tbody>
    </Table>
  )
}
