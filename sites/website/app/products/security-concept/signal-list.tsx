import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { Icon, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { scoreSignals } from './score-signals.ts'

/** Every signal of the score in words, with its weight; each group opens by itself. */
export function SignalList() {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const words: Readonly<Record<string, string>> = t(($) => $.reasons, { returnObjects: true })
  const weightText = (weight: number) => weight.toLocaleString(locale, { signDisplay: 'exceptZero' }).replace('-', '−')
  return (
    <div className="mt-10 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {scoreSignals.map(({ group, min, max, signals }) => (
        <details key={group} className="group">
          <summary className="flex min-h-14 list-none flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 [&::-webkit-details-marker]:hidden">
            <span className="font-[560]">{t(($) => $.products.security.signals.groups[group])}</span>
            <span className="me-auto text-sm text-ink-3">
              {t(($) => $.products.security.signals.count, { count: signals.length })}
            </span>
            <span className="tabular text-sm text-ink-2">
              {t(($) => $.products.security.signals.caps, { least: weightText(min), most: weightText(max) })}
            </span>
            <Icon name="chevron-down" className="size-4 shrink-0 text-ink-3 group-open:rotate-180" />
          </summary>
          <ul className="grid gap-2 border-t border-line bg-sunken px-5 py-4 text-sm">
            {signals.map(({ code, weight, conclusive }) => (
              <li key={code} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="tabular w-12 shrink-0 font-mono text-xs">{weightText(weight)}</span>
                <span className="min-w-0 flex-1 basis-48">{words[code]}</span>
                {conclusive ? <Pill meaning="bot">{t(($) => $.products.security.signals.conclusive)}</Pill> : null}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  )
}
