import { Icon } from '@bollard/ui'
import { useEffect, useRef } from 'react'

/** A visitor who waited this long looks for help. */
const waitMs = 60_000

/** What to look at when nothing happens. There from the start to be opened, and opens by itself after a minute. */
export function Hint({ title, points }: { title: string; points: readonly string[] }) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => details.current?.setAttribute('open', ''), waitMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <details ref={details} className="group rounded-md border border-line bg-surface px-4 text-sm">
      <summary className="flex min-h-11 list-none items-center gap-2 font-[520] [&::-webkit-details-marker]:hidden">
        <Icon
          name="chevron-right"
          className="size-3.5 text-ink-3 transition-transform duration-250 group-open:rotate-90 rtl:group-open:-rotate-90"
        />
        {title}
      </summary>
      <ul className="grid list-disc gap-1.5 pb-4 ps-9 text-ink-2 [overflow-wrap:anywhere]">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </details>
  )
}
