import type { Health as HealthFacts } from '@bollard/contracts'
import { Moment, useFormats, useSite } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { Card, CardHeader, Cell, EmptyState, HeadCell, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Page, PageTitle } from '../frame/page.tsx'
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
    </Page>
  )
}

function Firing({ firing }: Pick<HealthFacts, 'firing'>) {
  const { t } = useTranslation()
  const { urls, language } = useSite()
  return (
    <Card padded={false}>
      <CardHeader title={t(($) => $.health.firing)} className="px-5 pt-5" />
      {firing.length === 0 ? (
        <EmptyState title={t(($) => $.health.nothingFires)} />
      ) : (
        <Table label={t(($) => $.health.firing)}>
          <thead>
            <tr>
              <HeadCell>{t(($) => $.health.rule)}</HeadCell>
              <HeadCell>{t(($) => $.health.since)}</HeadCell>
              <HeadCell>{t(($) => $.health.handbook)}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {firing.map(({ rule, severity, runbook, since }) => (
              <Row key={rule}>
                <Cell>
                  <Pill meaning={severity === 'page' ? 'bot' : 'doubt'}>{rule}</Pill>
                </Cell>
                <Cell>
                  <Moment at={since} />
                </Cell>
                <Cell>
                  <a className="text-link" href={`${urls.docs}/${language}/operate/incidents#${runbook}`}>
                    {t(($) => $.health.handbook)}
                  </a>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}

function Objectives({ objectives }: Pick<HealthFacts, 'objectives'>) {
  const { t } = useTranslation()
  const { decimal } = useFormats()
  const nameOf = { availability: t(($) => $.health.availability), latency: t(($) => $.health.latencyObjective) }
  return (
    <Card padded={false} className="mt-5">
      <CardHeader title={t(($) => $.health.objectives)} className="px-5 pt-5" />
      <Table label={t(($) => $.health.objectives)}>
        <thead>
          <tr>
            <HeadCell>{t(($) => $.health.objective)}</HeadCell>
            <HeadCell>{t(($) => $.health.window)}</HeadCell>
            <HeadCell align="end">{t(($) => $.health.burn)}</HeadCell>
            <HeadCell align="end">{t(($) => $.health.limit)}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {objectives.flatMap(({ objective, burns }) =>
            burns.map(({ window, rate, limit }) => (
              <Row key={`${objective} ${window}`}>
                <Cell>{nameOf[objective]}</Cell>
                <Cell>{window}</Cell>
                <Cell align="end">{rate === null ? '–' : decimal(rate)}</Cell>
                <Cell align="end">{decimal(limit)}</Cell>
              </Row>
            )),
          )}
        </tbody>
      </Table>
    </Card>
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
    <Card padded={false} className="mt-5">
      <CardHeader title={t(($) => $.health.queues)} className="px-5 pt-5" />
      <Table label={t(($) => $.health.queues)}>
        <thead>
          <tr>
            <HeadCell>{t(($) => $.health.queue)}</HeadCell>
            <HeadCell align="end">{t(($) => $.health.late)}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ queue, lateSeconds }) => (
            <Row key={queue}>
              <Cell>{nameOf[queue]}</Cell>
              <Cell align="end">{lateSeconds === null ? '–' : duration(lateSeconds * 1_000)}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
