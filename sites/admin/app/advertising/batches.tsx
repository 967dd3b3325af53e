import { Moment, useFormats, useSite } from '@bollard/site-kit'
import { apiOf, loadPage } from '@bollard/site-kit/server'
import { Card, CardHeader, SelectField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { AreaLinks } from '../frame/area-links.tsx'
import { ChangeForm } from '../frame/change-form.tsx'
import { ChangeModeHint } from '../frame/change-mode-banner.tsx'
import { ListPager } from '../frame/list-search.tsx'
import { Facts } from '../frame/list-table.tsx'
import { namesOfOperators } from '../frame/names-of-operators.server.ts'
import { Page, PageTitle } from '../frame/page.tsx'
import { runIntent } from '../frame/run-intent.server.ts'
import { NoRows } from '../frame/stacked-table.tsx'
import { useMayChange } from '../frame/use-operator.ts'
import { useOperatorName } from '../frame/use-operator-name.ts'
import type { Route } from './+types/batches.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const batches = await loadPage(context, request, apiOf(context, request).listConversionExports({ limit: 20, cursor }))
  const ids = batches.items.map(({ createdBy }) => createdBy)
  return { ...batches, names: await namesOfOperators({ request, context }, ids), isFirstPage: cursor === undefined }
}

export function action({ request, context }: Route.ActionArgs) {
  return runIntent(
    { request, context },
    {
      create: (api) => api.createConversionExport(),
      settle: (api, fields) =>
        api.settleConversionExport({
          conversionExportId: fields('id'),
          conversionExportStateDto: { status: fields('status') === 'SENT' ? 'SENT' : 'DISCARDED' },
        }),
    },
  )
}

/** Files of conversions that are uploaded by hand, and what became of each. */
export default function Batches({ loaderData: { items, names, ...place }, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { whole } = useFormats()
  const mayChange = useMayChange()
  const nameOf = useOperatorName(names)
  const base = `/${language}/advertising`
  return (
    <Page title={t(($) => $.advertising.batches)} crumbs={[{ label: t(($) => $.advertising.title), to: base }]}>
      <PageTitle title={t(($) => $.advertising.batches)} subtitle={t(($) => $.advertising.batchesHint)} />
      <AreaLinks area="advertising" />
      <div className="grid gap-4">
        {mayChange ? null : <ChangeModeHint />}
        <ChangeForm
          intent="create"
          title={t(($) => $.advertising.createBatch)}
          submit={t(($) => $.advertising.createBatch)}
          answer={answer}
        />
        {items.length === 0 ? <NoRows title={t(($) => $.advertising.noBatches)} /> : null}
        {items.map(({ id, createdAt, createdBy, open, sent }) => (
          <Card key={id}>
            <CardHeader title={<Moment at={createdAt} />}>
              <a href={`${base}/batches/${id}/file`} download className="text-link text-sm">
                {t(($) => $.advertising.file)}
              </a>
            </CardHeader>
            <Facts
              facts={[
                [t(($) => $.advertising.createdBy), nameOf(createdBy)],
                [t(($) => $.advertising.open), whole(open)],
                [t(($) => $.advertising.sent), whole(sent)],
              ]}
            />
            {open === 0 ? null : (
              <div className="mt-4">
                <ChangeForm intent="settle" values={{ id }} submit={t(($) => $.advertising.settle)} answer={answer}>
                  {(errorOf) => (
                    <SelectField label={t(($) => $.billing.status)} name="status" error={errorOf('status')}>
                      <option value="SENT">{t(($) => $.advertising.uploaded)}</option>
                      <option value="DISCARDED">{t(($) => $.advertising.discarded)}</option>
                    </SelectField>
                  )}
                </ChangeForm>
              </div>
            )}
          </Card>
        ))}
      </div>
      <ListPager {...place} />
    </Page>
  )
}
