import { ProblemAlert, textOf, useIsSending, useSite } from '@bollard/site-kit'
import { act, apiOf, requireId } from '@bollard/site-kit/server'
import { Alert, Button, ButtonLink } from '@bollard/ui'
import type { Problem, TriedCheck } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'
import { data, Form, Link, redirect } from 'react-router'
import { DoneToast } from '../../forms/done-toast.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { ZoneNote } from '../../words/zone-note.tsx'
import { DeleteCard } from '../../forms/delete-card.tsx'
import { StatePill } from '../state-pill.tsx'
import { useFaultWords } from '../use-fault-words.ts'
import { useMonitoring } from '../use-monitoring.ts'
import { tryTyped } from './change-service.server.ts'
import type { Sender } from './sender.ts'
import { HeartbeatCard } from './heartbeat-card.tsx'
import { loadService } from './load-service.server.ts'
import { MonthCard } from './month-card.tsx'
import { Changes, Places, Results } from './result-tables.tsx'
import { ResponseTimes } from './response-times.tsx'
import { ServiceFacts } from './service-facts.tsx'
import { TriedResult } from './tried-result.tsx'
import { isProbedKind, shownService } from './typed-service.ts'
import { UptimeCard } from './uptime-card.tsx'
import type { Route } from './+types/service.ts'

export function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const serviceId = requireId(context, request, params.serviceId)
  return loadService({ context, request, solutionId }, serviceId, Date.now())
}

const deeds = ['try', 'pause', 'resume', 'signed', 'replace', 'delete'] as const
type Deed = (typeof deeds)[number]
interface Answer {
  did: Deed
  problem: Problem | null
  tried: TriedCheck | null
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const sender = { context, request, solutionId: requireId(context, request, params.solutionId) }
  const serviceId = requireId(context, request, params.serviceId)
  const form = await request.formData()
  const did = deeds.find((deed) => deed === textOf(form, 'do'))
  if (did === undefined) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  const answer = await perform(sender, serviceId, { did, signedOnly: form.has('signedOnly') })
  if (did === 'delete' && answer.problem === null)
    throw redirect(`/${params.language}/solutions/${sender.solutionId}/monitoring/services`)
  return data(answer, { status: answer.problem?.status ?? 200 })
}

async function perform(
  sender: Sender,
  serviceId: string,
  { did, signedOnly }: { did: Deed; signedOnly: boolean },
): Promise<Answer> {
  const { context, request, solutionId } = sender
  const api = apiOf(context, request)
  const ids = { solutionId, serviceId }
  if (did === 'try') {
    const service = await act(sender, api.getMonitoredService(ids))
    if (!service.ok) return { did, problem: service.problem, tried: null }
    const { problem, tried } = await tryTyped(sender, shownService(service.value), serviceId)
    return { did, problem, tried }
  }
  const call =
    did === 'delete'
      ? api.deleteMonitoredService(ids)
      : did === 'pause' || did === 'resume'
        ? api.changeMonitoredServices({
            solutionId,
            monitoredServicesChangeDto: {
              serviceIds: [serviceId],
              change: { action: did === 'pause' ? 'PAUSE' : 'RESUME' },
            },
          })
        : api.putHeartbeatAddress({ ...ids, heartbeatAddressDto: { signedOnly, replace: did === 'replace' } })
  const answer = await act<unknown>(sender, call)
  return { did, problem: answer.ok ? null : answer.problem, tried: null }
}

