import type { StoredDecision } from '@bollard/contracts'
import { Moment, useFormats } from '@bollard/site-kit'
import { Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { decisionReason } from '../words/request-words.ts'
import { ConclusionPill } from './conclusion-pill.tsx'

/** Decisions as rows, each with the way to its page. */
export function DecisionTable({ decisions, base }: { decisions: readonly StoredDecision[]; base: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = t(($) => $.analytics.log, { returnObjects: true })
  return (
    <Table label={words.title} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="ps-5">{words.time}</HeadCell>
          <HeadCell>{words.names.conclusion}</HeadCell>
          <HeadCell>{words.request}</HeadCell>
          <HeadCell>{words.names.reason}</HeadCell>
          <HeadCell className="pe-5">{words.who}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {decisions.map((decision) => (
          <Row key={decision.id}>
            <Cell className="ps-5">
              <Link to={`${base}/analytics/decisions/${decision.id}`} className="text-link touch:py-2">
                <Moment at={decision.at} />
              </Link>
            </Cell>
            <Cell data-label={words.names.conclusion}>
              <ConclusionPill conclusion={decision.conclusion} />
            </Cell>
            <Cell className="stacked-wide !whitespace-normal [overflow-wrap:anywhere]">
              <bdi dir="ltr" translate="no">
                {decision.method} {decision.host}
                {decision.path}
              </bdi>
            </Cell>
            <Cell
              data-label={words.names.reason}
              className="!whitespace-normal"
              title={decision.reasons.map(({ code }) => code).join(', ')}
            >
              {decision.reasons[0] === undefined ? '–' : decisionReason(t, decision.reasons[0].code)}
            </Cell>
            <Cell data-label={words.who} className="pe-5 !whitespace-normal">
              <span>
                {[
                  decision.program?.name ?? (decision.browser === 'Unknown' ? null : decision.browser),
                  decision.country,
                  decision.operator?.name,
                ]
                  .filter(Boolean)
                  .join(' · ')}
                <span className="block text-xs text-ink-3">{formats.decimal(decision.tookMs)} ms</span>
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
