import type { ReactNode } from 'react'

/** What somebody is asked to agree to, line by line. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line rounded-md border border-line">
      {facts.map(([name, value]) => (
        <div key={name} className="grid gap-x-4 gap-y-0.5 px-4 py-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className="min-w-0 text-sm font-[560] break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
