import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A table that scrolls sideways inside its own box. `label` names it for screen readers. */
export function Table({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section aria-label={label} tabIndex={0} data-slot="table" className="@container overflow-x-auto">
      <table className={classNames('tabular w-full border-collapse text-[.8438rem]', className)}>{children}</table>
    </section>
  )
}

export function HeadCell({
  className,
  align = 'start',
  ...rest
}: Omit<ComponentProps<'th'>, 'align'> & { align?: 'start' | 'end' }) {
  return (
    <th
      scope="col"
      className={classNames(
        'border-b border-line px-3.5 py-2.5 text-xs font-[500] whitespace-nowrap text-ink-3',
        align === 'end' ? 'text-end' : 'text-start',
        className,
      )}
      {...rest}
    />
  )
}

export function Cell({
  className,
  align = 'start',
  ...rest
}: Omit<ComponentProps<'td'>, 'align'> & { align?: 'start' | 'end' }) {
  return (
    <td
      className={classNames(
        'border-b border-line px-3.5 py-[11px] whitespace-nowrap',
        align === 'end' && 'text-end',
        className,
      )}
      {...rest}
    />
  )
}

/** A row; the last one has no line below it. */
export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr className={classNames('last:*:border-b-0 hover:bg-sunken/60', className)} {...rest} />
}
