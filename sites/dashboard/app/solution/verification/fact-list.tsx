import type { ReactNode } from 'react'

/** Names and what they are, one below the other. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className="grid text-sm">{children}</dl>
}

export function Fact({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-3 border-t border-line py-2 first:border-t-0 first:pt-0 last:pb-0">
      <dt className="text-ink-3">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">
        {children}
        {hint ? <span className="block text-xs text-ink-3">{hint}</span> : null}
      </dd>
    </div>
  )
}
