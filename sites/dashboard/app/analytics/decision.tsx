import type { StoredDecision } from '@bollard/contracts'
import { Moment, useFormats, useSite } from '@bollard/site-kit'
import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { Alert, Card, CardHeader, Cell, HeadCell, Row, Table } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page, PageTitle } from '../frame/page.tsx'
import { useSolution } from '../solution/use-solution.ts'
import { decisionPart, decisionReason } from '../words/request-words.ts'
import { nameOfCode } from '../words/name-of-code.ts'
import { NetworkSources } from '../words/network-sources.tsx'
import { ZoneNote } from '../words/zone-note.tsx'
import { ConclusionPill } from './conclusion-pill.tsx'
import { periodSince, writeSearch } from './decision-search.ts'
import type { Log } from './in-log.tsx'
import type { Route } from './+types/decision.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const decisionId = requireId(context, request, params.decisionId)
  const decision = await load(context, request, apiOf(context, request).getDecision({ solutionId, decisionId }))
  return { decision, period: periodSince(decision.at, Date.now()) }
}

export default function Decision({ loaderData: { decision, period } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb } = useSolution()
  const words = t(($) => $.analytics.decision, { returnObjects: true })
  const crumbs = [
    crumb,
    { label: t(($) => $.analytics.title), to: `${base}/analytics` },
    { label: t(($) => $.analytics.log.title), to: `${base}/analytics/decisions` },
  ]
  return (
    <Page title={words.title} crumbs={crumbs}>
      <PageTitle title={words.title} subtitle={decision.id}>
        <ConclusionPill conclusion={decision.conclusion} />
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {decision.failedOpen ? <Alert kind="warning">{words.failedOpen}</Alert> : null}
        {decision.control ? <Alert kind="info">{words.control}</Alert> : null}
        <Facts decision={decision} log={{ address: `${base}/analytics/decisions`, period }} />
        <Parts parts={decision.parts} />
        <ZoneNote />
      </div>
    </Page>
  )
}

function Facts({ decision, log }: { decision: StoredDecision; log: Log }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = t(($) => $.analytics.decision, { returnObjects: true })
  const names = t(($) => $.analytics.log.names, { returnObjects: true })
  const { language } = useSite()
  const { operator, program, visitor, rung, ending, status } = decision
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t(($) => $.analytics.log.time), <Moment key="at" at={decision.at} />],
    [names.from, t(($) => $.analytics.log.from[decision.from])],
    [
      t(($) => $.analytics.log.request),
      <bdi key="request" dir="ltr" translate="no">{`${decision.method} ${decision.host}${decision.path}`}</bdi>,
    ],
    [names.country, decision.country && `${nameOfCode('region', decision.country, language)} (${decision.country})`],
    [names.operator, operator && `${operator.name ?? ''} AS${operator.number}`.trim()],
    [
      names.visitor,
      visitor && (
        <Link
          to={`${log.address}?${writeSearch(log.period, { visitor })}`}
          className="font-mono text-xs text-link touch:py-2"
        >
          {visitor}
        </Link>
      ),
    ],
    [words.browser, decision.browser === 'Unknown' ? t(($) => $.analytics.unknown) : decision.browser],
    [names.program, program && `${program.name} · ${program.verified ? words.verified : words.unverified}`],
    [names.rung, rung && t(($) => $.analytics.rungs[rung])],
    [names.solved, decision.solved ? words.yes : null],
    [words.ending, ending && [words.endings[ending], status].filter((one) => one !== null).join(' · ')],
    [words.took, `${formats.decimal(decision.tookMs)} ms`],
    ...Object.entries(decision.labels),
  ]
  return (
    <Card>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-0.5 text-sm sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-y-2">
        {facts.flatMap(([name, value]) =>
          value === null || value === ''
            ? []
            : [
                <dt key={name} className="text-ink-3">
                  {name}
                </dt>,
                <dd key={`${name} value`} className="mb-2 [overflow-wrap:anywhere] sm:mb-0">
                  {value}
                </dd>,
              ],
        )}
      </dl>
      {decision.country === null && operator === null ? null : <NetworkSources />}
    </Card>
  )
}

function Parts({ parts }: Pick<StoredDecision, 'parts'>) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = t(($) => $.analytics.decision, { returnObjects: true })
  if (parts.length === 0) return null
  return (
    <Card padded={false} className="overflow-hidden">
      <CardHeader title={words.parts} className="!mb-1 px-4 pt-[18px] sm:px-5" />
      <Table label={words.parts} className="stacked-table">
        <thead>
          <tr>
            <HeadCell className="ps-5">{t(($) => $.analytics.log.names.part)}</HeadCell>
            <HeadCell>{words.state}</HeadCell>
            <HeadCell>{words.found}</HeadCell>
            <HeadCell className="pe-5">{t(($) => $.analytics.log.names.reason)}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ part, state, conclusion, reasons, fault }) => (
            <Row key={part}>
              <Cell className="stacked-wide ps-5 !whitespace-normal">{decisionPart(t, part)}</Cell>
              <Cell data-label={words.state}>
                {fault === null ? words.states[state] : `${words.states[state]} · ${words.faults[fault]}`}
              </Cell>
              <Cell data-label={words.found}>
                {conclusion === null ? '–' : t(($) => $.analytics.conclusions[conclusion])}
              </Cell>
              <Cell data-label={t(($) => $.analytics.log.names.reason)} className="pe-5 !whitespace-normal">
                {reasons.length === 0
                  ? '–'
                  : reasons.map(({ code, weight }) => (
                      <span key={code} className="block">
                        {decisionReason(t, code)}{' '}
                        <span className="text-xs text-ink-3 [overflow-wrap:anywhere]">
                          {code} · {t(($) => $.protection.verdict.weight, { weight: formats.whole(weight) })}
                        </span>
                      </span>
                    ))}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
