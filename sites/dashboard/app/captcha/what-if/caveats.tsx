import { useFormats } from '@bollard/site-kit'
import type { WhatIf } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'

/** What the change would do to the work that volume, likeness and attacks ask for; nothing where it changes none. */
export function VolumeChange({ result: { volume } }: { result: WhatIf }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { more, less, throttled } = volume
  const shown = { more: formats.whole(more), less: formats.whole(less) }
  const hasThrottled = throttled.after !== null && throttled.after !== throttled.before
  if (more === 0 && less === 0 && !hasThrottled) return null
  return (
    <p className="text-sm">
      {more > 0 ? `${t(($) => $.whatIf.moreWork, { count: more, shown: shown.more })} ` : ''}
      {less > 0 ? `${t(($) => $.whatIf.lessWork, { count: less, shown: shown.less })} ` : ''}
      {hasThrottled
        ? t(($) => $.whatIf.throttled, {
            before: formats.whole(throttled.before),
            after: formats.whole(throttled.after ?? 0),
          })
        : ''}
    </p>
  )
}

/** What the figures cannot tell. */
export function Caveats({ result }: { result: WhatIf }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { share, treatedOtherwise, undecidable, unseen, volume } = result
  const lines = [
    share < 1 ? t(($) => $.whatIf.caveats.share, { share: formats.share(share) }) : null,
    treatedOtherwise > 0
      ? t(($) => $.whatIf.caveats.treatedOtherwise, {
          count: treatedOtherwise,
          shown: formats.whole(treatedOtherwise),
        })
      : null,
    ...undecidable.map(({ name, count, because }) =>
      t(($) => $.whatIf.caveats.undecidable[because], { name, count, shown: formats.whole(count) }),
    ),
    ...unseen
      .filter(({ count }) => count > 0)
      .map(({ because, count }) => t(($) => $.whatIf.caveats.unseen[because], { count, shown: formats.whole(count) })),
    volume.unseen > 0
      ? t(($) => $.whatIf.caveats.volumeUnseen, { count: volume.unseen, shown: formats.whole(volume.unseen) })
      : null,
    t(($) => $.whatIf.caveats.always),
  ]
  return (
    <ul className="grid list-disc gap-1 ps-5 text-xs text-ink-3">
      {lines.map((line) => (line === null ? null : <li key={line}>{line}</li>))}
    </ul>
  )
}
