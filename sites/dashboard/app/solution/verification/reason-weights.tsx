import { useFormats } from '@bollard/site-kit'
import type { Reason } from '@bollard/contracts'
import { classNames } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { reasonWords } from '../../words/reason-words.ts'

/** A bar as long as this many log-odds fills its side, unless a reason weighs more. */
const fullSide = 4

/** Every reason with its weight: to the right towards a bot, to the left towards a person. */
export function ReasonWeights({ reasons }: { reasons: readonly Reason[] }) {
  const { t } = useTranslation()
  if (reasons.length === 0) return <p className="text-sm text-ink-2">{t(($) => $.detail.reasonsEmpty)}</p>
  const most = Math.max(fullSide, ...reasons.map(({ weight }) => Math.abs(weight)))
  return (
    <>
      <p className="mb-4 max-w-[44rem] text-sm text-ink-2">{t(($) => $.detail.reasonsText)}</p>
      <div aria-hidden="true" className="mb-1 hidden justify-end gap-4 text-xs text-ink-3 sm:flex">
        <span className="flex w-[240px] justify-between">
          <span>← {t(($) => $.detail.person)}</span>
          <span>{t(($) => $.detail.bot)} →</span>
        </span>
        <span className="w-14" />
      </div>
      <ul>
        {reasons.map((reason) => (
          <ReasonRow key={reason.code} reason={reason} most={most} />
        ))}
      </ul>
    </>
  )
}

function ReasonRow({ reason: { code, group, weight }, most }: { reason: Reason; most: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isBot = weight > 0
  const shown = formats.signed(weight)
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5 border-t border-line py-2.5 text-sm sm:grid-cols-[1fr_240px_3.5rem]">
      <span>
        {reasonWords(t, code)}
        <span className="block text-xs text-ink-3">
          {groupWords(
            t(($) => $.detail.groups, { returnObjects: true }),
            group,
          )}
        </span>
      </span>
      <span aria-hidden="true" className="relative h-3 max-sm:order-3 max-sm:col-span-2">
        <span className="absolute inset-x-0 top-[3px] h-1.5 rounded-post bg-sunken" />
        <span className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
        <span
          className={classNames(
            'absolute top-[3px] h-1.5 min-w-1.5 rounded-post',
            isBot ? 'left-1/2 bg-bot' : 'right-1/2 bg-human',
          )}
          style={{ width: `${(Math.abs(weight) / most) * 50}%` }}
        />
      </span>
      <span
        className={classNames('tabular text-right font-mono text-xs font-[560]', isBot ? 'text-bot' : 'text-human')}
      >
        <span aria-hidden="true">{shown}</span>
        <span className="sr-only">
          {isBot ? t(($) => $.detail.weightBot, { weight: shown }) : t(($) => $.detail.weightPerson, { weight: shown })}
        </span>
      </span>
    </li>
  )
}

/** A group newer than these texts is shown by its code. */
function groupWords(words: Readonly<Record<string, string>>, group: string): string {
  return words[group] ?? group
}
