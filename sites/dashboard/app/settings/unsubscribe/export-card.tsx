import type { Export } from '@bollard/contracts'
import { Moment, ProblemAlert, type ShownProblem, useFormats, useIsSending } from '@bollard/site-kit'
import { Alert, Button, ButtonLink, Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, useSearchParams } from 'react-router'

/** What can be taken along: everything as one file, settings alone, the log as a file that is written in the background. `exports` is null without a captcha. */
export function ExportCard({
  base,
  exports,
  problem,
}: {
  base: string
  exports: readonly Export[] | null
  problem: ShownProblem | null
}) {
  const [search] = useSearchParams()
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    <Card className="grid gap-4 sm:p-6">
      <CardHeader title={t(($) => $.settings.export.title)} className="!mb-0" />
      <p className="max-w-[40rem] text-sm text-ink-2">{t(($) => $.settings.export.text)}</p>
      {search.has('proven') ? <Alert kind="success">{t(($) => $.settings.export.proven)}</Alert> : null}
      <ProblemAlert problem={problem} words={{ 'quota-exceeded': t(($) => $.settings.export.quota) }} />
      <div className="flex flex-wrap gap-2.5">
        <ButtonLink size="dense" href={`${base}/export.zip`}>
          {t(($) => $.settings.export.archive)}
        </ButtonLink>
        <ButtonLink size="dense" href={`${base}/data`} download>
          {t(($) => $.settings.export.settings)}
        </ButtonLink>
        {exports === null ? null : (
          <Form method="post" className="flex flex-wrap gap-2.5">
            <input type="hidden" name="do" value="export" />
            <Button type="submit" size="dense" name="format" value="CSV" aria-disabled={isSending}>
              {t(($) => $.settings.export.csv)}
            </Button>
            <Button type="submit" size="dense" name="format" value="JSON" aria-disabled={isSending}>
              {t(($) => $.settings.export.json)}
            </Button>
          </Form>
        )}
      </div>
      <p className="text-xs text-ink-3">{t(($) => $.settings.export.proof)}</p>
      {exports && exports.length > 0 ? (
        <ul className="divide-y divide-line rounded-md border border-line text-sm">
          {exports.map((one) => (
            <ExportRow key={one.id} one={one} base={base} />
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

function ExportRow({ one, base }: { one: Export; base: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { status } = one
  const isWaiting = status === 'QUEUED' || status === 'RUNNING'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <span className="me-auto grid gap-px">
        <span>
          {t(($) => $.settings.export.file, { format: one.format })} <Moment at={one.createdAt} />
        </span>
        <span className="text-xs text-ink-3">
          {status === 'DONE'
            ? t(($) => $.settings.export.done, { rows: formats.whole(one.rows), date: formats.day(one.expiresAt) })
            : t(($) => $.settings.export.states[status])}
        </span>
      </span>
      {status === 'DONE' ? (
        <a className="text-link inline-flex min-h-9 items-center touch:min-h-11" href={`${base}/exports/${one.id}`}>
          {t(($) => $.settings.export.download)}
        </a>
      ) : null}
      {isWaiting ? (
        <a className="text-link inline-flex min-h-9 items-center touch:min-h-11" href={`${base}/unsubscribe`}>
          {t(($) => $.settings.export.refresh)}
        </a>
      ) : null}
    </li>
  )
}
