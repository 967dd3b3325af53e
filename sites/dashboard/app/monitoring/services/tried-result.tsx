import type { StoredResult, TriedCheck } from '@bollard/contracts'
import { Moment, useFormats } from '@bollard/site-kit'
import { Card, CardHeader } from '@bollard/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { StatePill } from '../state-pill.tsx'
import { useFaultWords } from '../use-fault-words.ts'

const phaseNames = ['dnsMs', 'connectMs', 'tlsMs', 'firstByteMs'] as const
type Phases = Pick<StoredResult, (typeof phaseNames)[number] | 'totalMs'>

/** How long each part of a check took. First byte and the whole are counted from the start. */
export function PhaseList({ phases }: { phases: Phases }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {[...phaseNames, 'totalMs' as const].map((phase) => {
        const ms = phases[phase]
        return ms === null ? null : (
          <div key={phase}>
            <dt className="text-xs text-ink-3">{t(($) => $.monitoring.phases[phase])}</dt>
            <dd className="tabular font-[560]">{formats.duration(ms)}</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** What one check has found, with every phase and every demand. Takes the focus, as it answers a button. */
export function TriedResult({ tried }: { tried: TriedCheck }) {
  const { t } = useTranslation()
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => card.current?.focus(), [tried])
  return (
    <Card className="sm:p-6">
      <div ref={card} tabIndex={-1} role="status" className="grid min-w-0 gap-4">
        <CardHeader title={t(($) => $.monitoring.tried.title)} className="!mb-0">
          <StatePill state={tried.verdict} />
        </CardHeader>
        <CheckFacts result={tried} />
      </div>
    </Card>
  )
}

/** Fault, phases, facts and demands of one result. */
export function CheckFacts({ result }: { result: TriedCheck }) {
  const { t } = useTranslation()
  const faultWords = useFaultWords()
  const { facts, phases, assertions, fault, detail, sample } = result
  const lines: [string, string | number | undefined][] = [
    [t(($) => $.monitoring.facts.address), facts.address],
    [t(($) => $.monitoring.facts.statusCode), facts.statusCode],
    [t(($) => $.monitoring.facts.answers), facts.answers?.join(', ')],
    [t(($) => $.monitoring.facts.challengedBy), facts.challengedBy],
  ]
  const ends: [string, number | undefined][] = [
    [t(($) => $.monitoring.facts.certificate), facts.certificateExpiresAt],
    [t(($) => $.monitoring.facts.domain), facts.domainExpiresAt],
  ]
  return (
    <>
      {fault === null ? null : (
        <p className="text-sm">
          <b className="font-[560]">{faultWords(fault)}</b>
          {detail === null ? null : (
            <span className="block font-mono text-xs text-ink-2 [overflow-wrap:anywhere]">{detail}</span>
          )}
        </p>
      )}
      <PhaseList phases={phases} />
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
        {lines.map(([name, value]) =>
          value === undefined || value === '' ? null : <Fact key={name} name={name} value={value} />,
        )}
        {ends.map(([name, at]) =>
          at === undefined ? null : (
            <Fact key={name} name={name} value={<Moment at={new Date(at).toISOString()} show="day" />} />
          ),
        )}
      </dl>
      {assertions.length === 0 ? null : (
        <ul className="grid gap-1 text-sm">
          {assertions.map(({ assertion, passed, found }) => (
            <li key={JSON.stringify(assertion)} className="[overflow-wrap:anywhere]">
              <b className={passed ? 'font-[560] text-human' : 'font-[560] text-bot'}>
                {passed ? t(($) => $.monitoring.tried.passed) : t(($) => $.monitoring.tried.failed)}
              </b>{' '}
              {t(($) => $.monitoring.sources[assertion.source])} {assertion.target}{' '}
              {t(($) => $.monitoring.comparisons[assertion.comparison])} {assertion.value}
              {found === null ? null : (
                <span className="text-ink-2"> – {t(($) => $.monitoring.tried.found, { found })}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {sample === null ? null : (
        <details className="text-sm">
          <summary className="w-fit cursor-pointer text-link touch:py-2.5">
            {t(($) => $.monitoring.tried.sample)}
          </summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
          <pre
            tabIndex={0}
            className="mt-2 max-h-72 overflow-auto rounded-md bg-sunken p-3 text-xs whitespace-pre-wrap"
          >
            {Object.entries(sample.headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
            {`\n\n${sample.body}`}
          </pre>
        </details>
      )}
    </>
  )
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
    </>
  )
}
