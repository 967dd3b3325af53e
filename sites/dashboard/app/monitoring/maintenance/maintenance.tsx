import type { MaintenanceWindow } from '@bollard/contracts'
import { Moment, formatsFor, useSite } from '@bollard/site-kit'
import { act, apiOf, load, requireId } from '@bollard/site-kit/server'
import { Card, CardHeader, EmptyState, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Link, redirect } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { ZoneNote } from '../../words/zone-note.tsx'
import { MembersOnly } from '../../forms/members-only.tsx'
import { loadChoices } from '../services/change-service.server.ts'
import { useMonitoring } from '../use-monitoring.ts'
import { newWindow, typedWindow, windowOf } from './typed-window.ts'
import { WindowForm } from './window-form.tsx'
import type { Route } from './+types/maintenance.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const [{ items }, choices] = await Promise.all([
    load(context, request, apiOf(context, request).listMaintenance({ solutionId })),
    loadChoices({ context, request, solutionId }),
  ])
  return { windows: items, choices, now: Date.now() }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const typed = typedWindow(await request.formData())
  const answer = await act(
    { context, request },
    apiOf(context, request).createMaintenance({ solutionId, maintenanceNewDto: windowOf(typed, null) }),
  )
  if (!answer.ok) return data({ problem: answer.problem, typed }, { status: answer.problem.status })
  throw redirect(`/${params.language}/solutions/${solutionId}/monitoring/maintenance`)
}

export default function Maintenance({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { crumb, solution, mayChange } = useMonitoring()
  const { windows, choices, now } = loaderData
  const words = t(($) => $.monitoring.maintenance, { returnObjects: true })
  return (
    <Page title={words.title} crumbs={[crumb]}>
      <PageTitle title={words.title} subtitle={words.about} />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        <MembersOnly />
        <WindowList windows={windows} now={now} />
        {mayChange ? (
          <Card className="sm:p-6">
            <CardHeader title={words.new} />
            <WindowForm
              key={windows.length}
              typed={actionData?.typed ?? newWindow(solution.timezone)}
              problem={actionData?.problem ?? null}
              choices={choices}
            />
          </Card>
        ) : null}
        <ZoneNote />
      </div>
    </Page>
  )
}

function WindowList({ windows, now }: { windows: readonly MaintenanceWindow[]; now: number }) {
  const { t } = useTranslation()
  const { base, mayChange } = useMonitoring()
  const { language } = useSite()
  const words = t(($) => $.monitoring.maintenance, { returnObjects: true })
  // As it was planned: on the clock of its own zone, which stands beside it.
  const onWall = (startsAt: string, zone: string) => {
    const { day, hour } = formatsFor(language, 'UTC')
    return `${day(`${startsAt}Z`)}, ${hour(`${startsAt}Z`)} (${zone})`
  }
  return (
    <Card padded={false} className="overflow-hidden">
      {windows.length === 0 ? (
        <EmptyState title={words.none}>{mayChange ? words.noneAbout : null}</EmptyState>
      ) : (
        <ol className="divide-y divide-line">
          {windows.map(({ id, title, next, startsAt, timeZone, recurrence, serviceIds }) => (
            <li key={id} className="grid min-w-0 gap-1 px-4 py-3.5 text-sm sm:px-5">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link to={`${base}/maintenance/${id}`} className="text-link [overflow-wrap:anywhere]">
                  {title}
                </Link>
                {next !== null && Date.parse(next.from) <= now ? <Pill meaning="info">{words.running}</Pill> : null}
                {next === null ? <Pill>{words.over}</Pill> : null}
              </p>
              <p className="text-ink-2">
                {next === null ? (
                  onWall(startsAt, timeZone)
                ) : (
                  <>
                    <Moment at={next.from} /> – <Moment at={next.to} />
                  </>
                )}
                {' · '}
                {recurrence === null ? words.once : words.frequencies[recurrence.frequency]}
                {' · '}
                {serviceIds.length === 0
                  ? words.allServices
                  : t(($) => $.monitoring.overview.count, { count: serviceIds.length })}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
