import type { MonitoringOverview } from '@bollard/contracts'
import { Moment, textOf, useFormats } from '@bollard/site-kit'
import { apiOf, load, requireId, scopeOf, textsFor } from '@bollard/site-kit/server'
import { Button, Card, EmptyState, TextField, Tile, Tiles } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { DayPosts } from '../day-posts.tsx'
import { ImportLink } from '../import-link.tsx'
import { MembersOnly } from '../../forms/members-only.tsx'
import { AddressForm } from '../services/address-form.tsx'
import { NewServiceLink } from '../services/new-service-link.tsx'
import { stateOrder, StatePill } from '../state-pill.tsx'
import { useFaultWords } from '../use-fault-words.ts'
import { useMonitoring } from '../use-monitoring.ts'
import { findServices } from './find-services.ts'
import type { Route } from './+types/overview.ts'

/** What each service has been up for. */
const days = 30
/** Beyond so many the days of each are left out, so that a wall of a thousand is read at a glance. */
const postsAtMost = 60

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const search = textOf(new URL(request.url).searchParams, 'search').trim()
  const overview = await load(context, request, apiOf(context, request).getMonitoringOverview({ solutionId, days }))
  const { language } = scopeOf(context, request)
  const { t } = textsFor('dashboard', language)
  const states = t(($) => $.monitoring.states, { returnObjects: true })
  const kinds = t(($) => $.monitoring.kinds, { returnObjects: true })
  const found = findServices(overview.services, search, {
    language,
    wordsOf: ({ state, kind }) => [states[state], kinds[kind].name],
  })
  const hasPosts = found.length <= postsAtMost
  // What is not shown is not sent.
  const services = hasPosts ? found : found.map((service) => ({ ...service, downSecondsByDay: [] }))
  return { search, total: overview.services.length, counts: overview.states, open: overview.openIncidents, services }
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { base, crumb } = useMonitoring()
  const { search, total, counts, open, services } = loaderData
  const title = t(($) => $.monitoring.overview.title)
  const inTrouble = stateOrder.filter((state) => counts[state] > 0)
  return (
    <Page title={title} crumbs={[crumb]}>
      <PageTitle title={title} subtitle={total === 0 ? undefined : t(($) => $.monitoring.overview.about)}>
        {total > 0 ? <NewServiceLink /> : null}
      </PageTitle>
      {total === 0 ? (
        <FirstService />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Tiles>
            <Tile label={t(($) => $.monitoring.states.UP)} value={formats.whole(counts.UP)} />
            <Tile label={t(($) => $.monitoring.states.DOWN)} value={formats.whole(counts.DOWN)} />
            <Tile
              label={t(($) => $.monitoring.overview.impaired)}
              value={formats.whole(counts.DEGRADED + counts.CHALLENGED)}
            />
            <Tile
              label={t(($) => $.monitoring.overview.open)}
              value={
                <Link to={`${base}/incidents?state=OPEN`} className="rounded-sm underline underline-offset-4">
                  {formats.whole(open)}
                </Link>
              }
            />
          </Tiles>
          <search>
            <Form method="get" className="flex max-w-[34rem] items-end gap-3">
              <TextField
                className="min-w-0 flex-1"
                label={t(($) => $.monitoring.overview.search)}
                name="search"
                type="search"
                maxLength={100}
                defaultValue={search}
                key={search}
              />
              <Button type="submit">{t(($) => $.monitoring.services.find)}</Button>
            </Form>
          </search>
          <output className="block text-sm text-ink-2">
            {t(($) => $.monitoring.overview.shown, {
              count: services.length,
              shown: formats.whole(services.length),
              total: formats.whole(total),
            })}{' '}
            {t(($) => $.monitoring.overview.period, { days })}
          </output>
          {inTrouble.map((state) => (
            <Wall key={state} state={state} services={services.filter((service) => service.state === state)} />
          ))}
        </div>
      )}
    </Page>
  )
}

/** The empty page begins with one field. */
function FirstService() {
  const { t } = useTranslation()
  const { base } = useMonitoring()
  return (
    <div className="grid max-w-[56rem] gap-4">
      <MembersOnly />
      <Card padded={false}>
        <EmptyState
          title={t(($) => $.monitoring.overview.none)}
          action={<AddressForm address="" />}
          className="[&>div]:w-full"
        >
          {t(($) => $.monitoring.overview.noneAbout)}
          <span className="mt-2 flex flex-wrap justify-center gap-x-5 gap-y-1">
            <Link to={`${base}/services/new`} className="text-link">
              {t(($) => $.monitoring.overview.otherKinds)}
            </Link>
            <ImportLink />
          </span>
        </EmptyState>
      </Card>
    </div>
  )
}

interface WallProps {
  state: (typeof stateOrder)[number]
  services: MonitoringOverview['services']
}

/** All services of one state. */
function Wall({ state, services }: WallProps) {
  const { t } = useTranslation()
  const { base } = useMonitoring()
  if (services.length === 0) return null
  return (
    <section aria-labelledby={`wall-${state}`} className="grid gap-2.5">
      <h2 id={`wall-${state}`} className="flex items-center gap-2.5 text-base">
        <StatePill state={state} />
        <span className="text-sm font-[400] text-ink-2">
          {t(($) => $.monitoring.overview.count, { count: services.length })}
        </span>
      </h2>
      <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4">
        {services.map((service) => (
          <Service key={service.id} service={service} to={`${base}/services/${service.id}`} />
        ))}
      </ul>
    </section>
  )
}

function Service({ service, to }: { service: MonitoringOverview['services'][number]; to: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const faultWords = useFaultWords()
  const { name, lastTotalMs, uptimePercent, downSecondsByDay, state, stateSince } = service
  const uptime = uptimePercent === null ? null : formats.percent(uptimePercent)
  return (
    <li className="relative grid min-w-0 content-start gap-1.5 rounded-md border border-line bg-surface px-3.5 py-2.5 hover:border-line-strong">
      <div className="flex min-w-0 items-baseline gap-3 text-sm">
        <Link
          to={to}
          className="me-auto min-w-0 truncate rounded-sm font-[560] after:absolute after:inset-0 after:rounded-md after:content-['']"
        >
          {name}
        </Link>
        <span className="tabular shrink-0 text-ink-2">
          {lastTotalMs === null ? null : formats.duration(lastTotalMs)}
        </span>
        {state === 'UP' ? <span className="tabular shrink-0 text-xs text-ink-3">{uptime}</span> : null}
      </div>
      {downSecondsByDay.length === 0 ? null : (
        <DayPosts downSeconds={downSecondsByDay} uptimePercent={uptimePercent} className="h-5 w-full" />
      )}
      {state === 'UP' ? null : (
        <>
          <p className="truncate text-xs text-ink-2 empty:hidden">{faultWords(service.fault)}</p>
          <p className="flex justify-between gap-3 text-xs text-ink-3">
            <span>
              {t(($) => $.monitoring.overview.since)} <Moment at={stateSince} />
            </span>
            <span className="tabular">{uptime}</span>
          </p>
        </>
      )}
    </li>
  )
}
