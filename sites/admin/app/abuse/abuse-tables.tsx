import type { AbuseCluster, ClusterKind, LeakedKey, SignUpSource } from '@bollard/contracts'
import { Moment, useFormats, useSite } from '@bollard/site-kit'
import { Cell, HeadCell, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { IntentAnswer } from '../frame/run-intent.server.ts'
import { useMayChange } from '../frame/use-operator.ts'
import { ClusterNote } from './cluster-note.tsx'

/** Verifications of the last day, put together by where they came from. */
export function ClusterTable({
  clusters,
  by,
  names,
  answer,
}: {
  clusters: readonly AbuseCluster[]
  by: ClusterKind
  names: Readonly<Record<string, string>>
  answer: IntentAnswer | undefined
}) {
  const { t } = useTranslation()
  const { whole } = useFormats()
  return (
    <Table label={t(($) => $.abuse.clusters)} className="stacked-table">
      <thead>
        <tr>
          <HeadCell>{t(($) => $.abuse.source)}</HeadCell>
          <HeadCell align="end">{t(($) => $.abuse.verifications)}</HeadCell>
          <HeadCell align="end">{t(($) => $.abuse.refused)}</HeadCell>
          <HeadCell align="end">{t(($) => $.abuse.solutions)}</HeadCell>
          <HeadCell>{t(($) => $.action.title)}</HeadCell>
          <HeadCell>{t(($) => $.abuse.note.title)}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {clusters.map((cluster) => {
          const { value, name, verifications, refused, solutions, busiestSolutionId } = cluster
          return (
            <Row key={value}>
              <Cell data-label={t(($) => $.abuse.source)}>
                {by === 'OPERATOR' ? `${name ?? t(($) => $.abuse.unknown)} (AS${value})` : value}
              </Cell>
              <Cell align="end" data-label={t(($) => $.abuse.verifications)}>
                {whole(verifications)}
              </Cell>
              <Cell align="end" data-label={t(($) => $.abuse.refused)}>
                {whole(refused)}
              </Cell>
              <Cell align="end" data-label={t(($) => $.abuse.solutions)}>
                {whole(solutions)}
              </Cell>
              <Cell data-label={t(($) => $.action.title)}>
                <span className="flex gap-4">
                  {busiestSolutionId === null ? null : <SolutionLink id={busiestSolutionId} />}
                  {by === 'NETWORK' ? <CloseLink network={value} /> : null}
                </span>
              </Cell>
              <Cell data-label={t(($) => $.abuse.note.title)}>
                <ClusterNote cluster={cluster} by={by} names={names} answer={answer} />
              </Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}

/** New accounts of the last week, put together by where they came from. */
export function SourceTable({ sources, isNetwork }: { sources: readonly SignUpSource[]; isNetwork: boolean }) {
  const { t } = useTranslation()
  const { whole } = useFormats()
  return (
    <Table label={t(($) => $.abuse.signUps)}>
      <thead>
        <tr>
          <HeadCell>{t(($) => $.abuse.source)}</HeadCell>
          <HeadCell align="end">{t(($) => $.abuse.accounts)}</HeadCell>
          <HeadCell align="end">{t(($) => $.abuse.confirmed)}</HeadCell>
          <HeadCell>{t(($) => $.action.title)}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ value, signUps, confirmed, disposable }) => (
          <Row key={value}>
            <Cell>
              {value} {disposable ? <Pill meaning="doubt">{t(($) => $.abuse.disposable)}</Pill> : null}
            </Cell>
            <Cell align="end">{whole(signUps)}</Cell>
            <Cell align="end">{whole(confirmed)}</Cell>
            <Cell>{isNetwork ? <CloseLink network={value} /> : null}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

/** Solutions whose keys others may know. */
export function KeyTable({ keys }: { keys: readonly LeakedKey[] }) {
  const { t } = useTranslation()
  return (
    <Table label={t(($) => $.abuse.keys)}>
      <thead>
        <tr>
          <HeadCell>{t(($) => $.abuse.solution)}</HeadCell>
          <HeadCell>{t(($) => $.abuse.lockedAt)}</HeadCell>
          <HeadCell>{t(($) => $.abuse.unlockedAt)}</HeadCell>
          <HeadCell>{t(($) => $.abuse.keyState)}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {keys.map(({ solutionId, lockedAt, unlockedAt, rotated }) => (
          <Row key={solutionId}>
            <Cell>
              <SolutionLink id={solutionId} />
            </Cell>
            <Cell>
              <Moment at={lockedAt} />
            </Cell>
            <Cell>{unlockedAt === null ? '–' : <Moment at={unlockedAt} />}</Cell>
            <Cell>
              {rotated ? (
                <Pill meaning="human">{t(($) => $.abuse.rotated)}</Pill>
              ) : (
                <Pill meaning="bot">{t(($) => $.abuse.notRotated)}</Pill>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

/** To the page that can lock it. */
function SolutionLink({ id }: { id: string }) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <Link to={`/${language}/solutions/${id}`} className="text-link" title={id}>
      {t(($) => $.abuse.openSolution)}
    </Link>
  )
}

/** To the form that closes sign-up for a network; absent without change mode. */
function CloseLink({ network }: { network: string }) {
  const { t } = useTranslation()
  const { language } = useSite()
  if (!useMayChange()) return null
  const form = new URLSearchParams({ name: 'sign-ups-closed', scope: 'NETWORK', scopeId: network })
  return (
    <Link to={`/${language}/limits?${form}`} className="text-link">
      {t(($) => $.abuse.closeSignUps)}
    </Link>
  )
}
