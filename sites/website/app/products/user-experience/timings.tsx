import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { Tile, Tiles } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import type { MeasuredTimings } from './measured-timings.server.ts'

/** What a visitor waits for, and what their page notices: medians that our benchmarks stored. */
export function Timings({ toToken, longestTask, measuredOn }: MeasuredTimings) {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const texts = t(($) => $.products.experience.timings.rows, { returnObjects: true })
  const seconds = (value: number) =>
    t(($) => $.products.experience.timings.seconds, { value: value.toLocaleString(locale) })
  const milliseconds = (value: number) =>
    t(($) => $.products.experience.timings.milliseconds, { value: value.toLocaleString(locale) })
  const shown = [
    ...(toToken === null
      ? []
      : [
          { of: texts.chromium, value: seconds(toToken.chromium) },
          { of: texts.firefox, value: seconds(toToken.firefox) },
          { of: texts.withoutWebAssembly, value: seconds(toToken.withoutWebAssembly) },
        ]),
    ...(longestTask === null
      ? []
      : [
          { of: texts.full, value: milliseconds(longestTask.full) },
          { of: texts.quarter, value: milliseconds(longestTask.quarter) },
        ]),
  ]
  return (
    <>
      <Tiles className="mt-10 lg:grid-cols-5">
        {shown.map(({ of: { label, note }, value }) => (
          <Tile key={label} label={label} value={value} note={note} />
        ))}
      </Tiles>
      {measuredOn === null ? null : (
        <p className="mt-4 max-w-[52em] text-sm text-ink-2">
          {t(($) => $.products.experience.timings.how, {
            day: new Date(measuredOn).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' }),
          })}
        </p>
      )}
    </>
  )
}
