import { useFormats } from '@bollard/site-kit'
import type { Reason } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'
import { reasonWords } from '../../words/reason-words.ts'

/** What volume did to the work, each effect with its number. No bars: none of it speaks for or against the visitor. */
export function VolumeReasons({ reasons }: { reasons: readonly Reason[] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <>
      <p className="mb-4 max-w-[44rem] text-sm text-ink-2">{t(($) => $.detail.volumeText)}</p>
      <ul>
        {reasons.map(({ code, bits = 0 }) => (
          <li
            key={code}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t border-line py-2.5 text-sm"
          >
            <span>{reasonWords(t, code)}</span>
            <span className="tabular text-ink-2">{t(($) => $.detail.volumeTimes, { times: formats.times(bits) })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
