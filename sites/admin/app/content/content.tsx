import { apiOf, load } from '@bollard/site-kit/server'
import { useFormats, useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { AreaLinks } from '../frame/area-links.tsx'
import { DaysField, daysOf } from '../frame/days-field.tsx'
import { FilterForm } from '../frame/filter-form.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { RecordTable } from '../frame/record-table.tsx'
import type { Route } from './+types/content.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const days = daysOf(request)
  const [answers, searches] = await Promise.all([
    load(context, request, api.listPageAnswers({ days })),
    load(context, request, api.listMissedSearches({ days })),
  ])
  return { days, answers: answers.items, searches: searches.items }
}

/** What readers say of the documentation, and what they look for in vain. */
export default function Content({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { urls } = useSite()
  const { whole, day } = useFormats()
  const { days, answers, searches } = loaderData
  return (
    <Page title={t(($) => $.content.title)}>
      <PageTitle title={t(($) => $.content.title)} subtitle={t(($) => $.content.subtitle)} />
      <AreaLinks area="content" />
      <FilterForm>
        <DaysField days={days} />
      </FilterForm>
      <h2 className="mb-3 text-lg">{t(($) => $.content.answers)}</h2>
      <RecordTable
        label={t(($) => $.content.answers)}
        columns={[
          { label: t(($) => $.content.page) },
          { label: t(($) => $.content.language) },
          { label: t(($) => $.content.no), isFigure: true },
          { label: t(($) => $.content.yes), isFigure: true },
        ]}
        rows={answers.map(({ path, language, yes, no }) => ({
          key: `${language} ${path}`,
          cells: [
            <a key="page" className="text-link" href={`${urls.docs}/${language}${path}`}>
              {path}
            </a>,
            language,
            whole(no),
            whole(yes),
          ],
        }))}
        empty={t(($) => $.content.noAnswers)}
      />
      <h2 className="mt-8 mb-3 text-lg">{t(($) => $.content.searches)}</h2>
      <RecordTable
        label={t(($) => $.content.searches)}
        columns={[
          { label: t(($) => $.content.query) },
          { label: t(($) => $.content.language) },
          { label: t(($) => $.content.times), isFigure: true },
          { label: t(($) => $.content.lastOn) },
        ]}
        rows={searches.map(({ query, language, searches: times, lastOn }) => ({
          key: `${language} ${query}`,
          cells: [
            query === '' ? t(($) => $.content.withoutWords) : query,
            language,
            whole(times),
            day(`${lastOn}T12:00:00Z`),
          ],
        }))}
        empty={t(($) => $.content.noSearches)}
      />
    </Page>
  )
}
