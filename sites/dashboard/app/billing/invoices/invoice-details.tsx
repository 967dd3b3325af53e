import { Moment } from '@bollard/site-kit'
import type { InvoiceView as Invoice } from '@bollard/contracts'
import { ButtonLink, Card, CardHeader, Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Fact, FactList } from '../../solution/verification/fact-list.tsx'
import { fileFormats } from './file-formats.ts'
import { InvoiceParty } from './invoice-party.tsx'
import { InvoicePayment } from './invoice-payment.tsx'
import { useBillingFormats } from '../use-billing-formats.ts'

interface InvoiceDetailsProps {
  invoice: Invoice
  /** Address below which invoices lie: a credit note leads to what it takes back. */
  base: string
  /** Where its files are. */
  files: string
  /** Where somebody who may pay confirms a payment; null for everybody else. */
  payment: { confirm: string; change: string } | null
}

/** One invoice or credit note as it was issued, with what is still to be done about it. */
export function InvoiceDetails({ invoice, base, files, payment }: InvoiceDetailsProps) {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  return (
    <>
      <InvoicePayment invoice={invoice} payment={payment} />
      <div className="mb-4 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
        <Card padded={false} className="min-w-0">
          <CardHeader title={t(($) => $.billing.invoice.lines)} className="!mb-0 px-5 pt-5 pb-2" />
          <Table label={t(($) => $.billing.invoice.lines)} className="stacked-table">
            <thead>
              <tr>
                <HeadCell className="ps-5">{t(($) => $.billing.invoice.what)}</HeadCell>
                <HeadCell align="end">{t(($) => $.billing.invoice.quantity)}</HeadCell>
                <HeadCell align="end">{t(($) => $.billing.invoice.vatRate)}</HeadCell>
                <HeadCell align="end" className="pe-5">
                  {t(($) => $.billing.invoice.net)}
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {invoice.lines.map((line, index) => (
                // Lines of an issued invoice never change their order.
                // oxlint-disable-next-line react/no-array-index-key
                <Row key={index}>
                  <Cell className="stacked-wide ps-5 !whitespace-normal">
                    <span className="grid">
                      {line.name}
                      <span className="text-xs text-ink-3">{line.description}</span>
                    </span>
                  </Cell>
                  <Cell align="end" data-label={t(($) => $.billing.invoice.quantity)}>
                    {formats.decimal(Number(line.quantity))}
                  </Cell>
                  <Cell align="end" data-label={t(($) => $.billing.invoice.vatRate)}>
                    {formats.decimal(Number(line.taxRate))} %
                  </Cell>
                  <Cell align="end" className="pe-5" data-label={t(($) => $.billing.invoice.net)}>
                    {formats.money(line.net)}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
          <Totals invoice={invoice} />
        </Card>
        <div className="grid gap-4">
          <Card>
            <FactList>
              <Fact name={t(($) => $.billing.invoice.issuedOn)}>{formats.day(invoice.issuedOn)}</Fact>
              {invoice.dueOn ? (
                <Fact name={t(($) => $.billing.invoice.dueOn)}>{formats.day(invoice.dueOn)}</Fact>
              ) : null}
              <Fact name={t(($) => $.billing.invoice.period)}>{formats.span(invoice.period)}</Fact>
              <Fact name={t(($) => $.billing.invoice.paidBy)}>{t(($) => $.billing.kinds[invoice.paymentKind])}</Fact>
              {invoice.paidAt ? (
                <Fact name={t(($) => $.billing.invoice.paidAt)}>
                  <Moment at={invoice.paidAt} show="day" />
                </Fact>
              ) : null}
              {invoice.purchaseOrder ? (
                <Fact name={t(($) => $.billing.address.purchaseOrder)}>{invoice.purchaseOrder}</Fact>
              ) : null}
              {invoice.buyerReference ? (
                <Fact name={t(($) => $.billing.address.buyerReference)}>{invoice.buyerReference}</Fact>
              ) : null}
              {invoice.corrects ? (
                <Fact name={t(($) => $.billing.invoice.corrects)}>
                  <Link to={`${base}/${invoice.corrects}`} className="text-link rounded-sm">
                    {t(($) => $.billing.invoice.correctsLink)}
                  </Link>
                </Fact>
              ) : null}
            </FactList>
            <div className="mt-4 flex flex-wrap gap-3">
              {fileFormats(invoice).map((format) => (
                <ButtonLink key={format} size="dense" href={`${files}?format=${format}`} download>
                  {t(($) => $.billing.invoice.downloadAs, { format })}
                </ButtonLink>
              ))}
            </div>
            <p className="mt-3 text-xs text-ink-3">
              {invoice.eInvoice === 'XRECHNUNG_XML'
                ? t(($) => $.billing.invoice.xRechnungHint)
                : t(($) => $.billing.invoice.filesHint)}
            </p>
          </Card>
          <Card className="grid gap-5 text-sm sm:max-lg:grid-cols-2">
            <InvoiceParty title={t(($) => $.billing.invoice.buyer)} party={invoice.buyer} />
            <InvoiceParty title={t(($) => $.billing.invoice.seller)} party={invoice.seller} />
          </Card>
        </div>
      </div>
    </>
  )
}

function Totals({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  const sums = [
    { name: t(($) => $.billing.invoice.net), value: invoice.net },
    ...invoice.taxes.map(({ rate, tax }) => ({
      name: t(($) => $.billing.invoice.vatOf, { rate: formats.decimal(Number(rate)) }),
      value: tax,
    })),
    { name: t(($) => $.billing.invoice.gross), value: invoice.gross, strong: true },
    ...(invoice.credited.amountMinor !== 0
      ? [{ name: t(($) => $.billing.invoice.credited), value: invoice.credited }]
      : []),
    ...(invoice.kind === 'INVOICE' && invoice.paid.amountMinor !== 0
      ? [{ name: t(($) => $.billing.invoice.paid), value: invoice.paid }]
      : []),
    ...(invoice.open.amountMinor !== 0 && (invoice.paid.amountMinor !== 0 || invoice.credited.amountMinor !== 0)
      ? [{ name: t(($) => $.billing.invoice.open), value: invoice.open, strong: true }]
      : []),
  ]
  const reasons = [...new Set(invoice.taxes.flatMap(({ reason }) => (reason ? [reason] : [])))]
  return (
    <div className="border-t border-line px-5 py-4">
      <dl className="tabular ms-auto grid max-w-[22rem] gap-1.5 text-sm">
        {sums.map(({ name, value, ...look }) => (
          <div key={name} className={`flex justify-between gap-6 ${'strong' in look ? 'font-[580]' : 'text-ink-2'}`}>
            <dt>{name}</dt>
            <dd>{formats.money(value)}</dd>
          </div>
        ))}
      </dl>
      {reasons.map((reason) => (
        <p key={reason} className="mt-3 text-xs text-ink-3">
          {reason}
        </p>
      ))}
    </div>
  )
}
