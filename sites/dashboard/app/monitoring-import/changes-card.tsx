import type { ConfigurationChanges, Imported } from '@bollard/contracts'
import { useFormats } from '@bollard/site-kit'
import { Alert } from '@bollard/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Fold } from '../forms/fold.tsx'

/** Of a long list, so many lines are shown; the answer of the API has all. */
const linesMax = 200

/** What a file changes, or has changed, and what of it does not come along. Takes the focus, since the form stays as it is. */
export function ChangesCard({ result }: { result: ConfigurationChanges | Imported }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const alert = useRef<HTMLDivElement>(null)
  const words = t(($) => $.monitoringImport, { returnObjects: true })
  const { applied, created, changed, deleted, kept, unchanged } = result
  const unmapped = 'unmapped' in result ? result.unmapped : []
  const more = 'unmapped' in result ? result.unmappedMore : 0
  /** The same name may be that of a service and of a channel. */
  const lineOf = ({ kind, key, name }: ConfigurationChanges['created'][number]) =>
    [`${kind} ${key}`, `${words.things[kind]}: ${name}`] as const
  useEffect(() => alert.current?.focus(), [result])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Alert ref={alert} kind={applied ? 'success' : 'info'} title={applied ? words.applied : words.tried}>
        {t(($) => $.monitoringImport.counts, {
          created: formats.whole(created.length),
          changed: formats.whole(changed.length),
          deleted: formats.whole(deleted.length),
          unchanged: formats.whole(unchanged + kept),
        })}
      </Alert>
      <Lines title={words.created} lines={created.map(lineOf)} />
      <Lines
        title={words.changed}
        lines={changed.map(({ fields, ...thing }) => [
          ...lineOf(thing),
          <ul key="fields" className="mt-1 grid gap-0.5 font-mono text-xs text-ink-2 [overflow-wrap:anywhere]">
            {fields.map(({ pointer, before, after, secret }) => (
              <li key={pointer}>{secret ? `${pointer}: ${words.secret}` : `${pointer}: ${before} → ${after}`}</li>
            ))}
          </ul>,
        ])}
      />
      <Lines title={words.deleted} lines={deleted.map(lineOf)} />
      <Lines
        title={words.unmapped}
        count={unmapped.length + more}
        lines={unmapped.map(({ name, reason, field, value }, index) => [
          `${index}`,
          name,
          <span key="reason" className="text-ink-2">
            {[` – ${words.reasons[reason]}`, field, value].filter((one) => one !== null).join(' · ')}
          </span>,
        ])}
      />
    </div>
  )
}

interface LinesProps {
  title: string
  count?: number
  lines: readonly (readonly [key: string, name: string, more?: ReactNode])[]
}

function Lines({ title, lines, count = lines.length }: LinesProps) {
  const formats = useFormats()
  if (lines.length === 0) return null
  return (
    <Fold label={`${title} (${formats.whole(count)})`}>
      <ul className="grid gap-1.5 text-sm [overflow-wrap:anywhere]">
        {lines.slice(0, linesMax).map(([key, name, more]) => (
          <li key={key}>
            {name}
            {more}
          </li>
        ))}
        {count > linesMax ? <li>…</li> : null}
      </ul>
    </Fold>
  )
}
