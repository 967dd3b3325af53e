import { useFormats } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { AreaLinks } from '../frame/area-links.tsx'
import { DaysField, daysOf } from '../frame/days-field.tsx'
import { FilterForm } from '../frame/filter-form.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { RecordTable } from '../frame/record-table.tsx'
import type { Route } from './+types/performance.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const days = daysOf(request)
  const { items } = await load(context, request, apiOf(context, request).listPagePerformance({ days }))
  return { days, items }
}

/** How fast pages of the website were for their visitors. */
export default function Performance({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { whole, duration, decimal } = useFormats()
  const { days, items } = loaderData
  return (
    <Page title={t(($) => $.telemetry.performance)}>
      <PageTitle title={t(($) => $.telemetry.performance)} subtitle={t(($) => $.telemetry.performanceSubtitle)} />
      <AreaLinks area="visits" />
      <FilterForm>
        <DaysField days={days} />
      </FilterForm>
      <RecordTable
        label={t(($) => $.telemetry.performance)}
        columns={[
          { label: t(($) => $.telemetry.page) },
          { label: t(($) => $.telemetry.metric) },
          { label: t(($) => $.telemetry.events), isFigure: true },
          { label: t(($) => $.telemetry.half), isFigure: true },
          { label: t(($) => $.telemetry.threeQuarters), isFigure: true },
          { label: t(($) => $.telemetry.most), isFigure: true },
        ]}
        rows={items.map(({ path, metric, events, ...values }) => {
          // The shift of a layout has no unit and is stored as thousandths.
          const write = (value: number) => (metric === 'CLS' ? decimal(value / 1000) : duration(value))
          return {
            key: `${metric} ${path}`,
            cells: [path, metric, whole(events), write(values.p50), write(values.p75), write(values.p95)],
          }
        })}
        empty={t(($) => $.telemetry.noEvents)}
      />
    </Page>
  )
}
