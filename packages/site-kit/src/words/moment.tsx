import { useFormats } from './time-zone.tsx'

type Part = 'moment' | 'day' | 'clock' | 'recent'

/** A point in time; the whole of it shows on hover. `now` belongs to `recent`. Marked where it is UTC. */
export function Moment({
  at,
  show = 'moment',
  now = 0,
  className,
}: {
  at: string
  show?: Part
  now?: number
  className?: string
}) {
  const formats = useFormats()
  const text = show === 'recent' ? formats.recent(at, now) : formats[show](at)
  return (
    <time dateTime={at} title={`${formats.moment(at)} (${formats.zone})`} className={className}>
      {text}
      {!formats.isUtc || show === 'day' || show === 'recent' ? null : ' UTC'}
    </time>
  )
}
