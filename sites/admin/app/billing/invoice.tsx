import { useSite } from '@bollard/site-kit'
import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { Card, Checkbox, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ChangeForm } from '../frame/change-form.tsx'
import { ChangeModeHint } from '../frame/change-mode-banner.tsx'
import { Facts, ListTable } from '../frame/list-table.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { ReasonField } from '../frame/reason-field.tsx'
import { runIntent } from '../frame/run-intent.server.ts'
import { moneyIn, useMoney } from '../frame/use-money.ts'
import { useMayChange } from '../frame/use-operator.ts'
import type { Route } from './+types/invoice.ts'
import { minorOf } from './minor-of.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const invoiceId = requireId(context, request, params.invoiceId)
  const api = apiOf(context, request)
  const [invoice, found] = await Promise.all([
    load(context, request, api.getInvoice({ invoiceId })),
    load(context, request, api.listLatestInvoices({ filter: invoiceId, limit: 1 })),
  ])
  return { invoice, desk: found.items.find(({ id }) => id === invoiceId) ?? null }
}

export function action({ request, context, params }: Route.ActionArgs) {
  const invoiceId = requireId(context, request, params.invoiceId)
  return runIntent(
    { request, context },
    {
      credit: (api, fields) => {
        const lines = fields('line') === '' ? undefined : [lineOf(fields('line'), fields('amount'))]
        const reissue = fields('reissue') === 'on'
        return api.createCreditNote({
          invoiceId,
          creditNoteNewDto: { reason: fields('reason'), reissue, ...(lines && { lines }) },
        })
      },
      pay: (api, fields) =>
        api.recordPayment({
          invoiceId,
          recordedPaymentDto: {
            amountMinor: minorOf(fields('amountMinor')),
            currency: fields('currency'),
            receivedOn: fields('receivedOn'),
            bankReference: fields('bankReference'),
          },
        }),
    },
  )
}

/** A line of the invoice, as a whole without an amount. */
function lineOf(line: string, amount: string) {
  return { line: Number(line), ...(amount === '' ? {} : { amountMinor: minorOf(amount) }) }
}

/** One invoice: what is on it, what was tried to get it paid, and what an operator may do about it. */
export default function InvoicePage({ loaderData: { invoice, desk }, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const money = useMoney()
  const mayChange = useMayChange()
  const canCredit = invoice.kind === 'INVOICE' && invoice.status !== 'VOID'
  const { dunning = null, vatRequestId = null } = desk ?? {}
  return (
    <Page title={invoice.number} crumbs={[{ label: t(($) => $.billing.title), to: `/${language}/billing` }]}>
      <PageTitle title={invoice.number} subtitle={t(($) => $.billing.kinds[invoice.kind])}>
        <a href={`/${language}/billing/file?invoice=${invoice.id}`} download className="text-link">
          PDF
        </a>
        <a href={`/${language}/billing/file?invoice=${invoice.id}&format=XML`} download className="text-link">
          XML
        </a>
      </PageTitle>
      <div className="grid gap-4">
        <Card>
          <Facts
            facts={[
              [t(($) => $.billing.buyer), `${invoice.buyer.name}, ${invoice.buyer.email}`],
              [
                t(($) => $.billing.solution),
                <Link key="solution" to={`/${language}/solutions/${invoice.solutionId}`} className="text-link">
                  {invoice.solutionId}
                </Link>,
              ],
              [t(($) => $.billing.status), t(($) => $.billing.statuses[invoice.status])],
              [t(($) => $.billing.issuedOn), invoice.issuedOn],
              [t(($) => $.billing.dueOn), invoice.dueOn],
              [t(($) => $.billing.gross), money(invoice.gross)],
              [t(($) => $.billing.paid), money(invoice.paid)],
              [t(($) => $.billing.credited), money(invoice.credited)],
              [t(($) => $.billing.open), money(invoice.open)],
              [t(($) => $.organizations.vatId), invoice.buyer.vatId],
              [t(($) => $.billing.vies), vatRequestId],
              ...(dunning === null
                ? []
                : ([
                    [t(($) => $.billing.letters), dunning.step],
                    [t(($) => $.billing.tries), dunning.tries],
                    [t(($) => $.billing.nextTry), dunning.nextTryAt?.slice(0, 10)],
                    [t(($) => $.billing.noticed), dunning.noticedAt?.slice(0, 10)],
                  ] as const)),
            ]}
          />
        </Card>
        <ListTable
          label={t(($) => $.billing.lines)}
          items={invoice.lines.map((line, index) => ({ ...line, place: index + 1 }))}
          keyOf={({ place }) => String(place)}
          empty={t(($) => $.billing.empty)}
          columns={[
            { label: t(($) => $.billing.line), cell: ({ place }) => place },
            { label: t(($) => $.billing.lines), cell: ({ name, description }) => `${name} ${description}` },
            { label: t(($) => $.billing.net), align: 'end', cell: ({ net }) => money(net) },
          ]}
        />
        {mayChange ? null : <ChangeModeHint />}
        {canCredit && invoice.open.amountMinor > 0 ? (
          <ChangeForm
            intent="pay"
            title={t(($) => $.billing.recordPayment)}
            submit={t(($) => $.billing.recordPayment)}
            values={{ currency: invoice.open.currency }}
            answer={answer}
          >
            {(errorOf) => (
              <div className="grid gap-4 sm:grid-cols-3">
                <TextField
                  label={t(($) => $.billing.amount)}
                  hint={money(invoice.open)}
                  name="amountMinor"
                  inputMode="decimal"
                  required
                  error={errorOf('amountMinor')}
                />
                <TextField
                  label={t(($) => $.billing.receivedOn)}
                  name="receivedOn"
                  type="date"
                  required
                  error={errorOf('receivedOn')}
                />
                <TextField
                  label={t(($) => $.billing.bankReference)}
                  name="bankReference"
                  required
                  maxLength={140}
                  error={errorOf('bankReference')}
                />
              </div>
            )}
          </ChangeForm>
        ) : null}
        {canCredit ? (
          <ChangeForm
            intent="credit"
            title={t(($) => $.billing.credit)}
            submit={t(($) => $.billing.credit)}
            danger
            answer={answer}
          >
            {(errorOf) => (
              <>
                <p className="text-sm text-ink-2">{t(($) => $.billing.creditHint)}</p>
                <ReasonField hint={t(($) => $.billing.customerReads)} error={errorOf('reason')} />
                <div className="grid gap-4 sm:grid-cols-2">
                  <TextField
                    label={t(($) => $.billing.line)}
                    hint={t(($) => $.billing.allLines)}
                    name="line"
                    type="number"
                    min={1}
                    max={invoice.lines.length}
                    error={errorOf('lines')}
                  />
                  <TextField
                    label={t(($) => $.billing.netAmount)}
                    hint={t(($) => $.billing.wholeLine, {
                      example: moneyIn(language, { ...invoice.net, amountMinor: 1234 }),
                    })}
                    name="amount"
                    inputMode="decimal"
                  />
                </div>
                <Checkbox label={t(($) => $.billing.reissue)} name="reissue" error={errorOf('reissue')} />
              </>
            )}
          </ChangeForm>
        ) : null}
      </div>
    </Page>
  )
}
