import { useFormats } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

/** What `countVerifications` says of a filter. */
export interface FoundCount {
  count: number
  isComplete: boolean
}

/** As `verificationsCountedMax` of the contracts, which would bring all their schemas into the page; a test holds them together. */
export const countedMax = 1_000

/** How much a filter finds, as far as it was counted. */
export function FilterCount({ count, isComplete }: FoundCount) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = { shown: formats.whole(count) }
  return (
    <output className="block tabular text-sm text-ink-2">
      {isComplete
        ? t(($) => $.logFilter.count.exact, { ...words, count })
        : count >= countedMax
          ? t(($) => $.logFilter.count.more, words)
          : t(($) => $.logFilter.count.atLeast, words)}
    </output>
  )
}
