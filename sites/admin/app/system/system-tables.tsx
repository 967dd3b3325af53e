import type { Figure, System } from '@bollard/contracts'
import { Moment, useFormats } from '@bollard/site-kit'
import { Card, CardHeader, Cell, HeadCell, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** Every setting; a secret says only that it is set. */
export function SettingTable({ settings }: Pick<System, 'settings'>) {
  const { t } = useTranslation()
  return (
    <Card padded={false} className="mt-5">
      <CardHeader title={t(($) => $.system.settings)} className="px-5 pt-5" />
      <Table label={t(($) => $.system.settings)}>
        <thead>
          <tr>
            <HeadCell>{t(($) => $.system.setting)}</HeadCell>
            <HeadCell>{t(($) => $.system.value)}</HeadCell>
            <HeadCell>{t(($) => $.system.default)}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {settings.map(({ name, value, secret, changed }) => (
            <Row key={name}>
              <Cell className="font-mono text-xs">{name}</Cell>
              <Cell>
                {secret
                  ? changed
                    ? t(($) => $.system.secret)
                    : t(($) => $.system.notSet)
                  : (value ?? t(($) => $.system.notSet))}
              </Cell>
              <Cell>{changed ? <Pill meaning="info">{t(($) => $.system.changed)}</Pill> : null}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

/** What has run in each schema, the latest first. */
export function MigrationTable({ migrations }: Pick<System, 'migrations'>) {
  const { t } = useTranslation()
  const latest = migrations.toSorted((a, b) => b.appliedAt.localeCompare(a.appliedAt))
  return (
    <Card padded={false} className="mt-5">
      <CardHeader title={t(($) => $.system.migrations)} className="px-5 pt-5" />
      <Table label={t(($) => $.system.migrations)}>
        <thead>
          <tr>
            <HeadCell>{t(($) => $.system.migration)}</HeadCell>
            <HeadCell>{t(($) => $.system.ran)}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {latest.map(({ schema, name, appliedAt }) => (
            <Row key={`${schema}/${name}`}>
              <Cell className="font-mono text-xs">{`${schema}/${name}`}</Cell>
              <Cell>
                <Moment at={appliedAt} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

/** Figures of the process that answered, as Prometheus reads them; histograms by their sums and counts. */
export function FigureTable({ figures }: { figures: readonly Figure[] }) {
  const { t } = useTranslation()
  const { decimal } = useFormats()
  const rows = figures.flatMap(({ samples }) =>
    samples
      .filter(({ name }) => !name.endsWith('_bucket'))
      .map(({ name, labels, value }) => ({
        key: `${name} ${Object.values(labels).join(' ')}`,
        name,
        of: Object.entries(labels)
          .map(([label, one]) => `${label}=${one}`)
          .join(' '),
        value,
      })),
  )
  if (rows.length === 0) return null
  return (
    <Card padded={false} className="mt-5">
      <CardHeader title={t(($) => $.system.figures)} className="px-5 pt-5" />
      <Table label={t(($) => $.system.figures)}>
        <tbody>
          {rows.map(({ key, name, of, value }) => (
            <Row key={key}>
              <Cell className="font-mono text-xs">{name}</Cell>
              <Cell>{of}</Cell>
              <Cell align="end">{decimal(value)}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
