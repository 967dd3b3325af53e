import { Pager } from '@bollard/site-kit'
import type { InvoiceView, Role } from '@bollard/contracts'
import { Card, CardHeader, EmptyState } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { InvoiceTable } from '../../billing/invoices/invoice-table.tsx'
import { WhoMay } from '../../frame/needs-role.tsx'

interface InvoicesCardProps {
  /** Null for those who may not see any. */
  page: { items: readonly InvoiceView[]; nextCursor: string | null } | null
  role: Role
  issuesInvoices: boolean
  base: string
  files: string
}

/** The invoices of a solution, or why there are none to see. */
export function InvoicesCard({ page, role, issuesInvoices, base, files }: InvoicesCardProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <div className="mb-4">
      <Card padded={false} className="min-w-0">
        <CardHeader title={t(($) => $.billing.invoices.title)} className="!mb-0 px-5 pt-5 pb-2.5" />
        {page === null ? (
          <p className="px-5 pb-5 text-sm text-ink-2">
            <WhoMay>{t(($) => $.billing.invoices.membersOnly, { role: t(($) => $.roles[role]) })}</WhoMay>
          </p>
        ) : page.items.length > 0 ? (
          <InvoiceTable label={t(($) => $.billing.invoices.title)} invoices={page.items} base={base} files={files} />
        ) : (
          <EmptyState title={t(($) => $.billing.invoices.emptyTitle)}>
            {issuesInvoices ? t(($) => $.billing.invoices.empty) : t(($) => $.billing.invoices.notIssued)}
          </EmptyState>
        )}
      </Card>
      {page ? (
        <Pager
          nextCursor={page.nextCursor}
          isFirstPage={!search.has('cursor')}
          newest={t(($) => $.billing.invoices.newest)}
          older={t(($) => $.billing.invoices.older)}
        />
      ) : null}
    </div>
  )
}
