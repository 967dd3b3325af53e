import type { AbuseCluster, ClusterKind, LeakedKey, SignUpSource, SignUpSourceKind } from '@bollard/contracts'
import { Moment, useFormats, useSite } from '@bollard/site-kit'
import { Pill } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { RecordTable } from '../frame/record-table.tsx'
import type { IntentAnswer } from '../frame/run-intent.server.ts'
import { useMayChange } from '../frame/use-operator.ts'
import { ClusterNote } from './cluster-note.tsx'

/** Verifications of the last day, put together by where they came from. */
export function ClusterTable({
  clusters,
  by,
  choice,
  names,
  answer,
}: {
  clusters: readonly AbuseCluster[]
  by: ClusterKind
  choice: ReactNode
  names: Readonly<Record<string, string>>
  answer: IntentAnswer | undefined
}) {
  const { t } = useTranslation()
  const { whole } = useFormats()
  return (
    <RecordTable
      label={t(($) => $.abuse.clusters)}
      isTitled
      above={choice}
      empty={t(($) => $.abuse.noClusters)}
      columns={[
        { label: t(($) => $.abuse.source) },
        { label: t(($) => $.abuse.verifications), isFigure: true },
        { label: t(($) => $.abuse.refused), isFigure: true },
        { label: t(($) => $.abuse.solutions), isFigure: true },
        { label: t(($) => $.action.title) },
        { label: t(($) => $.abuse.note.title) },
      ]}
      rows={clusters.map((cluster) => {
        const { value, name, verifications, refused, solutions, busiestSolutionId } = cluster
        return {
          key: value,
          cells: [
            by === 'OPERATOR' ? `${name ?? t(($) => $.abuse.unknown)} (AS${value})` : value,
            whole(verifications),
            whole(refused),
            whole(solutions),
            <span key="action" className="flex flex-wrap gap-x-4 gap-y-1">
              {busiestSolutionId === null ? null : <SolutionLink id={busiestSolutionId} />}
              {by === 'NETWORK' ? <CloseLink network={value} /> : null}
            </span>,
            <ClusterNote key="note" cluster={cluster} by={by} names={names} answer={answer} />,
          ],
        }
      })}
    />
  )
}

/** New accounts of the last week, put together by where they came from. */
export function SourceTable({
  sources,
  from,
  choice,
}: {
  sources: readonly SignUpSource[]
  from: SignUpSourceKind
  choice: ReactNode
}) {
  const { t } = useTranslation()
  const { whole } = useFormats()
  return (
    <RecordTable
      label={t(($) => $.abuse.signUps)}
      isTitled
      above={choice}
      className="mt-5"
      empty={from === 'DISPOSABLE' ? t(($) => $.abuse.noDisposable) : t(($) => $.abuse.noSignUps)}
      columns={[
        { label: t(($) => $.abuse.source) },
        { label: t(($) => $.abuse.accounts), isFigure: true },
        { label: t(($) => $.abuse.confirmed), isFigure: true },
        { label: t(($) => $.action.title) },
      ]}
      rows={sources.map(({ value, signUps, confirmed, disposable }) => ({
        key: value,
        cells: [
          <span key="source">
            {value} {disposable ? <Pill meaning="doubt">{t(($) => $.abuse.disposable)}</Pill> : null}
          </span>,
          whole(signUps),
          whole(confirmed),
          from === 'NETWORK' ? <CloseLink key="close" network={value} /> : '–',
        ],
      }))}
    />
  )
}

/** Solutions that were locked for a security incident, and whether their keys were rotated since. */
export function KeyTable({
  keys,
  days,
}: {
  keys: readonly LeakedKey[]
  days: readonly { day: string; solutions: number }[]
}) {
  const { t } = useTranslation()
  const { whole } = useFormats()
  return (
    <RecordTable
      label={t(($) => $.abuse.keys)}
      isTitled
      {...(days.length === 0
        ? {}
        : {
            above: (
              <dl aria-label={t(($) => $.abuse.keysByDay)} className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
                {days.map(({ day, solutions }) => (
                  <div key={day} className="flex gap-1.5">
                    <dt className="text-ink-2">{day}</dt>
                    <dd>{whole(solutions)}</dd>
                  </div>
                ))}
              </dl>
            ),
          })}
      className="mt-5"
      empty={t(($) => $.abuse.noKeys)}
      columns={[
        { label: t(($) => $.abuse.solution) },
        { label: t(($) => $.abuse.lockedAt) },
        { label: t(($) => $.abuse.unlockedAt) },
        { label: t(($) => $.abuse.keyState) },
      ]}
      rows={keys.map(({ solutionId, lockedAt, unlockedAt, rotated }) => ({
        key: solutionId,
        cells: [
          <SolutionLink key="solution" id={solutionId} />,
          <Moment key="locked" at={lockedAt} />,
          unlockedAt === null ? '–' : <Moment key="unlocked" at={unlockedAt} />,
          <Pill key="state" meaning={rotated ? 'human' : 'bot'}>
            {rotated ? t(($) => $.abuse.rotated) : t(($) => $.abuse.notRotated)}
          </Pill>,
        ],
      }))}
    />
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
