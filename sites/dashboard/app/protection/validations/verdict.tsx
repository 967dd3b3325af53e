import type { FieldVerdictAnswer } from '@bollard/contracts'
import { type Meaning, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useFindingWords } from '../../words/use-finding-words.ts'

const meanings = { PASS: 'human', FLAG: 'doubt', FAIL: 'bot', UNKNOWN: 'neutral' } as const satisfies Record<
  FieldVerdictAnswer['outcome'],
  Meaning
>

/** What was found in one value, what was probably meant, and what the visitor is told. */
export function Verdict({ verdict: { outcome, findings, suggestion, message } }: { verdict: FieldVerdictAnswer }) {
  const { t } = useTranslation()
  const findingWords = useFindingWords()
  const words = t(($) => $.protection.verdict, { returnObjects: true })
  return (
    <div className="grid min-w-0 justify-items-start gap-1.5 text-sm">
      <Pill meaning={meanings[outcome]} mark>
        {words.outcomes[outcome]}
      </Pill>
      {findings.length === 0 ? null : (
        <ul className="grid gap-1">
          {findings.map((finding) => {
            const { code, weight } = finding
            const sentence = findingWords.sentence(finding)
            return (
              <li key={code} className="[overflow-wrap:anywhere]">
                {/* A code newer than our texts is put into words by the service, in English. */}
                {sentence ?? <span lang="en">{finding.sentence}</span>}{' '}
                <span className="text-xs text-ink-3">
                  {code}
                  {weight === 0 ? '' : ` · ${t(($) => $.protection.verdict.weight, { weight })}`}
                </span>
              </li>
            )
          })}
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
