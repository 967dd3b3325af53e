import { Moment, useFormats } from '@bollard/site-kit'
import type { Erasure } from '@bollard/contracts'
import { Cell, HeadCell, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** What was asked to be erased, the latest first. What a request named is forgotten with what it erased, so only its kind is left. */
export function ErasureHistory({ history }: { history: readonly Erasure[] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (history.length === 0)
    return <p className="px-5 pb-5 text-sm text-ink-2">{t(($) => $.logErasures.historyEmpty)}</p>
  return (
    <Table label={t(($) => $.logErasures.history)} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="ps-5" aria-sort="descending">
            {t(($) => $.logErasures.columns.at)}
          </HeadCell>
          <HeadCell>{t(($) => $.logErasures.columns.scope)}</HeadCell>
          <HeadCell>{t(($) => $.logErasures.columns.state)}</HeadCell>
          <HeadCell align="end" className="pe-5">
            {t(($) => $.logErasures.columns.erased)}
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {history.map(({ id, scope, status, erased, createdAt }) => (
          <Row key={id}>
            <Cell className="ps-5 font-mono text-xs text-ink-2">
              <Moment at={createdAt} />
            </Cell>
            <Cell className="stacked-wide">{t(($) => $.logErasures.scopes[scope])}</Cell>
            <Cell>
              <Pill meaning={status === 'DONE' ? 'human' : 'info'}>{t(($) => $.logErasures.states[status])}</Pill>
            </Cell>
            <Cell align="end" className="stacked-wide pe-5" data-label={t(($) => $.logErasures.columns.erased)}>
              {formats.whole(erased)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
