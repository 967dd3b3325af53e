import type { AlertRule, MonitoringAlert, OnCallScheduleAnswer } from '@bollard/contracts'
import { alertStates } from '@bollard/contracts'
import { Moment, ProblemAlert, textOf, useFormats, useIsSending } from '@bollard/site-kit'
import { act, apiOf, load, loadPage, requireId } from '@bollard/site-kit/server'
import { Button, ButtonLink, Card, CardHeader, EmptyState, Pill, SegmentedControl, SegmentedItem } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { DoneToast } from '../../forms/done-toast.tsx'
import { LogPager } from '../../captcha/log-pager.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { ZoneNote } from '../../words/zone-note.tsx'
import { incidentMeanings } from '../incidents/incident-words.ts'
import { MembersOnly } from '../../forms/members-only.tsx'
import { useFaultWords } from '../use-fault-words.ts'
import { useMonitoring } from '../use-monitoring.ts'
import type { Route } from './+types/alerts.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const search = new URL(request.url).searchParams
  const cursor = search.get('cursor') ?? undefined
  const state = alertStates.find((one) => one === search.get('state'))
  const api = apiOf(context, request)
  const [alerts, rules, schedules, channels] = await Promise.all([
    loadPage(context, request, api.listMonitoringAlerts({ solutionId, limit: 20, cursor, ...(state && { state }) })),
    load(context, request, api.listAlertRules({ solutionId })),
    load(context, request, api.listOnCallSchedules({ solutionId })),
    load(context, request, api.listChannels({ solutionId })),
  ])
  return {
    alerts,
    rules: rules.items,
    schedules: schedules.items,
    channels: Object.fromEntries(channels.items.map(({ id, name }) => [id, name])),
    state: state ?? null,
    isFirstPage: cursor === undefined,
  }
}

