import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A row of figures in one card; two columns on a phone. */
export function Tiles({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <dl
      data-slot="tiles"
      className={classNames(
        'grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4',
        className,
      )}
    >
      {children}
    </dl>
  )
}

/** One figure: what it is, how much with its unit, and what it is compared with. */
export function Tile({
  label,
  value,
  note,
  mark,
}: {
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  mark?: ReactNode
}) {
  return (
    <div data-slot="tile" className="min-w-0 bg-surface px-3.5 py-4 sm:px-5 sm:py-[18px]">
      <dt className="flex items-center gap-[7px] text-sm text-ink-2">
        {mark}
        {label}
      </dt>
      <dd className="tabular mt-1.5 font-display text-[1.5rem] [overflow-wrap:anywhere] sm:text-[1.75rem] leading-[1.15] font-[640] tracking-[-0.02em]">
        {value}
      </dd>
      {note ? <dd className="text-xs text-ink-3">{note}</dd> : null}
    </div>
  )
}
