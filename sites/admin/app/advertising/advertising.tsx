import { conversionStates } from '@bollard/contracts'
import { Moment, useSite } from '@bollard/site-kit'
import { apiOf, loadPage } from '@bollard/site-kit/server'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { AreaLinks } from '../frame/area-links.tsx'
import { ChangeForm } from '../frame/change-form.tsx'
import { ChangeModeHint } from '../frame/change-mode-banner.tsx'
import { ListPager, ListSearch } from '../frame/list-search.tsx'
import { ListTable } from '../frame/list-table.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { runIntent } from '../frame/run-intent.server.ts'
import { useMoney } from '../frame/use-money.ts'
import { useMayChange } from '../frame/use-operator.ts'
import type { Route } from './+types/advertising.ts'
import { ConversionActionField } from './conversion-action-field.tsx'
import { sendable, sendAll } from './sendable.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams: search } = new URL(request.url)
  const cursor = search.get('cursor') ?? undefined
  const state = conversionStates.find((one) => one === search.get('state'))
  const asked = apiOf(context, request).listAdvertisingTokens({ limit: 30, cursor, state })
  return { ...(await loadPage(context, request, asked)), isFirstPage: cursor === undefined }
}

export function action({ request, context }: Route.ActionArgs) {
  const { searchParams: search } = new URL(request.url)
  const page = { limit: 30, cursor: search.get('cursor') ?? undefined }
  const state = conversionStates.find((one) => one === search.get('state'))
  return runIntent(
    { request, context },
    {
      // What the dry run showed and nothing else: the page names the conversions.
      send: async (api, fields) => {
        const { items } = await api.listAdvertisingTokens({ ...page, state })
        const wanted = new Set(fields('conversions').split(' '))
        await sendAll(
          sendable(items).filter(({ conversionId }) => wanted.has(conversionId)),
          fields('action'),
          (send) => api.sendConversion(send),
        )
      },
    },
  )
}

/** Clicks on advertisements with what became of them. With a state, and a dry run, a batch of conversions is sent. */
export default function Advertising({ loaderData: { items, ...place }, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const [search] = useSearchParams()
  const money = useMoney()
  const mayChange = useMayChange()
  const ready = sendable(items)
  const base = `/${language}/advertising`
  return (
    <Page title={t(($) => $.advertising.title)}>
      <PageTitle title={t(($) => $.advertising.title)} />
      <AreaLinks area="advertising" />
      <ListSearch
        choices={[
          {
            name: 'state',
            label: t(($) => $.advertising.state),
            options: conversionStates.map((state) => [state, t(($) => $.advertising.states[state])]),
          },
        ]}
      />
      <div className="grid gap-4">
        <ListTable
          label={t(($) => $.advertising.title)}
          items={items}
          keyOf={({ id }) => id}
          empty={t(($) => $.advertising.empty)}
          columns={[
            {
              label: t(($) => $.advertising.click),
              cell: ({ id, landingPath }) => (
                <Link to={`${base}/${id}`} className="text-link">
                  {landingPath ?? id}
                </Link>
              ),
            },
            { label: t(($) => $.solutions.created), cell: ({ createdAt }) => <Moment at={createdAt} show="day" /> },
            {
              label: t(($) => $.advertising.consent),
              cell: ({ consent }) => (consent?.adUserData ? t(($) => $.advertising.yes) : t(($) => $.advertising.no)),
            },
            {
              label: t(($) => $.advertising.conversions),
              cell: ({ conversions }) =>
                conversions
                  .map(
                    ({ kind, state }) =>
                      `${t(($) => $.advertising.kinds[kind])}: ${t(($) => $.advertising.states[state])}`,
                  )
                  .join(', '),
            },
          ]}
        />
        <ListPager {...place} />
        {mayChange ? null : <ChangeModeHint />}
        <Card>
          <CardHeader title={t(($) => $.advertising.dryRun)}>
            <Link to={`?${new URLSearchParams({ ...Object.fromEntries(search), dry: 'yes' })}`} className="text-link">
              {t(($) => $.advertising.showDryRun)}
            </Link>
          </CardHeader>
          <p className="mb-3 text-sm text-ink-2">{t(($) => $.advertising.dryRunHint)}</p>
          {search.get('dry') === 'yes' ? (
            ready.length === 0 ? (
              <p className="text-sm">{t(($) => $.advertising.nothingToSend)}</p>
            ) : (
              <div className="grid gap-4">
                <ul className="grid gap-1 text-sm">
                  {ready.map(({ conversionId, kind, value, occurredAt }) => (
                    <li key={conversionId}>
                      {t(($) => $.advertising.kinds[kind])} · {money(value)} · <Moment at={occurredAt} show="day" />
                    </li>
                  ))}
                </ul>
                <ChangeForm
                  intent="send"
                  values={{ conversions: ready.map(({ conversionId }) => conversionId).join(' ') }}
                  submit={t(($) => $.advertising.sendAll, { count: ready.length })}
                  answer={answer}
                >
                  {(errorOf) => <ConversionActionField error={errorOf('conversionActionId')} />}
                </ChangeForm>
              </div>
            )
          ) : null}
        </Card>
      </div>
    </Page>
  )
}
