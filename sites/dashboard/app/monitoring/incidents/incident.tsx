import type { IncidentEvent, IncidentWithTimeline } from '@bollard/contracts'
import { Moment, ProblemAlert, useFieldErrors, useFormats, useIsSending } from '@bollard/site-kit'
import { apiOf, attempt, load, requireId } from '@bollard/site-kit/server'
import { Button, Card, CardHeader, Pill, SelectField, TextAreaField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { DoneToast } from '../../forms/done-toast.tsx'
import { NeedsRole } from '../../frame/needs-role.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { solutionLabel } from '../../frame/solution-label.ts'
import { CaptchasAtIncident } from '../../monitoring-captcha/captchas-at-incident.tsx'
import { ZoneNote } from '../../words/zone-note.tsx'
import { loadNames } from '../load-names.server.ts'
import { StatePill } from '../state-pill.tsx'
import { useFaultWords } from '../use-fault-words.ts'
import { useMonitoring } from '../use-monitoring.ts'
import { answerIncident, type IncidentDeed, type IncidentOutcome } from './answer-incident.server.ts'
import { incidentMeanings } from './incident-words.ts'
import type { Route } from './+types/incident.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const incidentId = requireId(context, request, params.incidentId)
  const api = apiOf(context, request)
  const [incident, others, names, captchas] = await Promise.all([
    load(context, request, api.getMonitoringIncident({ solutionId, incidentId })),
    load(context, request, api.listMonitoringIncidents({ solutionId, limit: 50 })),
    loadNames(context, request, solutionId),
    // Keys and operators may not read it; the incident is told all the same.
    attempt(api.listCaptchasAtIncident({ solutionId, incidentId })),
  ])
  const seen = captchas.ok ? captchas.value.items : []
  const labels = await Promise.all(
    seen.map(async (one) => {
      const solution = await attempt(api.getSolution({ solutionId: one.solutionId }))
      return [one.solutionId, solution.ok ? solutionLabel(solution.value) : one.solutionId] as const
    }),
  )
  const mergeable = others.items.flatMap(({ id, serviceName, openedAt, state }) =>
    id === incident.id || state === 'MERGED' ? [] : [{ id, serviceName, openedAt }],
  )
  return { incident, names, mergeable, captchas: seen, labels: Object.fromEntries(labels) }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const incidentId = requireId(context, request, params.incidentId)
  const answer = await answerIncident({ context, request, solutionId }, incidentId)
  if (answer === null) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  return data(answer, { status: answer.problem?.status ?? 200 })
}

