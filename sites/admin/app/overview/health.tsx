import type { Health as HealthFacts } from '@bollard/contracts'
import { Moment, useFormats, useSite } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { Card, EmptyState, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { AreaLinks } from '../frame/area-links.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { RecordTable } from '../frame/record-table.tsx'
import { LineChart } from './line-chart.tsx'
import type { Route } from './+types/health.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  return load(context, request, apiOf(context, request).getHealth())
}

/** What the product measures of itself and which alert rules fire, without Prometheus and without a script. */
export default function Health({ loaderData: health }: Route.ComponentProps) {
  const { t } = useTranslation()
  const inPercent = (share: number | null) => (share === null ? null : share * 100)
  return (
    <Page title={t(($) => $.health.title)}>
      <PageTitle title={t(($) => $.health.title)} subtitle={t(($) => $.health.subtitle)} />
      <AreaLinks area="overview" />
      <Firing firing={health.firing} />
      <Card className="mt-5">
        {health.history.length === 0 ? (
          <EmptyState title={t(($) => $.health.noHistory)} />
        ) : (
          <div className="grid gap-5 xl:grid-cols-3">
            <LineChart
              label={t(($) => $.health.perMinute)}
              values={health.history.map((one) => one.verificationsPerMinute)}
            />
            <LineChart label={t(($) => $.health.latency)} values={health.history.map((one) => one.p95Ms)} />
            <LineChart
              label={t(($) => $.health.errors)}
              values={health.history.map((one) => inPercent(one.errorShare))}
            />
          </div>
        )}
      </Card>
      <Objectives objectives={health.objectives} />
      <Queues queues={health.queues} />
      <Databases databases={health.databases} />
    </Page>
  )
}

function Firing({ firing }: Pick<HealthFacts, 'firing'>) {
  const { t } = useTranslation()
  const { urls, language } = useSite()
  return (
    <RecordTable
      label={t(($) => $.health.firing)}
      isTitled
      empty={t(($) => $.health.nothingFires)}
      columns={[
        { label: t(($) => $.health.rule) },
        { label: t(($) => $.health.since) },
        { label: t(($) => $.health.handbook) },
      ]}
      rows={firing.map(({ rule, severity, runbook, since }) => ({
        key: rule,
        cells: [
          <Pill key="rule" meaning={severity === 'page' ? 'bot' : 'doubt'}>
            {rule}
          </Pill>,
          <Moment key="since" at={since} />,
          <a key="handbook" className="text-link" href={`${urls.docs}/${language}/operate/incidents#${runbook}`}>
            {t(($) => $.health.handbook)}
          </a>,
        ],
      }))}
    />
  )
}

function Objectives({ objectives }: Pick<HealthFacts, 'objectives'>) {
  const { t } = useTranslation()
  const { decimal } = useFormats()
  const nameOf = { availability: t(($) => $.health.availability), latency: t(($) => $.health.latencyObjective) }
  return (
    <RecordTable
      label={t(($) => $.health.objectives)}
      isTitled
      className="mt-5"
      empty={t(($) => $.health.noHistory)}
      columns={[
        { label: t(($) => $.health.objective) },
        { label: t(($) => $.health.window) },
        { label: t(($) => $.health.burn), isFigure: true },
        { label: t(($) => $.health.limit), isFigure: true },
      ]}
      rows={objectives.flatMap(({ objective, burns }) =>
        burns.map(({ window, rate, limit }) => ({
          key: `${objective} ${window}`,
          cells: [nameOf[objective], window, rate === null ? '–' : decimal(rate), decimal(limit)],
        })),
      )}
    />
  )
}

function Queues({ queues }: Pick<HealthFacts, 'queues'>) {
  const { t } = useTranslation()
  const { duration } = useFormats()
  const nameOf = {
    'roll-ups': t(($) => $.health.rollUps),
    mails: t(($) => $.health.mails),
    deliveries: t(($) => $.health.deliveries),
    jobs: t(($) => $.health.jobs),
  }
  return (
    <RecordTable
      label={t(($) => $.health.queues)}
      isTitled
      className="mt-5"
      empty={t(($) => $.health.noHistory)}
      columns={[{ label: t(($) => $.health.queue) }, { label: t(($) => $.health.late), isFigure: true }]}
      rows={queues.map(({ queue, lateSeconds }) => ({
        key: queue,
        cells: [nameOf[queue], lateSeconds === null ? '–' : duration(lateSeconds * 1_000)],
      }))}
    />
  )
}

/** Each by its cell: there is one, unless CELL_URLS names more. */
function Databases({ databases }: Pick<HealthFacts, 'databases'>) {
  const { t } = useTranslation()
  const { bytes: inBytes, whole } = useFormats()
  const orNothing = (value: number | null, told: (known: number) => string) => (value === null ? '–' : told(value))
  return (
    <RecordTable
      label={t(($) => $.health.databases)}
      isTitled
      className="mt-5"
      empty={t(($) => $.health.noHistory)}
      columns={[
        { label: t(($) => $.health.databases) },
        { label: t(($) => $.health.databaseState) },
        { label: t(($) => $.health.databaseSize), isFigure: true },
        { label: t(($) => $.health.connections), isFigure: true },
        { label: t(($) => $.health.lockWaits), isFigure: true },
      ]}
      rows={databases.map(({ cell, up, bytes, connections, connectionsMax, lockWaits }) => ({
        key: String(cell),
        cells: [
          t(($) => $.health.cell, { number: cell }),
          up ? (
            t(($) => $.health.databaseUp)
          ) : (
            <Pill key="state" meaning="bot">
              {t(($) => $.health.databaseAway)}
            </Pill>
          ),
          orNothing(bytes, inBytes),
          orNothing(connections, (open) =>
            t(($) => $.health.connectionsOfMax, { open: whole(open), max: orNothing(connectionsMax, whole) }),
          ),
          orNothing(lockWaits, whole),
        ],
      }))}
    />
  )
}
