import { incidentStates } from '@bollard/contracts'
import { Moment, useFormats } from '@bollard/site-kit'
import { apiOf, loadPage, requireId } from '@bollard/site-kit/server'
import { Card, Cell, EmptyState, HeadCell, Pill, Row, SegmentedControl, SegmentedItem, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { LogPager } from '../../captcha/log-pager.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { ZoneNote } from '../../words/zone-note.tsx'
import { StatePill } from '../state-pill.tsx'
import { useFaultWords } from '../use-fault-words.ts'
import { useMonitoring } from '../use-monitoring.ts'
import { incidentMeanings, incidentStateOf } from './incident-words.ts'
import type { Route } from './+types/incidents.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const search = new URL(request.url).searchParams
  const cursor = search.get('cursor') ?? undefined
  const state = incidentStateOf(search.get('state'))
  const page = await loadPage(
    context,
    request,
    apiOf(context, request).listMonitoringIncidents({ solutionId, limit: 25, cursor, ...(state && { state }) }),
  )
  return { ...page, state: state ?? null, isFirstPage: cursor === undefined, now: Date.now() }
}

export default function Incidents({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { lasting } = useFormats()
  const faultWords = useFaultWords()
  const { base, crumb } = useMonitoring()
  const { items, nextCursor, isFirstPage, state, now } = loaderData
  const title = t(($) => $.monitoring.incidents.title)
  const columns = t(($) => $.monitoring.incidents.columns, { returnObjects: true })
  return (
    <Page title={title} crumbs={[crumb]}>
      <PageTitle title={title} subtitle={t(($) => $.monitoring.incidents.about)} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <SegmentedControl
          label={t(($) => $.monitoring.incidents.filter)}
          className="max-w-full justify-self-start overflow-x-auto"
        >
          {[null, ...incidentStates].map((one) => (
            <SegmentedItem key={one} current={one === state} asChild>
              <Link to={one === null ? `${base}/incidents` : `${base}/incidents?state=${one}`}>
                {one === null ? t(($) => $.monitoring.services.all) : t(($) => $.monitoring.incidents.states[one])}
              </Link>
            </SegmentedItem>
          ))}
        </SegmentedControl>
        <Card padded={false} className="overflow-hidden">
          {items.length === 0 ? (
            <EmptyState title={t(($) => $.monitoring.incidents.none)}>
              {state === null ? null : t(($) => $.monitoring.incidents.noneAbout)}
            </EmptyState>
          ) : (
            <Table label={title} className="stacked-table">
              <thead>
                <tr>
                  <HeadCell className="ps-5">{columns.service}</HeadCell>
                  <HeadCell>{columns.state}</HeadCell>
                  <HeadCell>{columns.worst}</HeadCell>
                  <HeadCell>{columns.opened}</HeadCell>
                  <HeadCell className="pe-5">{columns.lasted}</HeadCell>
                </tr>
              </thead>
              <tbody>
                {items.map((incident) => (
                  <Row key={incident.id}>
                    <Cell className="stacked-wide max-w-[24rem] ps-5 !whitespace-normal">
                      <span className="grid min-w-0 justify-items-start gap-0.5">
                        <Link to={`${base}/incidents/${incident.id}`} className="text-link [overflow-wrap:anywhere]">
                          {incident.serviceName}
                        </Link>
                        <span className="text-xs text-ink-2 empty:hidden">{faultWords(incident.fault)}</span>
                      </span>
                    </Cell>
                    <Cell data-label={columns.state}>
                      <Pill meaning={incidentMeanings[incident.state]}>
                        {t(($) => $.monitoring.incidents.states[incident.state])}
                      </Pill>
                    </Cell>
                    <Cell data-label={columns.worst}>
                      <StatePill state={incident.worst} />
                    </Cell>
                    <Cell data-label={columns.opened}>
                      <Moment at={incident.openedAt} />
                    </Cell>
                    <Cell data-label={columns.lasted} className="pe-5">
                      {lasting(
                        (incident.resolvedAt === null ? now : Date.parse(incident.resolvedAt)) -
                          Date.parse(incident.openedAt),
                      )}
                    </Cell>
                  </Row>
                ))}
              </tbody>
            </Table>
          )}
        </Card>
        <LogPager nextCursor={nextCursor} isFirstPage={isFirstPage} />
        <ZoneNote />
      </div>
    </Page>
  )
}