/** Somebody says that they have seen an alert: nobody else is told of it. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const alertId = textOf(await request.formData(), 'alertId')
  const answer = await act({ context, request }, apiOf(context, request).acknowledgeAlert({ solutionId, alertId }))
  const problem = answer.ok ? null : answer.problem
  return data({ problem, alertId }, { status: problem?.status ?? 200 })
}

export default function Alerts({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb } = useMonitoring()
  const { alerts, rules, schedules, channels, state, isFirstPage } = loaderData
  const words = t(($) => $.monitoring.alerts, { returnObjects: true })
  return (
    <Page title={words.title} crumbs={[crumb]}>
      <PageTitle title={words.title} subtitle={words.about} />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        <MembersOnly />
        {actionData?.problem === null ? (
          <DoneToast key={actionData.alertId}>{t(($) => $.monitoring.incident.done)}</DoneToast>
        ) : null}
        <ProblemAlert
          problem={actionData?.problem}
          words={{ 'state-conflict': t(($) => $.monitoring.incident.tooLate) }}
        />
        <SegmentedControl label={words.filter} className="max-w-full justify-self-start overflow-x-auto">
          {[null, ...alertStates].map((one) => (
            <SegmentedItem key={one} current={one === state} asChild>
              <Link to={one === null ? `${base}/alerts` : `${base}/alerts?state=${one}`}>
                {one === null ? t(($) => $.monitoring.services.all) : t(($) => $.monitoring.incidents.states[one])}
              </Link>
            </SegmentedItem>
          ))}
        </SegmentedControl>
        <Card padded={false} className="overflow-hidden">
          {alerts.items.length === 0 ? (
            <EmptyState title={words.none}>{state === null ? null : words.noneAbout}</EmptyState>
          ) : (
            <ol className="divide-y divide-line">
              {alerts.items.map((alert) => (
                <AlertRow key={alert.id} alert={alert} />
              ))}
            </ol>
          )}
        </Card>
        <LogPager nextCursor={alerts.nextCursor} isFirstPage={isFirstPage} />
        <Rules rules={rules} />
        <Schedules schedules={schedules} channels={channels} />
        <ZoneNote />
      </div>
    </Page>
  )
}

function AlertRow({ alert }: { alert: MonitoringAlert }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const faultWords = useFaultWords()
  const isSending = useIsSending()
  const { base, mayAnswer } = useMonitoring()
  const { facts, openedAt, nextStepAt, resolvedAt, state } = alert
  const words = t(($) => $.monitoring.alerts, { returnObjects: true })
  const found = [
    facts.state === undefined ? null : t(($) => $.monitoring.states[facts.state ?? 'UNKNOWN']),
    faultWords(facts.fault ?? null),
    facts.totalMs === undefined ? null : formats.duration(facts.totalMs),
    facts.spentPercent == null ? null : formats.percent(facts.spentPercent),
    facts.expiresAt === undefined ? null : formats.day(facts.expiresAt),
  ].filter((one) => one !== null)
  return (
    <li className="grid min-w-0 gap-1.5 px-4 py-3.5 text-sm sm:px-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={
            alert.incidentId === null ? `${base}/services/${alert.serviceId}` : `${base}/incidents/${alert.incidentId}`
          }
          className="text-link [overflow-wrap:anywhere]"
        >
          {alert.serviceName}
        </Link>
        <Pill meaning={incidentMeanings[state]}>{t(($) => $.monitoring.incidents.states[state])}</Pill>
        <span className="text-ink-2">{alert.ruleName}</span>
      </p>
      <p className="text-ink-2">
        {[t(($) => $.monitoring.rule.kinds[alert.condition]), ...found].join(' · ')}
        {' · '}
        <Moment at={openedAt} />
        {resolvedAt === null ? null : (
          <>
            {' – '}
            <Moment at={resolvedAt} />
          </>
        )}
      </p>
      {nextStepAt === null ? null : (
        <p className="text-ink-2">
          {words.next} <Moment at={nextStepAt} />
        </p>
      )}
      {state === 'OPEN' && mayAnswer ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="alertId" value={alert.id} />
          <Button type="submit" size="dense" aria-disabled={isSending}>
            {t(($) => $.monitoring.incident.deeds.ACKNOWLEDGE)}
          </Button>
        </Form>
      ) : null}
    </li>
  )
}

function Rules({ rules }: { rules: readonly AlertRule[] }) {
  const { t } = useTranslation()
  const { base, mayChange } = useMonitoring()
  const words = t(($) => $.monitoring.rule, { returnObjects: true })
  return (
    <Card padded={false} className="overflow-hidden">
      <CardHeader title={words.list} className="!mb-0 border-b border-line px-4 py-3.5 sm:px-5">
        {mayChange ? (
          <ButtonLink asChild size="dense">
            <Link to={`${base}/alerts/rules/new`}>{words.new}</Link>
          </ButtonLink>
        ) : null}
      </CardHeader>
      {rules.length === 0 ? <p className="px-4 py-4 text-sm text-ink-2 sm:px-5">{words.none}</p> : null}
      <ol className="divide-y divide-line">
        {rules.map(({ id, name, active, condition, serviceIds }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm sm:px-5">
            <Link to={`${base}/alerts/rules/${id}`} className="text-link [overflow-wrap:anywhere]">
              {name}
            </Link>
            <span className="text-ink-2">
              {words.kinds[condition.kind]}
              {' · '}
              {serviceIds.length === 0
                ? t(($) => $.monitoring.maintenance.allServices)
                : t(($) => $.monitoring.overview.count, { count: serviceIds.length })}
            </span>
            {active ? null : <Pill>{t(($) => $.monitoring.channels.off)}</Pill>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

interface SchedulesProps {
  schedules: readonly OnCallScheduleAnswer[]
  /** Names of channels by id. */
  channels: Readonly<Record<string, string>>
}

function Schedules({ schedules, channels }: SchedulesProps) {
  const { t } = useTranslation()
  const { base, mayChange } = useMonitoring()
  const words = t(($) => $.monitoring.schedule, { returnObjects: true })
  return (
    <Card padded={false} className="overflow-hidden">
      <CardHeader title={words.list} className="!mb-0 border-b border-line px-4 py-3.5 sm:px-5">
        {mayChange ? (
          <ButtonLink asChild size="dense">
            <Link to={`${base}/alerts/on-call/new`}>{words.new}</Link>
          </ButtonLink>
        ) : null}
      </CardHeader>
      {schedules.length === 0 ? <p className="px-4 py-4 text-sm text-ink-2 sm:px-5">{words.none}</p> : null}
      <ol className="divide-y divide-line">
        {schedules.map(({ id, name, turns }) => (
          <li key={id} className="grid gap-1 px-4 py-3 text-sm sm:px-5">
            <Link to={`${base}/alerts/on-call/${id}`} className="text-link justify-self-start [overflow-wrap:anywhere]">
              {name}
            </Link>
            {turns.slice(0, 3).map(({ from, until, channelId }) => (
              <p key={from} className="text-ink-2">
                {channelId === null ? words.nobody : (channels[channelId] ?? '–')}: <Moment at={from} /> –{' '}
                <Moment at={until} />
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Card>
  )
}
