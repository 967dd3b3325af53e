import { HeadCell, Table } from '@bollard/ui'
import type { ReactNode } from 'react'

/** A table of a part; `children` are the rows. Its label stands above it, where it doesn't scroll sideways with the columns. */
export function PartTable({
  label,
  head,
  isLive = false,
  out,
  children,
}: {
  label: string
  head: readonly string[]
  /** For rows that an island changes. */
  isLive?: boolean
  /** Where all rows are an island's: the name by which it finds their place. */
  out?: string
  children?: ReactNode
}) {
  return (
    <div className="min-w-0">
      <p className="mb-2 text-sm text-ink-2">{label}</p>
      <Table label={label}>
        <thead>
          <tr>
            {head.map((text) => (
              <HeadCell key={text} className="!whitespace-normal">
                {text}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody data-out={out} aria-live={isLive || out !== undefined ? 'polite' : undefined}>
          {children}
        </tbody>
      </Table>
    </div>
  )
}

/** What a row is about. */
export function RowHead({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className="border-b border-line min-w-28 px-3.5 py-[11px] text-start font-[500]">
      {children}
    </th>
  )
}
