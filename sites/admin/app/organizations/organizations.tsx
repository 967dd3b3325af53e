import { organizationKinds, organizationVerificationStates } from '@bollard/contracts'
import { Moment, useSite } from '@bollard/site-kit'
import { apiOf, loadPage } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ListPager, ListSearch } from '../frame/list-search.tsx'
import { ListTable } from '../frame/list-table.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import type { Route } from './+types/organizations.ts'
import { VerificationPill } from './verification-pill.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams: search } = new URL(request.url)
  const cursor = search.get('cursor') ?? undefined
  // The service takes one filter: words go before a state.
  const filter = search.get('q')?.trim() || search.get('state') || search.get('kind') || undefined
  const asked = apiOf(context, request).listLatestOrganizations({ limit: 30, cursor, filter })
  return { ...(await loadPage(context, request, asked)), isFirstPage: cursor === undefined }
}

/** Organizations of everybody; with the state PENDING, the queue of those that wait for a decision. */
export default function Organizations({ loaderData: { items, ...place } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <Page title={t(($) => $.organizations.title)}>
      <PageTitle title={t(($) => $.organizations.title)}>
        <Link to="?state=PENDING" className="text-link">
          {t(($) => $.organizations.queue)}
        </Link>
      </PageTitle>
      <ListSearch
        hint={t(($) => $.organizations.searchHint)}
        choices={[
          {
            name: 'state',
            label: t(($) => $.organizations.verification),
            options: organizationVerificationStates.map((state) => [state, t(($) => $.organizations.states[state])]),
          },
          {
            name: 'kind',
            label: t(($) => $.organizations.kind),
            options: organizationKinds.map((kind) => [kind, t(($) => $.organizations.kinds[kind])]),
          },
        ]}
      />
      <ListTable
        label={t(($) => $.organizations.title)}
        items={items}
        keyOf={({ id }) => id}
        empty={t(($) => $.organizations.empty)}
        columns={[
          {
            label: t(($) => $.organizations.name),
            cell: ({ id, name }) => (
              <Link to={`/${language}/organizations/${id}`} className="text-link">
                {name}
              </Link>
            ),
          },
          { label: t(($) => $.organizations.kind), cell: ({ kind }) => t(($) => $.organizations.kinds[kind]) },
          {
            label: t(($) => $.organizations.verification),
            cell: ({ verification }) => <VerificationPill status={verification.status} />,
          },
          { label: t(($) => $.organizations.country), cell: ({ countryCode }) => countryCode },
          { label: t(($) => $.solutions.created), cell: ({ createdAt }) => <Moment at={createdAt} show="day" /> },
        ]}
      />
      <ListPager {...place} />
    </Page>
  )
}
