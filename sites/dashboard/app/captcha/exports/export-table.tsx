import type { Export } from '@bollard/contracts'
import { Moment, useFormats, useIsSending } from '@bollard/site-kit'
import { Button, ButtonLink, Cell, HeadCell, Icon, type Meaning, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import type { FilterOptions } from '../log-filter/filter-options.ts'
import { searchOf } from '../log-filter/log-search.ts'
import { useFilterWords } from '../log-filter/use-filter-words.ts'

const meanings: Readonly<Record<Export['status'], Meaning>> = {
  QUEUED: 'info',
  RUNNING: 'info',
  DONE: 'human',
  FAILED: 'bot',
  EXPIRED: 'neutral',
}

interface ExportTableProps {
  files: readonly Export[]
  options: FilterOptions
  /** Address of the pages of the captcha. */
  base: string
  mayDelete: boolean
}

/** Files of the log that a team has had written: what is in them, how far they are, and what can be done with them. */
export function ExportTable({ files, options, base, mayDelete }: ExportTableProps) {
  const { t } = useTranslation()
  if (files.length === 0) return <p className="px-5 pb-5 text-sm text-ink-2">{t(($) => $.logExports.empty)}</p>
  return (
    <Table label={t(($) => $.logExports.list)} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="ps-5">{t(($) => $.logExports.columns.what)}</HeadCell>
          <HeadCell>{t(($) => $.logExports.columns.state)}</HeadCell>
          <HeadCell align="end">{t(($) => $.logExports.columns.size)}</HeadCell>
          <HeadCell>{t(($) => $.logExports.columns.until)}</HeadCell>
          <HeadCell className="pe-5">
            <span className="sr-only">{t(($) => $.logExports.columns.actions)}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <ExportRow key={file.id} file={file} options={options} base={base} mayDelete={mayDelete} />
        ))}
      </tbody>
    </Table>
  )
}

function ExportRow({
  file,
  options,
  base,
  mayDelete,
}: { file: Export } & Pick<ExportTableProps, 'options' | 'base' | 'mayDelete'>) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isSending = useIsSending()
  const parts = useFilterWords(options)(searchOf(file.filters))
  const { id, status, format, createdAt, rows, bytes } = file
  const isUnderWay = status === 'QUEUED' || status === 'RUNNING'
  const named = { format, time: formats.moment(createdAt) }
  return (
    <Row>
      <Cell className="stacked-wide min-w-56 ps-5 !whitespace-normal">
        <span className="grid gap-0.5">
          <span className="font-[520]">
            {format === 'CSV' ? t(($) => $.logExports.csv) : t(($) => $.logExports.json)}
          </span>
          <span className="text-ink-2 [overflow-wrap:anywhere]">
            {parts.length === 0
              ? t(($) => $.logFilter.values.all)
              : parts.map((part) => t(($) => $.logFilter.chip, { name: part.label, value: part.value })).join(' · ')}
          </span>
          <span className="text-xs text-ink-3">
            {t(($) => $.logExports.created, { time: formats.moment(createdAt) })}
          </span>
        </span>
      </Cell>
      <Cell className="stacked-wide !whitespace-normal">
        <span className="grid justify-items-start gap-1">
          <Pill meaning={meanings[status]}>{t(($) => $.logExports.states[status])}</Pill>
          {status === 'RUNNING' ? (
            <>
              <progress
                max={1}
                value={file.progress}
                aria-label={t(($) => $.logExports.progress, { share: formats.share(file.progress) })}
                className="h-2 w-28 accent-amber"
              />
              <span className="text-xs text-ink-3">
                {t(($) => $.logExports.progress, { share: formats.share(file.progress) })}
              </span>
            </>
          ) : null}
          {isUnderWay ? (
            <Link to="" reloadDocument className="text-link text-xs touch:py-3">
              {t(($) => $.logExports.refresh)}
            </Link>
          ) : null}
          {file.truncated ? <span className="text-xs text-doubt">{t(($) => $.logExports.truncated)}</span> : null}
        </span>
      </Cell>
      <Cell align="end" className="stacked-wide" data-label={t(($) => $.logExports.columns.size)}>
        <span>
          {formats.bytes(bytes)}
          <span className="block text-xs text-ink-3">
            {t(($) => $.logExports.rows, { count: rows, shown: formats.whole(rows) })}
          </span>
        </span>
      </Cell>
      <Cell className="stacked-wide" data-label={t(($) => $.logExports.columns.until)}>
        {status === 'DONE' ? <Moment at={file.expiresAt} show="day" /> : <span className="text-ink-3">–</span>}
      </Cell>
      <Cell className="stacked-wide pe-5">
        <span className="flex flex-wrap justify-end gap-2">
          {status === 'DONE' && mayDelete ? (
            <ButtonLink
              size="dense"
              href={`${base}/captcha/exports/${id}/file`}
              aria-label={t(($) => $.logExports.downloadOne, named)}
            >
              {t(($) => $.logExports.download)}
            </ButtonLink>
          ) : null}
          {mayDelete ? (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="do" value="delete" />
              <input type="hidden" name="exportId" value={id} />
              <Button
                type="submit"
                size="dense"
                variant="quiet"
                aria-disabled={isSending}
                aria-label={
                  isUnderWay ? t(($) => $.logExports.cancelOne, named) : t(($) => $.logExports.deleteOne, named)
                }
              >
                <Icon name={isUnderWay ? 'close' : 'trash'} />
                {isUnderWay ? t(($) => $.logExports.cancel) : t(($) => $.logExports.delete)}
              </Button>
            </Form>
          ) : null}
        </span>
      </Cell>
    </Row>
  )
}
