import { Card } from '@bollard/ui'
import type { ReactNode } from 'react'

/** One step of the set-up: its number on a post, what to do, and the means. */
export function Step({
  id,
  number,
  title,
  text,
  children,
}: {
  id: string
  number: number
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <li id={id} className="scroll-mt-20">
      <Card className="grid gap-4 sm:!p-6">
        <div className="flex items-start gap-4">
          <span
            aria-hidden="true"
            className="grid h-11 w-7 shrink-0 place-items-center rounded-post bg-ink font-display text-base font-bold text-paper"
          >
            {number}
          </span>
          <div className="grid gap-1">
            <h2 className="text-lg">{title}</h2>
            <p className="max-w-[44rem] text-ink-2">{text}</p>
          </div>
        </div>
        <div className="grid min-w-0 gap-4 sm:ps-11">{children}</div>
      </Card>
    </li>
  )
}
