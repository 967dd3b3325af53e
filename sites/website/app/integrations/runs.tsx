import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import type { Run } from './evidence.server.ts'

/** The last test runs of a platform's client: what ran, with which version, how much passed, when. */
export function Runs({ runs, name }: { runs: readonly Run[]; name: string }) {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  if (runs.length === 0) return <p className="text-sm text-ink-3">{t(($) => $.integrations.runs.none)}</p>
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <Table label={t(($) => $.integrations.runs.label, { name })}>
        <thead>
          <tr>
            <HeadCell>{t(($) => $.integrations.runs.what)}</HeadCell>
            <HeadCell>{t(($) => $.integrations.runs.with)}</HeadCell>
            <HeadCell align="end">{t(($) => $.integrations.runs.passed)}</HeadCell>
            <HeadCell align="end">{t(($) => $.integrations.runs.date)}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ kind, with: version, cases, date }) => (
            <Row key={kind + version}>
              <Cell>{t(($) => $.integrations.runs.kinds[kind])}</Cell>
              <Cell className="!whitespace-normal">{version}</Cell>
              <Cell align="end">
                {cases === null
                  ? t(($) => $.integrations.runs.all)
                  : t(($) => $.integrations.runs.count, { passed: cases.passed, of: cases.of })}
              </Cell>
              <Cell align="end">
                <time dateTime={date}>
                  {new Date(date).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })}
                </time>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
