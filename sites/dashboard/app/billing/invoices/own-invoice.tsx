import { apiOf, attempt, load, pageAddress, requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { redirect } from 'react-router'
import { InvoiceDetails } from './invoice-details.tsx'
import { InvoiceState } from './invoice-state.tsx'
import { withoutProvider } from '../stripe/without-provider.ts'
import { Page, PageTitle } from '../../frame/page.tsx'
import type { Route } from './+types/own-invoice.ts'

/** An invoice by itself: whoever it goes to reads it, also after they left its solution or the solution is gone. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const invoiceId = requireId(context, request, params.invoiceId)
  const { pathname, search } = pageAddress(request)
  const plain = withoutProvider(search)
  // A bank that has its own page leads back with the secret of the payment.
  if (plain !== search) throw redirect(`${pathname}${plain}`)
  const api = apiOf(context, request)
  const invoice = await load(context, request, api.getInvoice({ invoiceId }))
  const solution = await attempt(api.getSolution({ solutionId: invoice.solutionId }))
  return { invoice, mayPay: solution.ok && solution.value.myRole === 'ADMIN' }
}

export default function OwnInvoice({ loaderData: { invoice, mayPay }, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const base = `/${params.language}/billing`
  const title = t(($) => $.billing.invoice.titles[invoice.kind], { number: invoice.number })
  return (
    <Page title={title} crumbs={[{ label: t(($) => $.billing.own.title), to: base }]}>
      <PageTitle title={title}>
        <InvoiceState invoice={invoice} />
      </PageTitle>
      <InvoiceDetails
        invoice={invoice}
        base={`${base}/invoices`}
        files={`${base}/invoices/${invoice.id}/file`}
        payment={
          mayPay
            ? {
                confirm: `${base}/invoices/${invoice.id}/confirmation`,
                change: `/${params.language}/solutions/${invoice.solutionId}/settings/billing/payment`,
              }
            : null
        }
      />
    </Page>
  )
}
