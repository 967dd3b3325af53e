import type { FieldVerdictAnswer } from '@bollard/contracts'
import { type Meaning, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

const meanings = { PASS: 'human', FLAG: 'doubt', FAIL: 'bot', UNKNOWN: 'neutral' } as const satisfies Record<
  FieldVerdictAnswer['outcome'],
  Meaning
>

/** What was found in one value, what was probably meant, and what the visitor is told. */
export function Verdict({ verdict: { outcome, findings, suggestion, message } }: { verdict: FieldVerdictAnswer }) {
  const { t } = useTranslation()
  const words = t(($) => $.protection.verdict, { returnObjects: true })
  return (
    <div className="grid min-w-0 justify-items-start gap-1.5 text-sm">
      <Pill meaning={meanings[outcome]} mark>
        {words.outcomes[outcome]}
      </Pill>
      {findings.length === 0 ? null : (
        <ul className="grid gap-1">
          {findings.map(({ code, weight, sentence }) => (
            <li key={code} className="[overflow-wrap:anywhere]">
              {/* Findings are put into words by the service, in English. */}
              <span lang="en">{sentence}</span>{' '}
              <span className="text-ink-3">
                {code}
                {weight === 0 ? '' : ` · ${t(($) => $.protection.verdict.weight, { weight })}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {suggestion === null ? null : (
        <p className="[overflow-wrap:anywhere]">{t(($) => $.protection.verdict.suggestion, { suggestion })}</p>
      )}
      {message === null ? null : (
        <p className="[overflow-wrap:anywhere] text-ink-2">{t(($) => $.protection.verdict.message, { message })}</p>
      )}
    </div>
  )
}
