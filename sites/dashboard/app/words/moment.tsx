import { useFormats, useZoneIsCertain } from './time-zone.tsx'

type Style = 'moment' | 'day' | 'clock' | 'recent'

/** A point in time; the whole of it shows on hover. `now` belongs to `recent`. Marked UTC until the visitor's zone is known. */
export function Moment({ at, style = 'moment', now = 0, className }: { at: string; style?: Style; now?: number; className?: string }) {
  const formats = useFormats()
  const certain = useZoneIsCertain()
  const text = style === 'recent' ? formats.recent(at, now) : formats[style](at)
  return (
    <time dateTime={at} title={`${formats.moment(at)} (${formats.zone})`} className={className}>
      {text}
      {certain || style === 'day' || style === 'recent' ? null : ' UTC'}
    </time>
  )
}
