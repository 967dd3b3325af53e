import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** What stands where rows will be: what is missing, why, and the next step as `action`. */
export function EmptyState({
  title,
  action,
  children,
  className,
}: {
  title: ReactNode
  action?: ReactNode
  children?: ReactNode
  className?: string
}) {
  return (
    <div
      data-slot="empty-state"
      className={classNames('grid justify-items-center gap-3 px-6 py-12 text-center', className)}
    >
      <span aria-hidden="true" className="mb-1 inline-flex h-10 items-end gap-1.5">
        <span className="h-7 w-2.5 rounded-post bg-line" />
        <span className="h-10 w-2.5 rounded-post bg-line-strong" />
        <span className="h-7 w-2.5 rounded-post bg-line" />
      </span>
      <h2 className="text-lg">{title}</h2>
      {children ? <div className="max-w-[34rem] text-ink-2">{children}</div> : null}
      {action ? <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  )
}
