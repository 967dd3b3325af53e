import { Cell, Row } from '@bollard/ui'
import type { ReactNode } from 'react'
import { StackedTable } from './stacked-table.tsx'

export interface Column<T> {
  label: string
  cell: (item: T) => ReactNode
  align?: 'end'
}

interface ListTableProps<T> {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<T>[]
  items: readonly T[]
  keyOf: (item: T) => string
  /** Says why there are no rows. */
  empty: string
}

/** A list of the site: a table, on a phone a card for each row, and a sentence where there is nothing. */
export function ListTable<T>({ label, columns, items, keyOf, empty }: ListTableProps<T>) {
  return (
    <StackedTable
      label={label}
      columns={columns}
      empty={empty}
      rows={items.map((item) => (
        <Row key={keyOf(item)}>
          {columns.map((column) => (
            <Cell key={column.label} align={column.align ?? 'start'} data-label={column.label}>
              <div className="min-w-0 [overflow-wrap:anywhere]">{column.cell(item)}</div>
            </Cell>
          ))}
        </Row>
      ))}
    />
  )
}

/** Facts of one thing: names and values, which wrap on a phone. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 xl:grid-cols-3">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-ink-3">{name}</dt>
          <dd className="[overflow-wrap:anywhere]">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
