import { apiOf, load, requireId, scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import { InvoiceDetails } from '../../billing/invoices/invoice-details.tsx'
import { InvoiceState } from '../../billing/invoices/invoice-state.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useSettings } from '../use-settings.ts'
import type { Route } from './+types/invoice.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const invoiceId = requireId(context, request, params.invoiceId)
  const invoice = await load(context, request, apiOf(context, request).getInvoice({ invoiceId }))
  // An invoice of another solution has its page there.
  if (invoice.solutionId !== solutionId)
    throw data({ code: 'not-found', requestId: scopeOf(context, request).requestId }, { status: 404 })
  return { invoice }
}

export default function SolutionInvoice({ loaderData: { invoice }, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { home: base, crumb, solution } = useSettings()
  const billing = { label: t(($) => $.billing.title), to: `${base}/settings/billing` }
  const own = `/${params.language}/billing/invoices/${invoice.id}`
  const title = t(($) => $.billing.invoice.titles[invoice.kind], { number: invoice.number })
  return (
    <Page title={title} crumbs={[crumb, billing]}>
      <PageTitle title={title}>
        <InvoiceState invoice={invoice} />
      </PageTitle>
      <InvoiceDetails
        invoice={invoice}
        base={`${base}/settings/billing/invoices`}
        files={`${own}/file`}
        payment={
          solution.myRole === 'ADMIN'
            ? { confirm: `${own}/confirmation`, change: `${base}/settings/billing/payment` }
            : null
        }
      />
    </Page>
  )
}
