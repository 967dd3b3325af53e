import type { StateChange, StoredResult } from '@bollard/contracts'
import { Moment, useFormats } from '@bollard/site-kit'
import { Card, CardHeader, Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { StatePill } from '../state-pill.tsx'
import { useFaultWords } from '../use-fault-words.ts'
import { CheckFacts, PhaseList } from './tried-result.tsx'

/** The newest result from each place, with its phases. */
export function Places({ places }: { places: readonly StoredResult[] }) {
  const { t } = useTranslation()
  const faultWords = useFaultWords()
  return (
    <Card className="sm:p-6">
      <CardHeader title={t(($) => $.monitoring.results.places)} />
      {places.length === 0 ? (
        <p className="text-sm text-ink-2">{t(($) => $.monitoring.results.notYet)}</p>
      ) : (
        <ul className="grid gap-4 divide-y divide-line">
          {places.map((result) => (
            <li key={result.place} className="grid gap-2 pt-4 first:pt-0">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                <b className="font-[560] [overflow-wrap:anywhere]">{result.place}</b>
                <StatePill state={result.verdict} />
                <Moment at={result.at} className="text-ink-2" />
                {result.fault === null ? null : <span>{faultWords(result.fault)}</span>}
              </p>
              <PhaseList phases={result} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The last single results of all places. */
export function Results({ results }: { results: readonly StoredResult[] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const faultWords = useFaultWords()
  const words = t(($) => $.monitoring.results, { returnObjects: true })
  if (results.length === 0) return null
  return (
    <Card padded={false} className="overflow-hidden">
      <CardHeader title={words.latest} className="!mb-0 px-4 py-3.5 sm:px-5" />
      <Table label={words.latest} className="stacked-table border-t border-line">
        <thead>
          <tr>
            <HeadCell className="ps-5">{words.at}</HeadCell>
            <HeadCell>{words.place}</HeadCell>
            <HeadCell>{words.found}</HeadCell>
            <HeadCell align="end" className="pe-5">
              {words.took}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {results.map((result) => (
            <Row key={`${result.place} ${result.at}`}>
              <Cell className="ps-5" data-label={words.at}>
                <Moment at={result.at} />
              </Cell>
              <Cell data-label={words.place}>{result.place}</Cell>
              <Cell data-label={words.found} className="!whitespace-normal">
                <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
                  <StatePill state={result.verdict} />
                  {result.fault === null ? null : <span>{faultWords(result.fault)}</span>}
                  {result.statusCode}
                </span>
              </Cell>
              <Cell data-label={words.took} align="end" className="pe-5">
                {formats.duration(result.totalMs)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

/** Changes of the state, each with the result that caused it. */
export function Changes({ changes }: { changes: readonly (StateChange & { id: string })[] }) {
  const { t } = useTranslation()
  const reasons: Readonly<Record<string, string>> = t(($) => $.monitoring.reasons, { returnObjects: true })
  return (
    <Card className="sm:p-6">
      <CardHeader title={t(($) => $.monitoring.results.changes)} />
      {changes.length === 0 ? (
        <p className="text-sm text-ink-2">{t(($) => $.monitoring.results.noChanges)}</p>
      ) : (
        <ol className="grid gap-4 divide-y divide-line">
          {changes.map(({ id, at, from, to, reason, result }) => (
            <li key={id} className="grid gap-2 pt-4 text-sm first:pt-0">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <StatePill state={from} /> <span aria-hidden="true">→</span> <StatePill state={to} />
                <Moment at={at} className="text-ink-2" />
                <span className="text-ink-2">{reasons[reason]}</span>
              </p>
              {result === null ? null : (
                <details>
                  <summary className="w-fit cursor-pointer text-link touch:py-2.5">
                    {t(($) => $.monitoring.results.cause)}
                  </summary>
                  <div className="grid gap-3 pt-2">
                    <CheckFacts result={result} />
                  </div>
                </details>
              )}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
