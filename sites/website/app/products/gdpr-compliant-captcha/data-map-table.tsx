import { Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { dataMap } from './data-map.ts'
import { retentionDaysMax, retentionDaysMin, usualRetentionDays } from './notice-choice.ts'

/** Everything that is kept of a check: what it is, in which columns, what for, on which basis, and for how long. */
export function DataMapTable() {
  const { t } = useTranslation()
  const entries = t(($) => $.products.gdpr.map.entries, { returnObjects: true })
  const wide = 'align-top whitespace-normal'
  const days = { usual: usualRetentionDays, least: retentionDaysMin, most: retentionDaysMax }
  return (
    <div className="mt-10 overflow-hidden rounded-lg border border-line bg-surface">
      <Table label={t(($) => $.products.gdpr.map.table)} className="min-w-[56rem]">
        <thead>
          <tr>
            <HeadCell className="w-[26%]">{t(($) => $.products.gdpr.map.field)}</HeadCell>
            <HeadCell>{t(($) => $.products.gdpr.map.purpose)}</HeadCell>
            <HeadCell className="w-[18%]">{t(($) => $.products.gdpr.map.basis)}</HeadCell>
            <HeadCell className="w-[18%]">{t(($) => $.products.gdpr.map.retention)}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {dataMap.map(({ name, columns, retention }) => (
            <Row key={name}>
              <Cell className={wide}>
                <span className="font-[560]">{entries[name].field}</span>
                <details className="mt-1 text-xs text-ink-3">
                  <summary className="w-fit rounded-sm">
                    {t(($) => $.products.gdpr.map.columns, { count: columns.length })}
                  </summary>
                  <code className="[overflow-wrap:anywhere]">{columns.join(', ')}</code>
                </details>
              </Cell>
              <Cell className={wide}>{entries[name].purpose}</Cell>
              <Cell className={wide}>
                {retention === 'counts'
                  ? t(($) => $.products.gdpr.map.bases.none)
                  : t(($) => $.products.gdpr.map.bases.interest)}
              </Cell>
              <Cell className={wide}>{t(($) => $.products.gdpr.map.retentions[retention], days)}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
