import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A bordered surface. `padded` is off for tables, which bring their own. */
export function Card({ padded = true, className, ...rest }: ComponentProps<'section'> & { padded?: boolean }) {
  return (
    <section
      data-slot="card"
      className={classNames('rounded-lg border border-line bg-surface', padded && 'p-5', className)}
      {...rest}
    />
  )
}

/** Title row of a card; `children` stand at its end. */
export function CardHeader({
  title,
  level: Heading = 'h2',
  children,
  className,
}: {
  title: ReactNode
  /** `h3` below a heading of the same page. */
  level?: 'h2' | 'h3'
  children?: ReactNode
  className?: string
}) {
  return (
    <div className={classNames('mb-3.5 flex flex-wrap items-center gap-x-3.5 gap-y-2', className)}>
      <Heading className="me-auto font-sans text-base font-[580] tracking-normal">{title}</Heading>
      {children}
    </div>
  )
}
