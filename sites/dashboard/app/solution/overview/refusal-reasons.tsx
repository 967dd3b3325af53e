import { useFormats } from '@bollard/site-kit'
import type { Statistics } from '@bollard/contracts'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { reasonWords } from '../../words/reason-words.ts'

const shownAtMost = 5

/** Why bots were stopped, most frequent first. */
export function RefusalReasons({ reasons }: { reasons: Statistics['refusalReasons'] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const most = Math.max(1, ...reasons.map(({ count }) => count))
  return (
    <Card>
      <CardHeader title={t(($) => $.overview.reasons.title)} />
      {reasons.length === 0 ? <p className="text-sm text-ink-3">{t(($) => $.overview.reasons.empty)}</p> : null}
      <ol className="grid">
        {reasons.slice(0, shownAtMost).map(({ code, count }) => (
          <li
            key={code}
            className="grid grid-cols-[1fr_auto] gap-x-2.5 gap-y-1.5 border-t border-line py-2.5 text-[.8438rem] first:border-t-0 first:pt-0"
          >
            <span>{reasonWords(t, code)}</span>
            <b className="tabular self-end font-mono text-xs font-[560]">{formats.whole(count)}</b>
            <span aria-hidden="true" className="col-span-2 h-1.5 rounded-post bg-sunken">
              <span
                className="block h-1.5 min-w-1.5 rounded-post bg-series-human"
                style={{ width: `${(count / most) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
