import { useFormats } from '@bollard/site-kit'
import type { WhatIfExample, WhatIfMove } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'
import { OutcomePill } from '../../solution/verifications/outcome-pill.tsx'
import { useSolution } from '../../solution/use-solution.ts'
import { mainReason, reasonWords } from '../../words/reason-words.ts'

/** Visitors who would be treated differently, by what would become of them; each kind opens to a few of them. */
export function Moves({ moves }: { moves: readonly WhatIfMove[] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (moves.length === 0) return null
  return (
    <ul className="grid gap-2">
      {moves.map(({ from, to, extraWork, count, examples }) => (
        <li key={`${from} ${to} ${extraWork}`} className="rounded-md border border-line bg-surface text-sm">
          <details>
            <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2.5 gap-y-1 rounded-md px-3.5 py-2">
              <span className="tabular font-[560]">{formats.whole(count)}</span>
              <OutcomePill outcome={from} />
              {from === to ? null : (
                <>
                  <span aria-hidden="true">→</span>
                  <span className="sr-only">{t(($) => $.whatIf.becomes)}</span>
                  <OutcomePill outcome={to} />
                </>
              )}
              {extraWork === 'SAME' ? null : (
                <span className="text-ink-2">{t(($) => $.whatIf.extraWork[extraWork])}</span>
              )}
              <span className="text-link sm:ms-auto">
                {t(($) => $.whatIf.examples, { count: examples.length, shown: formats.whole(examples.length) })}
              </span>
            </summary>
            <ul className="grid border-t border-line">
              {examples.map((example) => (
                <Example key={example.verificationId} example={example} move={{ from, to }} />
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  )
}

function Example({
  example: { verificationId, startedAt, score, reasons, country, hostname, browser, decision },
  move,
}: {
  example: WhatIfExample
  move: Pick<WhatIfMove, 'from' | 'to'>
}) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { base } = useSolution()
  const reason = mainReason(reasons, move.to)
  return (
    <li className="grid gap-x-4 gap-y-1 border-b border-line px-3.5 py-2.5 last:border-b-0 sm:grid-cols-[10rem_9rem_minmax(0,1fr)]">
      {/* A new tab, so that the draft stays where it is. */}
      <a
        href={`${base}/captcha/verifications/${verificationId}`}
        target="_blank"
        rel="noreferrer"
        className="text-link touch:min-h-11"
      >
        {formats.moment(startedAt)}
        <span className="sr-only"> {t(($) => $.detail.newTab)}</span>
      </a>
      <span className="tabular">
        {score.before === score.after
          ? t(($) => $.setUp.score, { score: formats.score(score.before) })
          : t(($) => $.whatIf.scores, { before: formats.score(score.before), after: formats.score(score.after) })}
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere] text-ink-2">
        {[decision.rule?.name, reason ? reasonWords(t, reason.code) : null, browser, hostname, country]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  )
}
