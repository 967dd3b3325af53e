import { Card, Pill } from '@bollard/ui'
import type { ReactNode } from 'react'

/** One way in which the account is protected: what it is, whether it is on, and what can be done about it. */
export function SecurityCard({
  title,
  about,
  state,
  children,
}: {
  title: string
  about: ReactNode
  state?: { text: string; isOn: boolean }
  children: ReactNode
}) {
  return (
    <Card className="grid gap-4 sm:p-6 print:hidden">
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="me-auto font-sans text-base font-[580] tracking-normal">{title}</h2>
          {state ? <Pill meaning={state.isOn ? 'human' : 'neutral'}>{state.text}</Pill> : null}
        </div>
        <p className="max-w-[38rem] text-sm text-ink-2">{about}</p>
      </div>
      {children}
    </Card>
  )
}
