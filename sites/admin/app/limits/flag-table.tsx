import type { Flag } from '@bollard/contracts'
import { Moment, useFormats, useSite } from '@bollard/site-kit'
import { Cell, HeadCell, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ReasonedAction } from '../frame/reasoned-action.tsx'
import { flagTexts, scopeTexts } from './flag-words.ts'

/** Flags, newest first, with those that have ended. */
export function FlagTable({ flags }: { flags: readonly Flag[] }) {
  const { t } = useTranslation()
  return (
    <Table label={t(($) => $.limits.flags)}>
      <thead>
        <tr>
          <HeadCell>{t(($) => $.limits.flag)}</HeadCell>
          <HeadCell>{t(($) => $.limits.scope)}</HeadCell>
          <HeadCell>{t(($) => $.limits.state)}</HeadCell>
          <HeadCell>{t(($) => $.limits.ends)}</HeadCell>
          <HeadCell>{t(($) => $.action.reason)}</HeadCell>
          <HeadCell>{t(($) => $.action.title)}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {flags.map((flag) => (
          <Row key={flag.id}>
            <Cell className="min-w-[14rem] whitespace-normal">
              {t(($) => $.limits.names[flagTexts[flag.name]])}
              <FlagValue flag={flag} />
            </Cell>
            <Cell>{flag.scopeId ?? t(($) => $.limits.scopes[scopeTexts[flag.scope]])}</Cell>
            <Cell>
              {flag.holds ? (
                <Pill meaning="doubt">{t(($) => $.limits.holds)}</Pill>
              ) : (
                <Pill>{t(($) => $.limits.ended)}</Pill>
              )}
            </Cell>
            <Cell>
              <Moment at={flag.endedAt ?? flag.endsAt} />
            </Cell>
            <Cell className="min-w-[14rem] whitespace-normal">{flag.reason}</Cell>
            <Cell>
              {flag.holds ? <ReasonedAction button={t(($) => $.limits.end)} intent="end" id={flag.id} /> : null}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function FlagValue({ flag: { number, texts } }: { flag: Flag }) {
  const { language } = useSite()
  const { whole } = useFormats()
  const text = texts?.[language] ?? Object.values(texts ?? {})[0]
  if (number !== null) return <p className="text-xs text-ink-3">{whole(number)}</p>
  return text === undefined ? null : <p className="text-xs text-ink-3">{text}</p>
}
