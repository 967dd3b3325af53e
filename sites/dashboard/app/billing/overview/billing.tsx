import { Pager } from '@bollard/site-kit'
import { apiOf, attempt, load, loadPage, requireId } from '@bollard/site-kit/server'
import { Card, CardHeader, EmptyState } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { redirect, useSearchParams } from 'react-router'
import { AddressList } from '../addresses/address-list.tsx'
import { answerProblem } from '../answer-problem.server.ts'
import { InvoiceTable } from '../invoices/invoice-table.tsx'
import { MethodList } from '../methods/method-list.tsx'
import { ProblemAlert } from '../problem-alert.tsx'
import { ProvenAlert } from '../proven-alert.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { DoneToast } from '../../forms/done-toast.tsx'
import type { Route } from './+types/billing.ts'

/** What a form or another page has done that led here. */
const doneTexts = [
  'addressSaved',
  'addressDeleted',
  'askedAgain',
  'methodAdded',
  'methodDefault',
  'methodDeleted',
] as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const [addresses, methods, solutions, options, invoices] = await Promise.all([
    load(context, request, api.listInvoiceAddresses({ limit: 100 })),
    load(context, request, api.listPaymentMethods({ limit: 100 })),
    load(context, request, api.listSolutions({ limit: 100 })),
    load(context, request, api.getPaymentOptions()),
    loadPage(context, request, api.listInvoices({ limit: 12, ...(cursor ? { cursor } : {}) })),
  ])
  const usesOf = (field: 'invoiceAddressId' | 'paymentMethodId', id: string) =>
    solutions.items
      .filter(({ billing }) => billing?.[field] === id)
      .map((solution) => ({ id: solution.id, label: solution.label }))
  return {
    addresses: addresses.items.map((address) => ({ ...address, uses: usesOf('invoiceAddressId', address.id) })),
    methods: methods.items.map((method) => ({ ...method, uses: usesOf('paymentMethodId', method.id) })),
    kinds: options.kinds,
    issuesInvoices: options.issuesInvoices,
    invoices,
    once: crypto.randomUUID(),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const api = apiOf(context, request)
  const form = await request.formData()
  const paymentMethodId = () => requireId(context, request, String(form.get('id')))
  const work = {
    'use-transfer': {
      done: 'methodAdded',
      call: () =>
        api.createPaymentMethod(
          { paymentMethodNewDto: { kind: 'BANK_TRANSFER' } },
          { idempotencyKey: String(form.get('once')) },
        ),
    },
    'make-default': {
      done: 'methodDefault',
      call: () =>
        api.updatePaymentMethod({
          paymentMethodId: paymentMethodId(),
          paymentMethodDto: { default: true, version: Number(form.get('version')) },
        }),
    },
    'delete-method': {
      done: 'methodDeleted',
      call: () => api.deletePaymentMethod({ paymentMethodId: paymentMethodId() }),
    },
  } as const
  const intent = form.get('intent')
  const { done, call } = work[intent === 'make-default' || intent === 'delete-method' ? intent : 'use-transfer']
  const answer = await attempt<unknown>(call())
  if (!answer.ok) return answerProblem(context, request, answer.problem, {})
  throw redirect(`/${params.language}/billing?done=${done}`)
}

export default function Billing({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const { addresses, methods, kinds, issuesInvoices, invoices, once } = loaderData
  const done = doneTexts.find((one) => one === search.get('done'))
  const base = `/${params.language}/billing/invoices`
  return (
    <Page title={t(($) => $.billing.own.title)}>
      <PageTitle title={t(($) => $.billing.own.title)} subtitle={t(($) => $.billing.own.subtitle)} />
      {actionData ? (
        <ProblemAlert problem={actionData.problem} className="mb-4" />
      ) : done ? (
        <DoneToast>{t(($) => $.billing.own.done[done])}</DoneToast>
      ) : (
        <ProvenAlert className="mb-4" />
      )}
      <AddressList addresses={addresses} />
      <MethodList methods={methods} kinds={kinds} once={once} />
      <Card padded={false} className="min-w-0">
        <CardHeader title={t(($) => $.billing.own.invoices)} className="!mb-0 px-5 pt-5 pb-2.5" />
        {invoices.items.length > 0 ? (
          <InvoiceTable label={t(($) => $.billing.own.invoices)} invoices={invoices.items} base={base} files={base} />
        ) : (
          <EmptyState title={t(($) => $.billing.invoices.emptyTitle)}>
            {issuesInvoices ? t(($) => $.billing.own.noInvoices) : t(($) => $.billing.invoices.notIssued)}
          </EmptyState>
        )}
      </Card>
      <Pager
        nextCursor={invoices.nextCursor}
        isFirstPage={!search.has('cursor')}
        newest={t(($) => $.billing.invoices.newest)}
        older={t(($) => $.billing.invoices.older)}
      />
    </Page>
  )
}
