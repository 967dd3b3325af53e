import { viewDimensions } from '@bollard/contracts'
import { useFormats } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { SelectField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { AreaLinks } from '../frame/area-links.tsx'
import { DaysField, daysOf } from '../frame/days-field.tsx'
import { FilterForm } from '../frame/filter-form.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { RecordTable } from '../frame/record-table.tsx'
import type { Route } from './+types/visits.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const days = daysOf(request)
  const asked = new URL(request.url).searchParams.get('of')
  const of = viewDimensions.find((one) => one === asked) ?? 'referrer'
  const [views, shares] = await Promise.all([
    load(context, request, api.listPageViews({ days })),
    load(context, request, api.listViewShares({ days, of })),
  ])
  return { days, of, pages: sumByPage(views.items), shares: shares.items }
}

/** Views of each page over all days, the most viewed first. */
function sumByPage(items: readonly { path: string; views: number }[]): { path: string; views: number }[] {
  const sums = new Map<string, number>()
  for (const { path, views } of items) sums.set(path, (sums.get(path) ?? 0) + views)
  return [...sums].map(([path, views]) => ({ path, views })).toSorted((one, other) => other.views - one.views)
}

/** Which pages of the website are viewed, and where their visitors come from. */
export default function Visits({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { whole } = useFormats()
  const { days, of, pages, shares } = loaderData
  return (
    <Page title={t(($) => $.telemetry.title)}>
      <PageTitle title={t(($) => $.telemetry.title)} subtitle={t(($) => $.telemetry.subtitle)} />
      <AreaLinks area="visits" />
      <FilterForm>
        <DaysField days={days} />
        <SelectField key={of} label={t(($) => $.telemetry.by)} name="of" defaultValue={of}>
          {viewDimensions.map((dimension) => (
            <option key={dimension} value={dimension}>
              {t(($) => $.telemetry.dimensions[dimension])}
            </option>
          ))}
        </SelectField>
      </FilterForm>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <RecordTable
          label={t(($) => $.telemetry.pages)}
          columns={[{ label: t(($) => $.telemetry.page) }, { label: t(($) => $.telemetry.views), isFigure: true }]}
          rows={pages.map(({ path, views }) => ({ key: path, cells: [path, whole(views)] }))}
          empty={t(($) => $.telemetry.noViews)}
        />
        <RecordTable
          label={t(($) => $.telemetry.dimensions[of])}
          columns={[
            { label: t(($) => $.telemetry.dimensions[of]) },
            { label: t(($) => $.telemetry.views), isFigure: true },
          ]}
          rows={shares.map(({ value, views }) => ({
            key: value,
            cells: [value === '' ? t(($) => $.telemetry.unknown) : value, whole(views)],
          }))}
          empty={t(($) => $.telemetry.noViews)}
        />
      </div>
    </Page>
  )
}
