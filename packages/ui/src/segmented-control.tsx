import { Slot } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A few choices of which one holds, as links: the choice lives in the address. */
export function SegmentedControl({
  label,
  children,
  className,
}: {
  label: string
  children: ReactNode
  className?: string
}) {
  return (
    <nav
      aria-label={label}
      data-slot="segmented-control"
      className={classNames(
        'inline-flex divide-x divide-line-strong rounded-dense border border-line-strong bg-surface',
        className,
      )}
    >
      {children}
    </nav>
  )
}

/** One choice; `asChild` lends the look to a router's link. */
export function SegmentedItem({
  current,
  asChild = false,
  className,
  ...rest
}: ComponentProps<'a'> & { current: boolean; asChild?: boolean }) {
  const Element = asChild ? Slot.Root : 'a'
  return (
    <Element
      aria-current={current ? 'true' : undefined}
      className={classNames(
        'inline-flex h-8 items-center px-3 text-sm whitespace-nowrap first:rounded-l-dense last:rounded-r-dense focus-visible:z-10 touch:h-11',
        current ? 'bg-sunken font-[560] text-ink' : 'text-ink-2 hover:text-ink',
        className,
      )}
      {...rest}
    />
  )
}
