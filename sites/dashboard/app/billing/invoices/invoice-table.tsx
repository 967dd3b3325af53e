import type { InvoiceView } from '@bollard/contracts'
import { Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { fileFormats } from './file-formats.ts'
import { InvoiceState } from './invoice-state.tsx'
import { useBillingFormats } from '../use-billing-formats.ts'

interface InvoiceTableProps {
  label: string
  invoices: readonly InvoiceView[]
  /** Address below which each invoice has its page. */
  base: string
  /** Address below which the files lie. */
  files: string
}

/** Invoices and credit notes as rows, each a link to its page with its two files beside it; on a phone as cards. */
export function InvoiceTable({ label, invoices, base, files }: InvoiceTableProps) {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  return (
    <Table label={label} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="ps-5">{t(($) => $.billing.invoice.number)}</HeadCell>
          <HeadCell>{t(($) => $.billing.invoice.issuedOn)}</HeadCell>
          <HeadCell className="@max-4xl:hidden">{t(($) => $.billing.invoice.period)}</HeadCell>
          <HeadCell align="end">{t(($) => $.billing.invoice.net)}</HeadCell>
          <HeadCell align="end">{t(($) => $.billing.invoice.vat)}</HeadCell>
          <HeadCell align="end">{t(($) => $.billing.invoice.gross)}</HeadCell>
          <HeadCell>{t(($) => $.billing.invoice.state)}</HeadCell>
          <HeadCell className="pe-5">{t(($) => $.billing.invoice.files)}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <Row key={invoice.id}>
            <Cell className="ps-5 font-mono text-xs">
              <Link to={`${base}/${invoice.id}`} className="text-link rounded-sm">
                {invoice.number}
              </Link>
            </Cell>
            <Cell data-label={t(($) => $.billing.invoice.issuedOn)}>{formats.day(invoice.issuedOn)}</Cell>
            <Cell className="@max-4xl:hidden" data-label={t(($) => $.billing.invoice.period)}>
              {formats.span(invoice.period)}
            </Cell>
            <Cell align="end" data-label={t(($) => $.billing.invoice.net)}>
              {formats.money(invoice.net)}
            </Cell>
            <Cell align="end" data-label={t(($) => $.billing.invoice.vat)}>
              {formats.money(invoice.tax)}
            </Cell>
            <Cell align="end" data-label={t(($) => $.billing.invoice.gross)} className="font-[560]">
              {formats.money(invoice.gross)}
            </Cell>
            <Cell data-label={t(($) => $.billing.invoice.state)}>
              <InvoiceState invoice={invoice} />
            </Cell>
            <Cell className="pe-5" data-label={t(($) => $.billing.invoice.files)}>
              <span className="flex gap-3">
                {fileFormats(invoice).map((format) => (
                  // A file, so the browser fetches it past the router.
                  <a
                    key={format}
                    href={`${files}/${invoice.id}/file?format=${format}`}
                    download
                    aria-label={t(($) => $.billing.invoice.download, { number: invoice.number, format })}
                    className="text-link rounded-sm"
                  >
                    {format}
                  </a>
                ))}
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
