import type { Job, JobName, Queue } from '@bollard/contracts'
import { Moment, ProblemAlert, textOf, useFormats, useSite } from '@bollard/site-kit'
import { act, apiOf, load, pageAddress } from '@bollard/site-kit/server'
import { Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Link, redirect } from 'react-router'
import { Page, PageTitle } from '../frame/page.tsx'
import { PlainAction } from '../frame/reasoned-action.tsx'
import { RecordTable } from '../frame/record-table.tsx'
import { useMayChange } from '../frame/use-operator.ts'
import { jobTexts, queueTexts } from './job-names.ts'
import type { Route } from './+types/jobs.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const [jobs, queues] = await Promise.all([
    load(context, request, api.listJobs()),
    load(context, request, api.listQueues()),
  ])
  return { jobs: jobs.items, queues: queues.items }
}

export async function action({ request, context }: Route.ActionArgs) {
  const name = textOf(await request.formData(), 'name') as JobName
  const asked = await act({ context, request }, apiOf(context, request).runJob({ jobRunNewDto: { name } }))
  if (asked.ok) throw redirect(pageAddress(request).pathname)
  return data({ problem: asked.problem }, { status: asked.problem.status })
}

/** What is done without being asked for, and what waits. */
export default function Jobs({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <Page title={t(($) => $.jobs.title)}>
      <PageTitle title={t(($) => $.jobs.title)} subtitle={t(($) => $.jobs.subtitle)} />
      <ProblemAlert problem={actionData?.problem ?? null} />
      <QueueTable queues={loaderData.queues} />
      <JobTable jobs={loaderData.jobs} />
    </Page>
  )
}

function QueueTable({ queues }: { queues: readonly Queue[] }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { whole, duration } = useFormats()
  return (
    <RecordTable
      label={t(($) => $.jobs.queues.title)}
      isTitled
      columns={[
        { label: t(($) => $.jobs.queues.queue) },
        { label: t(($) => $.jobs.queues.depth), isFigure: true },
        { label: t(($) => $.jobs.queues.oldest), isFigure: true },
        { label: t(($) => $.jobs.queues.retries), isFigure: true },
        { label: t(($) => $.jobs.queues.dead), isFigure: true },
      ]}
      rows={queues.map(({ name, depth, oldestSeconds, retries, deadLetters }) => ({
        key: name,
        cells: [
          t(($) => $.jobs.queues.names[queueTexts[name]]),
          whole(depth),
          depth === 0 ? '–' : duration(oldestSeconds * 1000),
          whole(retries),
          deadLetters === 0 ? (
            whole(0)
          ) : (
            <Link key="dead" to={`/${language}/jobs/dead-letters?queue=${name}`} className="text-link">
              {whole(deadLetters)}
            </Link>
          ),
        ],
      }))}
    />
  )
}

function JobTable({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useTranslation()
  const { duration } = useFormats()
  const mayChange = useMayChange()
  return (
    <RecordTable
      label={t(($) => $.jobs.list)}
      isTitled
      className="mt-5"
      columns={[
        { label: t(($) => $.jobs.job) },
        { label: t(($) => $.jobs.state) },
        { label: t(($) => $.jobs.lastRun) },
        { label: t(($) => $.jobs.every), isFigure: true },
        { label: t(($) => $.jobs.duration), isFigure: true },
        { label: t(($) => $.jobs.p95), isFigure: true },
        ...(mayChange ? [{ label: t(($) => $.jobs.run) }] : []),
      ]}
      rows={jobs.map((job) => ({
        key: job.name,
        cells: [
          <div key="job" className="min-w-0">
            {t(($) => $.jobs.names[jobTexts[job.name]])}
            {job.error === null ? null : <p className="text-xs text-bot">{job.error}</p>}
          </div>,
          <JobState key="state" job={job} />,
          job.lastStartedAt === null ? '–' : <Moment key="last" at={job.lastStartedAt} />,
          duration(job.everySeconds * 1000),
          job.lastDurationMs === null ? '–' : duration(job.lastDurationMs),
          job.p95DurationMs === null ? '–' : duration(job.p95DurationMs),
          job.askedAt === null ? (
            <PlainAction key="run" button={t(($) => $.jobs.runNow)} intent="run">
              <input type="hidden" name="name" value={job.name} />
            </PlainAction>
          ) : (
            t(($) => $.jobs.asked)
          ),
        ],
      }))}
    />
  )
}

function JobState({ job: { lastEndedAt, failuresInARow } }: { job: Job }) {
  const { t } = useTranslation()
  if (lastEndedAt === null) return <Pill>{t(($) => $.jobs.waiting)}</Pill>
  if (failuresInARow === 0) return <Pill meaning="human">{t(($) => $.jobs.works)}</Pill>
  return <Pill meaning="bot">{t(($) => $.jobs.failed, { count: failuresInARow })}</Pill>
}
