import { Icon } from '@bollard/ui'
import type { ReactNode } from 'react'

/** Something that opens on demand, without script. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group/more min-w-0 rounded-md border border-line">
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-md px-4 py-2 font-[520] hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <Icon
          name="chevron-right"
          className="size-4 shrink-0 group-open/more:rotate-90 rtl:group-open/more:-rotate-90"
        />
        {title}
      </summary>
      <div className="min-w-0 px-4 pt-1 pb-4">{children}</div>
    </details>
  )
}
