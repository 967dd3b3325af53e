import type { VatCheck } from '@bollard/contracts'
import { Moment, useSite } from '@bollard/site-kit'
import { apiOf, loadPage } from '@bollard/site-kit/server'
import { Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AreaLinks } from '../frame/area-links.tsx'
import { ListPager, ListSearch } from '../frame/list-search.tsx'
import { ListTable } from '../frame/list-table.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import type { Route } from './+types/vat-checks.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams: search } = new URL(request.url)
  const cursor = search.get('cursor') ?? undefined
  const filter = search.get('q')?.trim().slice(0, 30) || undefined
  const asked = apiOf(context, request).listVatChecks({ limit: 50, cursor, filter })
  return { ...(await loadPage(context, request, asked)), isFirstPage: cursor === undefined }
}

const meanings = { VALID: 'human', INVALID: 'bot', UNAVAILABLE: 'doubt' } as const

/** What VIES was asked and answered; nobody can change it. */
export default function VatChecks({ loaderData: { items, ...place } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const title = t(($) => $.billing.vatChecks.title)
  return (
    <Page title={title} crumbs={[{ label: t(($) => $.billing.title), to: `/${language}/billing` }]}>
      <PageTitle title={title} subtitle={t(($) => $.billing.vatChecks.subtitle)} />
      <AreaLinks area="billing" />
      <ListSearch hint={t(($) => $.billing.vatChecks.searchHint)} />
      <ListTable
        label={title}
        items={items}
        keyOf={({ id }) => id}
        empty={t(($) => $.billing.vatChecks.empty)}
        columns={[
          { label: t(($) => $.billing.vatChecks.at), cell: ({ at }) => <Moment at={at} /> },
          { label: t(($) => $.billing.vatChecks.vatId), cell: ({ vatId }) => vatId },
          {
            label: t(($) => $.billing.vatChecks.result),
            cell: ({ result }) => (
              <Pill meaning={meanings[result]}>{t(($) => $.billing.vatChecks.results[result])}</Pill>
            ),
          },
          { label: t(($) => $.billing.vies), cell: ({ requestId }) => requestId ?? '–' },
          { label: t(($) => $.billing.vatChecks.requester), cell: ({ requesterVatId }) => requesterVatId ?? '–' },
          { label: t(($) => $.billing.vatChecks.holder), cell: (check) => <Holder check={check} /> },
        ]}
      />
      <ListPager {...place} />
    </Page>
  )
}

function Holder({ check: { holder, company } }: { check: VatCheck }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const area = holder.kind === 'ACCOUNT' ? 'users' : 'organizations'
  return (
    <Link to={`/${language}/${area}/${holder.id}`} className="text-link" title={holder.id}>
      {company ?? t(($) => $.billing.vatChecks.holders[holder.kind])}
    </Link>
  )
}
