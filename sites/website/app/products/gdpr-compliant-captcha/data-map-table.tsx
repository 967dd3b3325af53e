import { useTranslation } from 'react-i18next'
import { WrappingTable } from '../sections/wrapping-table.tsx'
import { dataMap } from './data-map.ts'
import { historyDaysMax, retentionDaysMax, retentionDaysMin, usualRetentionDays } from './notice-choice.ts'

/** Everything that is kept of a check: what it is, in which columns, what for, on which basis, and for how long. */
export function DataMapTable() {
  const { t } = useTranslation()
  const { table, field, purpose, basis, retention, entries, bases } = t(($) => $.products.gdpr.map, {
    returnObjects: true,
  })
  const days = {
    usual: usualRetentionDays,
    least: retentionDaysMin,
    most: retentionDaysMax,
    history: historyDaysMax,
  }
  return (
    <WrappingTable
      label={table}
      className="min-w-[56rem]"
      heads={[field, purpose, basis, retention]}
      rows={dataMap.map(({ name, columns, retention: kept }) => ({
        key: name,
        cells: [
          <FieldCell key={name} field={entries[name].field} columns={columns} />,
          entries[name].purpose,
          kept === 'counts' ? bases.none : bases.interest,
          t(($) => $.products.gdpr.map.retentions[kept], days),
        ],
      }))}
    />
  )
}

function FieldCell({ field, columns }: { field: string; columns: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <>
      {field}
      <details className="mt-1 text-xs font-normal text-ink-3">
        <summary className="w-fit rounded-sm">
          {t(($) => $.products.gdpr.map.columns, { count: columns.length })}
        </summary>
        <code className="[overflow-wrap:anywhere]">{columns.join(', ')}</code>
      </details>
    </>
  )
}
