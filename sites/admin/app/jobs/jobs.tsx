import type { Job, JobName, Queue } from '@bollard/contracts'
import { Moment, ProblemAlert, textOf, useFormats, useSite } from '@bollard/site-kit'
import { act, apiOf, load, pageAddress } from '@bollard/site-kit/server'
import { Card, CardHeader, Cell, HeadCell, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Link, redirect } from 'react-router'
import { Page, PageTitle } from '../frame/page.tsx'
import { PlainAction } from '../frame/reasoned-action.tsx'
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
      <Card padded={false}>
        <CardHeader title={t(($) => $.jobs.queues.title)} className="px-5 pt-5" />
        <QueueTable queues={loaderData.queues} />
      </Card>
      <Card padded={false} className="mt-5">
        <CardHeader title={t(($) => $.jobs.list)} className="px-5 pt-5" />
        <JobTable jobs={loaderData.jobs} />
      </Card>
    </Page>
  )
}

function QueueTable({ queues }: { queues: readonly Queue[] }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { whole, duration } = useFormats()
  return (
    <Table label={t(($) => $.jobs.queues.title)}>
      <thead>
        <tr>
          <HeadCell>{t(($) => $.jobs.queues.queue)}</HeadCell>
          <HeadCell align="end">{t(($) => $.jobs.queues.depth)}</HeadCell>
          <HeadCell align="end">{t(($) => $.jobs.queues.oldest)}</HeadCell>
          <HeadCell align="end">{t(($) => $.jobs.queues.retries)}</HeadCell>
          <HeadCell align="end">{t(($) => $.jobs.queues.dead)}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {queues.map(({ name, depth, oldestSeconds, retries, deadLetters }) => (
          <Row key={name}>
            <Cell>{t(($) => $.jobs.queues.names[queueTexts[name]])}</Cell>
            <Cell align="end">{whole(depth)}</Cell>
            <Cell align="end">{depth === 0 ? '–' : duration(oldestSeconds * 1000)}</Cell>
            <Cell align="end">{whole(retries)}</Cell>
            <Cell align="end">
              {deadLetters === 0 ? (
                whole(0)
              ) : (
                <Link to={`/${language}/jobs/dead-letters?queue=${name}`} className="text-link">
                  {whole(deadLetters)}
                </Link>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function JobTable({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useTranslation()
  const { duration } = useFormats()
  return (
    <Table label={t(($) => $.jobs.list)}>
      <thead>
        <tr>
          <HeadCell>{t(($) => $.jobs.job)}</HeadCell>
          <HeadCell>{t(($) => $.jobs.state)}</HeadCell>
          <HeadCell>{t(($) => $.jobs.lastRun)}</HeadCell>
          <HeadCell align="end">{t(($) => $.jobs.every)}</HeadCell>
          <HeadCell align="end">{t(($) => $.jobs.duration)}</HeadCell>
          <HeadCell align="end">{t(($) => $.jobs.p95)}</HeadCell>
          <HeadCell>{t(($) => $.jobs.run)}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <Row key={job.name}>
            <Cell className="min-w-[16rem] whitespace-normal">
              {t(($) => $.jobs.names[jobTexts[job.name]])}
              {job.error === null ? null : <p className="text-xs [overflow-wrap:anywhere] text-bot">{job.error}</p>}
            </Cell>
            <Cell>
              <JobState job={job} />
            </Cell>
            <Cell>{job.lastStartedAt === null ? '–' : <Moment at={job.lastStartedAt} />}</Cell>
            <Cell align="end">{duration(job.everySeconds * 1000)}</Cell>
            <Cell align="end">{job.lastDurationMs === null ? '–' : duration(job.lastDurationMs)}</Cell>
            <Cell align="end">{job.p95DurationMs === null ? '–' : duration(job.p95DurationMs)}</Cell>
            <Cell>
              {job.askedAt === null ? (
                <PlainAction button={t(($) => $.jobs.runNow)} intent="run">
                  <input type="hidden" name="name" value={job.name} />
                </PlainAction>
              ) : (
                t(($) => $.jobs.asked)
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function JobState({ job: { lastEndedAt, failuresInARow } }: { job: Job }) {
  const { t } = useTranslation()
  if (lastEndedAt === null) return <Pill>{t(($) => $.jobs.waiting)}</Pill>
  if (failuresInARow === 0) return <Pill meaning="human">{t(($) => $.jobs.works)}</Pill>
  return <Pill meaning="bot">{t(($) => $.jobs.failed, { count: failuresInARow })}</Pill>
}
