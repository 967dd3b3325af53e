import { Card } from '@bollard/ui'
import type { ReactNode } from 'react'

/** The card that every page of this site consists of. `after` stands below it, on the paper. */
export function FormCard({
  title,
  subtitle,
  children,
  after,
}: {
  title: string
  subtitle?: ReactNode
  children?: ReactNode
  after?: ReactNode
}) {
  return (
    <div className="w-full max-w-[27rem]">
      <Card padded={false} className="grid gap-6 px-5 py-7 sm:p-8">
        <div className="grid gap-2">
          <h1 className="text-[1.75rem]">{title}</h1>
          {subtitle ? <p className="text-ink-2">{subtitle}</p> : null}
        </div>
        {children}
      </Card>
      {after ? (
        <div className="mt-5 grid justify-items-center gap-1.5 text-center text-sm text-ink-2">{after}</div>
      ) : null}
    </div>
  )
}
