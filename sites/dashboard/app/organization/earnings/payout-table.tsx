import type { Payout } from '@bollard/contracts'
import { Moment, useSite } from '@bollard/site-kit'
import { Cell, HeadCell, type Meaning, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { writeDate, writeMoney } from '../write-money.ts'

const meanings: Record<Payout['status'], Meaning> = {
  DRAFT: 'neutral',
  APPROVED: 'info',
  PROCESSING: 'info',
  SENT: 'info',
  COMPLETED: 'human',
  FAILED: 'bot',
  CANCELED: 'neutral',
}

/** `base` is where the documents lie. */
export function PayoutTable({ payouts, base }: { payouts: readonly Payout[]; base: string }) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <Table label={t(($) => $.organizations.earnings.payouts)} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="ps-5">{t(($) => $.organizations.earnings.number)}</HeadCell>
          <HeadCell>{t(($) => $.organizations.earnings.period)}</HeadCell>
          <HeadCell align="end">{t(($) => $.organizations.earnings.amount)}</HeadCell>
          <HeadCell align="end">{t(($) => $.organizations.earnings.vat)}</HeadCell>
          <HeadCell>{t(($) => $.organizations.earnings.status)}</HeadCell>
          <HeadCell className="pe-5">{t(($) => $.organizations.earnings.document)}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {payouts.map(
          ({
            id,
            number,
            periodFrom,
            periodTo,
            amount,
            vat,
            status,
            initiatedAt,
            paidAt,
            failureReason,
            documentUrl,
          }) => (
            <Row key={id}>
              <Cell className="stacked-wide ps-5 font-[560]">
                {number ?? t(($) => $.organizations.earnings.noNumber)}
              </Cell>
              <Cell data-label={t(($) => $.organizations.earnings.period)}>
                {writeDate(language, periodFrom)} – {writeDate(language, periodTo)}
              </Cell>
              <Cell data-label={t(($) => $.organizations.earnings.amount)} align="end" className="font-[560]">
                {writeMoney(language, amount)}
              </Cell>
              <Cell data-label={t(($) => $.organizations.earnings.vat)} align="end" className="text-ink-2">
                {writeMoney(language, vat)}
              </Cell>
              <Cell data-label={t(($) => $.organizations.earnings.status)}>
                <span className="grid justify-items-start gap-1">
                  <Pill mark meaning={meanings[status]}>
                    {t(($) => $.organizations.earnings.payoutStates[status])}
                  </Pill>
                  <Moment at={paidAt ?? initiatedAt} show="day" className="text-xs text-ink-3" />
                  {failureReason ? <span className="text-xs whitespace-normal text-ink-3">{failureReason}</span> : null}
                </span>
              </Cell>
              <Cell data-label={t(($) => $.organizations.earnings.document)} className="pe-5">
                {documentUrl === null ? (
                  <span className="text-ink-3">–</span>
                ) : (
                  <span className="flex flex-wrap gap-x-3 gap-y-1">
                    <DocumentLink
                      href={`${base}/${id}/document`}
                      number={number}
                      word={t(($) => $.organizations.earnings.pdf)}
                    />
                    <DocumentLink
                      href={`${base}/${id}/document?format=XML`}
                      number={number}
                      word={t(($) => $.organizations.earnings.xml)}
                    />
                    {status === 'FAILED' ? (
                      <DocumentLink
                        href={`${base}/${id}/document?correction=true`}
                        number={number}
                        word={t(($) => $.organizations.earnings.correction)}
                      />
                    ) : null}
                  </span>
                )}
              </Cell>
            </Row>
          ),
        )}
      </tbody>
    </Table>
  )
}

function DocumentLink({ href, number, word }: { href: string; number: string | null; word: string }) {
  return (
    <a className="text-link inline-flex min-h-6 items-center touch:min-h-11" href={href} download>
      {word}
      <span className="sr-only"> {number}</span>
    </a>
  )
}
