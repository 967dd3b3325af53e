import { lifecycles } from '@bollard/contracts'
import { Moment, useSite } from '@bollard/site-kit'
import { apiOf, loadPage } from '@bollard/site-kit/server'
import { Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ListPager, ListSearch } from '../frame/list-search.tsx'
import { ListTable } from '../frame/list-table.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import type { Route } from './+types/solutions.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams: search } = new URL(request.url)
  const cursor = search.get('cursor') ?? undefined
  const named = (name: string) => (search.get(name) ? [`${name}:${search.get(name)}`] : [])
  const words = [search.get('q')?.trim() ?? '', ...named('lifecycle'), ...named('locked')]
  const filter = words.filter(Boolean).join(' ')
  const asked = apiOf(context, request).listLatestSolutions({ limit: 30, cursor, ...(filter === '' ? {} : { filter }) })
  return { ...(await loadPage(context, request, asked)), isFirstPage: cursor === undefined }
}

/** Solutions of everybody, the newest first. */
export default function Solutions({ loaderData: { items, ...place } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <Page title={t(($) => $.solutions.title)}>
      <PageTitle title={t(($) => $.solutions.title)} />
      <ListSearch
        hint={t(($) => $.solutions.searchHint)}
        choices={[
          {
            name: 'lifecycle',
            label: t(($) => $.solutions.lifecycle),
            options: lifecycles.map((one) => [one, t(($) => $.solutions.lifecycles[one])]),
          },
          {
            name: 'locked',
            label: t(($) => $.solutions.locks),
            options: [
              ['true', t(($) => $.solutions.locked)],
              ['false', t(($) => $.solutions.unlocked)],
            ],
          },
        ]}
      />
      <ListTable
        label={t(($) => $.solutions.title)}
        items={items}
        keyOf={({ id }) => id}
        empty={t(($) => $.solutions.empty)}
        columns={[
          {
            label: t(($) => $.solutions.label),
            cell: ({ id, label }) => (
              <Link to={`/${language}/solutions/${id}`} className="text-link">
                {label}
              </Link>
            ),
          },
          { label: t(($) => $.solutions.type), cell: ({ item }) => t(($) => $.solutions.types[item.type]) },
          { label: t(($) => $.solutions.plan), cell: ({ planCode }) => planCode },
          {
            label: t(($) => $.solutions.state),
            cell: ({ lifecycle, locks }) =>
              locks.length > 0 ? (
                <Pill meaning="bot">{t(($) => $.solutions.locked)}</Pill>
              ) : (
                <Pill meaning={lifecycle === 'ACTIVE' ? 'human' : 'neutral'}>
                  {t(($) => $.solutions.lifecycles[lifecycle])}
                </Pill>
              ),
          },
          { label: t(($) => $.solutions.created), cell: ({ createdAt }) => <Moment at={createdAt} show="day" /> },
        ]}
      />
      <ListPager {...place} />
    </Page>
  )
}
