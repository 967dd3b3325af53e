import { apiOf, attempt, load, requireId, scopeOf } from '@bollard/site-kit/server'
import { Alert, ButtonLink, Card } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ProblemAlert } from '../problem-alert.tsx'
import { ConfirmPayment } from '../stripe/confirm-payment.tsx'
import { useBillingFormats } from '../use-billing-formats.ts'
import { Page, PageTitle } from '../../frame/page.tsx'
import type { Route } from './+types/invoice-confirmation.ts'

/** A payment that the bank asks about. Whether one waits for that is known to the provider alone, and asking changes nothing. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const invoiceId = requireId(context, request, params.invoiceId)
  const api = apiOf(context, request)
  const invoice = await load(context, request, api.getInvoice({ invoiceId }))
  const { id, number, open } = invoice
  const begun = await attempt(api.startPaymentConfirmation({ invoiceId }))
  if (!begun.ok) return { invoice: { id, number, open }, problem: begun.problem, confirmation: null }
  const { clientSecret, publishableKey } = begun.value
  if (publishableKey !== null) scopeOf(context, request).showsPaymentFields = true
  return {
    invoice: { id, number, open },
    problem: null,
    confirmation: publishableKey === null ? null : { clientSecret, publishableKey },
  }
}

export default function InvoiceConfirmation({
  loaderData: { invoice, problem, confirmation },
  params,
}: Route.ComponentProps) {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  const back = `/${params.language}/billing/invoices/${invoice.id}`
  const title = t(($) => $.billing.pay.confirmTitle, { amount: formats.money(invoice.open) })
  return (
    <Page title={title} crumbs={[{ label: t(($) => $.billing.own.title), to: `/${params.language}/billing` }]}>
      <PageTitle title={title} subtitle={t(($) => $.billing.pay.confirmOf, { number: invoice.number })} />
      <Card className="grid max-w-[56rem] gap-5 !p-6">
        {confirmation ? (
          <>
            <noscript>
              <Alert>{t(($) => $.billing.stripe.noscript)}</Alert>
            </noscript>
            <p className="text-ink-2">{t(($) => $.billing.pay.confirmText)}</p>
            <ConfirmPayment {...confirmation} invoice={back} />
          </>
        ) : problem && problem.code !== 'state-conflict' ? (
          <ProblemAlert problem={problem} />
        ) : (
          <p className="text-ink-2">{t(($) => $.billing.pay.nothingToConfirm)}</p>
        )}
        <div>
          <ButtonLink asChild size="dense">
            <Link to={back}>{t(($) => $.billing.pay.toInvoice)}</Link>
          </ButtonLink>
        </div>
      </Card>
    </Page>
  )
}
