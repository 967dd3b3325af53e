import type { Flag } from '@bollard/contracts'
import { Moment, useFormats, useSite } from '@bollard/site-kit'
import { Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ReasonedAction } from '../frame/reasoned-action.tsx'
import { RecordTable } from '../frame/record-table.tsx'
import { useMayChange } from '../frame/use-operator.ts'
import { flagTexts, scopeTexts } from './flag-words.ts'

/** Flags, newest first, with those that have ended. */
export function FlagTable({ flags }: { flags: readonly Flag[] }) {
  const { t } = useTranslation()
  const mayChange = useMayChange()
  return (
    <RecordTable
      label={t(($) => $.limits.flags)}
      isTitled
      empty={t(($) => $.limits.none)}
      columns={[
        { label: t(($) => $.limits.flag) },
        { label: t(($) => $.limits.scope) },
        { label: t(($) => $.limits.state) },
        { label: t(($) => $.limits.ends) },
        { label: t(($) => $.action.reason) },
        ...(mayChange ? [{ label: t(($) => $.action.title) }] : []),
      ]}
      rows={flags.map((flag) => ({
        key: flag.id,
        cells: [
          <div key="flag" className="min-w-0">
            {t(($) => $.limits.names[flagTexts[flag.name]])}
            <FlagValue flag={flag} />
          </div>,
          flag.scopeId ?? t(($) => $.limits.scopes[scopeTexts[flag.scope]]),
          <Pill key="state" meaning={flag.holds ? 'doubt' : 'neutral'}>
            {flag.holds ? t(($) => $.limits.holds) : t(($) => $.limits.ended)}
          </Pill>,
          <Moment key="ends" at={flag.endedAt ?? flag.endsAt} />,
          flag.reason,
          flag.holds ? <ReasonedAction key="end" button={t(($) => $.limits.end)} intent="end" id={flag.id} /> : '–',
        ],
      }))}
    />
  )
}

function FlagValue({ flag: { number, texts } }: { flag: Flag }) {
  const { language } = useSite()
  const { whole } = useFormats()
  const text = texts?.[language] ?? Object.values(texts ?? {})[0]
  if (number !== null) return <p className="text-xs text-ink-3">{whole(number)}</p>
  return text === undefined ? null : <p className="text-xs text-ink-3">{text}</p>
}