export default function Incident({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const faultWords = useFaultWords()
  const { base, crumb, solution, mayAnswer } = useMonitoring()
  const { incident, names, mergeable, captchas, labels } = loaderData
  const crumbs = [crumb, { label: t(($) => $.monitoring.incidents.title), to: `${base}/incidents` }]
  const answer = actionData ?? null
  return (
    <Page title={incident.serviceName} crumbs={crumbs}>
      <PageTitle title={incident.serviceName} subtitle={faultWords(incident.fault) ?? undefined}>
        <Pill meaning={incidentMeanings[incident.state]}>
          {t(($) => $.monitoring.incidents.states[incident.state])}
        </Pill>
      </PageTitle>
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        {answer !== null && answer.problem === null ? (
          <DoneToast key={`${answer.did} ${incident.version} ${incident.timeline.length}`}>
            {t(($) => $.monitoring.incident.done)}
          </DoneToast>
        ) : null}
        <ProblemAlert problem={answer?.problem} words={{ 'state-conflict': t(($) => $.monitoring.incident.tooLate) }} />
        {mayAnswer ? null : <NeedsRole needed="MEMBER" solution={solution} />}
        <Facts incident={incident} base={base} />
        {mayAnswer ? (
          <Answers key={incident.timeline.length} incident={incident} answer={answer} mergeable={mergeable} />
        ) : null}
        <CaptchasAtIncident items={captchas} nameOf={(id) => labels[id] ?? id} />
        <Timeline events={incident.timeline} names={names} />
        <ZoneNote />
      </div>
    </Page>
  )
}

function Facts({ incident, base }: { incident: IncidentWithTimeline; base: string }) {
  const { t } = useTranslation()
  const words = t(($) => $.monitoring.incident, { returnObjects: true })
  const { openedAt, acknowledgedAt, resolvedAt, cause, impact, mergedInto, serviceId, worst } = incident
  const times = [
    [words.opened, openedAt],
    [words.acknowledged, acknowledgedAt],
    [words.resolved, resolvedAt],
  ] as const
  return (
    <Card className="grid gap-4 sm:p-6">
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
        <dt className="text-ink-2">{words.service}</dt>
        <dd>
          <Link to={`${base}/services/${serviceId}`} className="text-link">
            {incident.serviceName}
          </Link>
        </dd>
        <dt className="text-ink-2">{words.worst}</dt>
        <dd>
          <StatePill state={worst} />
        </dd>
        {times.map(([name, at]) =>
          at === null ? null : (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd>
                <Moment at={at} />
              </dd>
            </div>
          ),
        )}
        {[[words.cause, cause] as const, [words.impact, impact] as const].map(([name, text]) =>
          text === null ? null : (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</dd>
            </div>
          ),
        )}
      </dl>
      {mergedInto === null ? null : (
        <Link to={`${base}/incidents/${mergedInto}`} className="text-link text-sm">
          {words.merged}
        </Link>
      )}
    </Card>
  )
}

interface AnswersProps {
  incident: IncidentWithTimeline
  answer: IncidentOutcome | null
  mergeable: readonly { id: string; serviceName: string; openedAt: string }[]
}

/** One text, and what it is: a comment, the cause, what customers noticed, or a word to what is done. */
function Answers({ incident, answer, mergeable }: AnswersProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isSending = useIsSending()
  const words = t(($) => $.monitoring.incident, { returnObjects: true })
  const { errorOf } = useFieldErrors(answer?.problem)
  const isOpen = incident.state === 'OPEN' || incident.state === 'ACKNOWLEDGED'
  const deeds: IncidentDeed[] = [
    ...(incident.state === 'OPEN' ? (['ACKNOWLEDGE'] as const) : []),
    'COMMENT',
    'SET_CAUSE',
    'SET_IMPACT',
    ...(isOpen ? (['RESOLVE'] as const) : []),
  ]
  return (
    <Card className="grid gap-5 sm:p-6">
      <Form method="post" preventScrollReset className="grid gap-4">
        <TextAreaField
          id="text"
          name="text"
          label={words.text}
          hint={words.textHint}
          error={errorOf('text')}
          maxLength={4_000}
          defaultValue={answer?.did === 'MERGE' ? '' : (answer?.typed ?? '')}
        />
        <div className="flex flex-wrap gap-2">
          {deeds.map((deed) => (
            <Button
              key={deed}
              type="submit"
              name="do"
              value={deed}
              size="dense"
              variant={deed === 'ACKNOWLEDGE' ? 'primary' : 'line'}
              aria-disabled={isSending}
            >
              {words.deeds[deed]}
            </Button>
          ))}
        </div>
      </Form>
      {isOpen && mergeable.length > 0 ? (
        <Form method="post" className="grid items-end gap-3 border-t border-line pt-5 sm:grid-cols-[1fr_auto]">
          <SelectField id="into" name="into" label={words.into} error={errorOf('into')}>
            {mergeable.map(({ id, serviceName, openedAt }) => (
              <option key={id} value={id}>
                {`${serviceName} · ${formats.moment(openedAt)}`}
              </option>
            ))}
          </SelectField>
          <Button type="submit" name="do" value="MERGE" aria-disabled={isSending}>
            {words.deeds.MERGE}
          </Button>
        </Form>
      ) : null}
    </Card>
  )
}

function Timeline({ events, names }: { events: readonly IncidentEvent[]; names: Readonly<Record<string, string>> }) {
  const { t } = useTranslation()
  const faultWords = useFaultWords()
  const words = t(($) => $.monitoring.incident, { returnObjects: true })
  return (
    <Card className="sm:p-6">
      <CardHeader title={words.timeline} />
      <ol className="grid gap-4 border-s-2 border-line ps-4 text-sm">
        {events.map(({ id, at, kind, by, text, state }) => (
          <li key={id} className="grid gap-0.5">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <b className="font-[560]">{words.events[kind]}</b>
              {state === null ? null : <StatePill state={state} />}
              <span className="text-ink-2">{by === null ? words.engine : (names[by] ?? words.gone)}</span>
              <Moment at={at} className="text-ink-3" />
            </p>
            {text === null ? null : (
              // What the engine says is the code of a fault; what people say stands as they wrote it.
              <p className="whitespace-pre-line [overflow-wrap:anywhere]">{by === null ? faultWords(text) : text}</p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
