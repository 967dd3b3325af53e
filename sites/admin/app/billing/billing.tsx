import { invoiceKinds, invoiceStatuses } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { apiOf, loadPage } from '@bollard/site-kit/server'
import { Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AreaLinks } from '../frame/area-links.tsx'
import { ListPager, ListSearch } from '../frame/list-search.tsx'
import { ListTable } from '../frame/list-table.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { useMoney } from '../frame/use-money.ts'
import type { Route } from './+types/billing.ts'

const statuses = invoiceStatuses.filter((status) => status !== 'DRAFT')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams: search } = new URL(request.url)
  const cursor = search.get('cursor') ?? undefined
  const asked = apiOf(context, request).listLatestInvoices({
    limit: 30,
    cursor,
    filter: search.get('q')?.trim() || undefined,
    status: statuses.find((one) => one === search.get('status')),
    kind: invoiceKinds.find((one) => one === search.get('kind')),
  })
  return { ...(await loadPage(context, request, asked)), isFirstPage: cursor === undefined }
}

/** Invoices and credit notes of all customers, with what was tried to get them paid. */
export default function Billing({ loaderData: { items, ...place } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const money = useMoney()
  return (
    <Page title={t(($) => $.billing.title)}>
      <PageTitle title={t(($) => $.billing.title)} />
      <AreaLinks area="billing" />
      <ListSearch
        hint={t(($) => $.billing.searchHint)}
        choices={[
          {
            name: 'status',
            label: t(($) => $.billing.status),
            options: statuses.map((status) => [status, t(($) => $.billing.statuses[status])]),
          },
          {
            name: 'kind',
            label: t(($) => $.billing.kind),
            options: invoiceKinds.map((kind) => [kind, t(($) => $.billing.kinds[kind])]),
          },
        ]}
      />
      <ListTable
        label={t(($) => $.billing.invoices)}
        items={items}
        keyOf={({ id }) => id}
        empty={t(($) => $.billing.empty)}
        columns={[
          {
            label: t(($) => $.billing.number),
            cell: ({ id, number }) => (
              <Link to={`/${language}/billing/${id}`} className="text-link">
                {number}
              </Link>
            ),
          },
          { label: t(($) => $.billing.buyer), cell: ({ buyer }) => buyer.name },
          { label: t(($) => $.billing.issuedOn), cell: ({ issuedOn }) => issuedOn },
          {
            label: t(($) => $.billing.status),
            cell: ({ status, kind, dunning }) => (
              <span className="inline-flex flex-wrap items-center gap-1.5">
                <Pill meaning={status === 'PAID' ? 'human' : status === 'OVERDUE' ? 'bot' : 'neutral'}>
                  {kind === 'CREDIT_NOTE'
                    ? t(($) => $.billing.kinds.CREDIT_NOTE)
                    : t(($) => $.billing.statuses[status])}
                </Pill>
                {dunning !== null && dunning.step > 0 ? t(($) => $.billing.letter, { step: dunning.step }) : null}
              </span>
            ),
          },
          { label: t(($) => $.billing.vies), cell: ({ vatRequestId }) => vatRequestId ?? '–' },
          { label: t(($) => $.billing.open), align: 'end', cell: ({ open }) => money(open) },
          { label: t(($) => $.billing.gross), align: 'end', cell: ({ gross }) => money(gross) },
        ]}
      />
      <ListPager {...place} />
    </Page>
  )
}
