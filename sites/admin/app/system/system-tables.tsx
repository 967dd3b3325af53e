import type { BackupRun, Figure, System } from '@bollard/contracts'
import { Moment, useFormats } from '@bollard/site-kit'
import { Pill } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordTable } from '../frame/record-table.tsx'

/** Every setting; a secret says only that it is set. */
export function SettingTable({ settings }: Pick<System, 'settings'>) {
  const { t } = useTranslation()
  return (
    <RecordTable
      label={t(($) => $.system.settings)}
      isTitled
      className="mt-5"
      columns={[
        { label: t(($) => $.system.setting) },
        { label: t(($) => $.system.value) },
        { label: t(($) => $.system.default) },
      ]}
      rows={settings.map(({ name, value, secret, changed }) => ({
        key: name,
        cells: [
          <Code key="name">{name}</Code>,
          (secret ? changed && t(($) => $.system.secret) : value) || t(($) => $.system.notSet),
          changed ? (
            <Pill key="changed" meaning="info">
              {t(($) => $.system.changed)}
            </Pill>
          ) : (
            '–'
          ),
        ],
      }))}
    />
  )
}

/** Backups and their tests, the latest first. */
export function BackupTable({ backups }: { backups: readonly BackupRun[] }) {
  const { t } = useTranslation()
  const { duration } = useFormats()
  return (
    <RecordTable
      label={t(($) => $.system.backups)}
      empty={t(($) => $.system.noBackups)}
      columns={[
        { label: t(($) => $.system.kind) },
        { label: t(($) => $.system.result) },
        { label: t(($) => $.system.ended) },
        { label: t(($) => $.system.took), isFigure: true },
        { label: t(($) => $.system.detail) },
      ]}
      rows={backups.map(({ id, kind, ok, startedAt, endedAt, detail }) => ({
        key: id,
        cells: [
          kind === 'BACKUP' ? t(($) => $.system.backup) : t(($) => $.system.restoreTest),
          <Pill key="ok" meaning={ok ? 'human' : 'bot'}>
            {ok ? t(($) => $.system.ok) : t(($) => $.system.failed)}
          </Pill>,
          <Moment key="ended" at={endedAt} />,
          duration(Date.parse(endedAt) - Date.parse(startedAt)),
          Object.entries(detail)
            .map(([name, value]) => `${name}: ${value}`)
            .join(', '),
        ],
      }))}
    />
  )
}

/** What has run in each schema, the latest first. */
export function MigrationTable({ migrations }: Pick<System, 'migrations'>) {
  const { t } = useTranslation()
  const latest = migrations.toSorted((a, b) => b.appliedAt.localeCompare(a.appliedAt))
  const title = t(($) => $.system.migrations)
  return (
    <Folded title={title} count={latest.length}>
      <RecordTable
        label={title}
        columns={[{ label: t(($) => $.system.migration) }, { label: t(($) => $.system.ran) }]}
        rows={latest.map(({ schema, name, appliedAt }) => ({
          key: `${schema}/${name}`,
          cells: [<Code key="name">{`${schema}/${name}`}</Code>, <Moment key="at" at={appliedAt} />],
        }))}
      />
    </Folded>
  )
}

/** Figures of the process that answered, as Prometheus reads them; histograms by their sums and counts. */
export function FigureTable({ figures }: { figures: readonly Figure[] }) {
  const { t } = useTranslation()
  const { decimal } = useFormats()
  const rows = figures.flatMap(({ samples }) =>
    samples
      .filter(({ name }) => !name.endsWith('_bucket'))
      .map(({ name, labels, value }) => {
        const of = Object.entries(labels).map(([label, one]) => `${label}=${one}`)
        return { key: `${name} ${of.join(' ')}`, cells: [<Code key="name">{name}</Code>, of.join(' '), decimal(value)] }
      }),
  )
  const title = t(($) => $.system.figures)
  if (rows.length === 0) return null
  return (
    <Folded title={title} count={rows.length}>
      <RecordTable
        label={title}
        columns={[
          { label: t(($) => $.system.figure) },
          { label: t(($) => $.system.labels) },
          { label: t(($) => $.system.value), isFigure: true },
        ]}
        rows={rows}
      />
    </Folded>
  )
}

/** A long table that few come for: it opens without JavaScript. */
function Folded({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const { whole } = useFormats()
  return (
    <details className="mt-5">
      <summary className="mb-3 inline-flex min-h-8 cursor-pointer items-center gap-2 touch:min-h-11">
        <h2 className="text-lg">{title}</h2>
        <span className="text-sm text-ink-3">{whole(count)}</span>
      </summary>
      {children}
    </details>
  )
}

const Code = ({ children }: { children: string }) => (
  <span className="font-mono text-xs [overflow-wrap:anywhere]">{children}</span>
)
