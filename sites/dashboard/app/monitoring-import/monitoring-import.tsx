import type { ImportSource } from '@bollard/contracts'
import { defaultLanguage, isLanguage } from '@bollard/i18n'
import { ProblemAlert, useIsSending } from '@bollard/site-kit'
import { requireId } from '@bollard/site-kit/server'
import { Alert, Button, buttonClass, Card, CardHeader, Checkbox, SelectField } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { data, Form } from 'react-router'
import { FileField } from '../forms/file-field.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { MembersOnly } from '../forms/members-only.tsx'
import { useMonitoring } from '../monitoring/use-monitoring.ts'
import { ChangesCard } from './changes-card.tsx'
import { transfer, type TransferAnswer } from './transfer.server.ts'
import type { Route } from './+types/monitoring-import.ts'

/** The list of the contracts would bring all their schemas into the page. */
const sources = ['UPTIME_KUMA', 'OPENSTATUS', 'GATUS', 'CSV'] as const satisfies readonly ImportSource[]

export function loader({ request, context, params }: Route.LoaderArgs) {
  requireId(context, request, params.solutionId)
  return null
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const language = isLanguage(params.language) ? params.language : defaultLanguage
  const answer = await transfer({ context, request, solutionId, language })
  return data(answer, { status: answer.problem?.status ?? (answer.isEmpty ? 422 : 200) })
}

export default function MonitoringImport({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb, mayChange } = useMonitoring()
  const words = t(($) => $.monitoringImport, { returnObjects: true })
  const crumbs = [crumb, { label: t(($) => $.monitoring.services.title), to: `${base}/services` }]
  const answer = actionData ?? null
  const of = (what: TransferAnswer['what']) => (answer?.what === what ? answer : null)
  return (
    <Page title={words.title} crumbs={crumbs}>
      <PageTitle title={words.title} subtitle={words.about} />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        <MembersOnly />
        {mayChange ? <Import answer={of('import')} /> : null}
        <Card className="sm:p-6">
          <CardHeader title={words.download.title} />
          <p className="mb-4 text-sm text-ink-2">{words.download.about}</p>
          <div className="flex flex-wrap gap-2.5">
            {(['YAML', 'JSON'] as const).map((format) => (
              <a key={format} href={`${base}/configuration?format=${format}`} className={buttonClass()} download>
                {format}
              </a>
            ))}
          </div>
        </Card>
        {mayChange ? (
          <Transfer
            what="configuration"
            title={words.upload.title}
            about={words.upload.about}
            answer={of('configuration')}
          >
            <Checkbox
              name="deleteMissing"
              label={words.upload.deleteMissing}
              defaultChecked={of('configuration')?.deleteMissing ?? false}
            />
          </Transfer>
        ) : null}
      </div>
    </Page>
  )
}

/** What another product monitors. */
function Import({ answer }: { answer: TransferAnswer | null }) {
  const { t } = useTranslation()
  const words = t(($) => $.monitoringImport, { returnObjects: true })
  return (
    <Transfer
      what="import"
      title={words.import.title}
      about={words.import.about}
      answer={answer}
      more={
        <>
          <FileField name="log" label={words.import.log} hint={words.import.logHint} />
          <FileField
            name="pictures"
            label={words.import.pictures}
            hint={words.import.picturesHint}
            accept="image/png,image/jpeg,image/webp"
            multiple
          />
          <Checkbox
            name="activateChannels"
            label={
              <>
                {words.import.activate}
                <span className="block text-ink-2">{words.import.activateHint}</span>
              </>
            }
            defaultChecked={answer?.activateChannels ?? false}
          />
        </>
      }
    >
      <SelectField
        name="source"
        label={words.source}
        defaultValue={answer?.source ?? 'UPTIME_KUMA'}
        className="max-w-md"
      >
        {sources.map((source) => (
          <option key={source} value={source}>
            {words.sources[source]}
          </option>
        ))}
      </SelectField>
    </Transfer>
  )
}

interface TransferProps {
  what: TransferAnswer['what']
  title: string
  about: string
  answer: TransferAnswer | null
  children: ReactNode
  /** What belongs behind the file. */
  more?: ReactNode
}

/** A file is tried first, and applied with the same form: where scripts run, it stays chosen. */
function Transfer({ what, title, about, answer, children, more }: TransferProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const words = t(($) => $.monitoringImport, { returnObjects: true })
  const result = answer?.result ?? null
  const revision = result?.applied === false ? result.revision : null
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:p-6">
      <CardHeader title={title} />
      <p className="text-sm text-ink-2">{about}</p>
      <Form method="post" encType="multipart/form-data" preventScrollReset className="grid gap-4">
        <input type="hidden" name="what" value={what} />
        <input type="hidden" name="revision" value={revision ?? ''} />
        {children}
        <FileField
          name="file"
          label={words.file}
          error={answer?.isEmpty === true ? words.noFile : undefined}
          required
        />
        {more}
        {answer?.problem ? <Refusal problem={answer.problem} /> : null}
        <div className="flex flex-wrap gap-2.5">
          <Button
            type="submit"
            name="do"
            value="try"
            variant={revision === null ? 'primary' : 'line'}
            aria-disabled={isSending}
          >
            {words.try}
          </Button>
          {revision === null ? null : (
            <Button type="submit" name="do" value="apply" variant="primary" aria-disabled={isSending}>
              {words.apply}
            </Button>
          )}
        </div>
      </Form>
      {result === null ? null : <ChangesCard result={result} />}
    </Card>
  )
}

/** What is wrong, with its places in the file. */
function Refusal({ problem }: { problem: NonNullable<TransferAnswer['problem']> }) {
  const { t } = useTranslation()
  const errors = problem.errors ?? []
  if (problem.code === 'version-conflict')
    return <Alert kind="warning">{t(($) => $.monitoringImport.changedMeanwhile)}</Alert>
  if (errors.length === 0) return <ProblemAlert problem={problem} />
  return (
    <Alert kind="danger" title={t(($) => $.monitoringImport.refused)}>
      <ul className="grid gap-1 font-mono text-xs [overflow-wrap:anywhere]">
        {errors.map(({ pointer, code, params }) => (
          <li key={`${pointer} ${code}`}>
            {[pointer, code, ...Object.entries(params ?? {}).map(([name, value]) => `${name} ${value}`)].join(' ')}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
