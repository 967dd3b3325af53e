import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

/** Alternatives of which one shows, on pages with hydration. Where the choice is worth an address, use SegmentedControl. */
export function Tabs({
  label,
  tabs,
}: {
  label: string
  tabs: readonly { id: string; title: ReactNode; content: ReactNode }[]
}) {
  return (
    <Primitive.Root defaultValue={tabs[0]?.id ?? ''}>
      <Primitive.List aria-label={label} className="scroll-row mb-4 flex gap-1 border-b border-line">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px h-[2.125rem] border-b-2 border-transparent px-3 text-sm whitespace-nowrap text-ink-2 data-[state=active]:border-amber data-[state=active]:font-[560] data-[state=active]:text-ink touch:h-11"
          >
            {tab.title}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.id} value={tab.id}>
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}