export default function Service({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { urls } = useSite()
  const { base, crumb, mayChange } = useMonitoring()
  const { service, downSeconds, hours, uptime, places, results, changes, heartbeat, ...ofMonth } = loaderData
  const crumbs = [crumb, { label: t(($) => $.monitoring.services.title), to: `${base}/services` }]
  const isDone = actionData?.problem === null && actionData.tried === null && actionData.did !== 'delete'
  return (
    <Page title={service.name} crumbs={crumbs}>
      <PageTitle
        title={service.name}
        subtitle={[t(($) => $.monitoring.kinds[service.check.kind].name), ...service.tags].join(' · ')}
      >
        <StatePill state={service.state} />
        {mayChange ? <Buttons service={service} base={base} /> : null}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {isDone ? (
          <DoneToast key={`${actionData.did} ${service.version} ${heartbeat?.path}`}>
            {t(($) => $.monitoring.service.done)}
          </DoneToast>
        ) : null}
        <ProblemAlert
          problem={actionData?.problem}
          words={{
            'in-use': t(($) => $.monitoring.service.inUse),
            'quota-exceeded': t(($) => $.monitoring.form.quota),
          }}
        />
        {actionData?.tried ? <TriedResult tried={actionData.tried} /> : null}
        {service.withheld ? <Alert kind="warning">{t(($) => $.monitoring.services.withheld)}</Alert> : null}
        <Trouble service={service} changes={changes} base={base} />
        <ServiceFacts service={service} />
        <UptimeCard downSeconds={downSeconds} uptime={uptime} />
        <MonthCard
          report={ofMonth.report}
          month={ofMonth.month}
          months={ofMonth.months}
          figures={`${base}/services/${service.id}/figures`}
        />
        {heartbeat === null ? null : (
          <HeartbeatCard
            key={`${heartbeat.path} ${heartbeat.signedOnly}`}
            heartbeat={heartbeat}
            api={urls.api}
            mayChange={mayChange}
          />
        )}
        {isProbedKind(service.check.kind) ? (
          <>
            <ResponseTimes hours={hours} />
            <Places places={places} />
            <Results results={results} />
          </>
        ) : null}
        <Changes changes={changes} />
        <ZoneNote />
        <DeleteCard label={t(($) => $.monitoring.service.delete)} about={t(($) => $.monitoring.service.deleteAbout)} />
      </div>
    </Page>
  )
}

type Shown = Route.ComponentProps['loaderData']

/** What is wrong now: what a check found, or without a check what changed the state; and the incident. */
function Trouble({ service, changes, base }: Pick<Shown, 'service' | 'changes'> & { base: string }) {
  const { t } = useTranslation()
  const faultWords = useFaultWords()
  const { fault, detail, incidentId, state } = service
  if (fault === null && incidentId === null) return null
  const reason = changes[0]?.reason
  const kind = state === 'DOWN' ? 'danger' : state === 'DEGRADED' || state === 'CHALLENGED' ? 'warning' : 'info'
  const reasons: Readonly<Record<string, string>> = t(($) => $.monitoring.reasons, { returnObjects: true })
  return (
    <Alert kind={kind} title={faultWords(fault) ?? reasons[reason ?? ''] ?? t(($) => $.monitoring.states[state])}>
      <span className="font-mono text-xs [overflow-wrap:anywhere]">{detail}</span>
      {incidentId === null ? null : (
        <p>
          <Link to={`${base}/incidents/${incidentId}`} className="text-link">
            {t(($) => $.monitoring.service.toIncident)}
          </Link>
        </p>
      )}
    </Alert>
  )
}

function Buttons({ service, base }: { service: Route.ComponentProps['loaderData']['service']; base: string }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
      {isProbedKind(service.check.kind) ? (
        <Button type="submit" name="do" value="try" size="dense" aria-disabled={isSending}>
          {isSending ? t(($) => $.monitoring.form.trying) : t(($) => $.monitoring.service.tryNow)}
        </Button>
      ) : null}
      <Button
        type="submit"
        name="do"
        value={service.paused ? 'resume' : 'pause'}
        size="dense"
        aria-disabled={isSending}
      >
        {service.paused ? t(($) => $.monitoring.service.resume) : t(($) => $.monitoring.service.pause)}
      </Button>
      <ButtonLink asChild size="dense" variant="ink">
        <Link to={`${base}/services/${service.id}/edit`}>{t(($) => $.monitoring.service.edit)}</Link>
      </ButtonLink>
    </Form>
  )
}
