import { Card, CardHeader, classNames, EmptyState, HeadCell, Table } from '@bollard/ui'
import type { ReactNode } from 'react'

interface StackedTableProps {
  /** Names the table for screen readers. */
  label: string
  /** The name stands above the table, too; left out where the page is about nothing else. */
  isTitled?: boolean
  /** Stands below the name, such as a choice of what is shown. */
  above?: ReactNode
  className?: string | undefined
  columns: readonly { readonly label: string; readonly align?: 'start' | 'end' }[]
  /** Says why there are no rows; left out where there always are. */
  empty?: string
  /** Its cells carry the names of their columns as `data-label`, for the cards of a phone. */
  rows: readonly ReactNode[]
}

/** In place of a list that has nothing in it. */
export function NoRows({ title }: { title: string }) {
  return (
    <Card padded={false}>
      <EmptyState title={title} />
    </Card>
  )
}

/** A table in a card, on a phone a card for each row, and a sentence where there is nothing. */
export function StackedTable({
  label,
  isTitled = false,
  above,
  className,
  columns,
  empty = '',
  rows,
}: StackedTableProps) {
  return (
    <Card padded={false} className={classNames('overflow-hidden', className)}>
      {isTitled ? <CardHeader title={label} className="px-4 pt-4 sm:px-3.5" /> : null}
      {above === undefined ? null : <div className="mb-2 px-4 sm:px-3.5">{above}</div>}
      {rows.length === 0 ? (
        <EmptyState title={empty} />
      ) : (
        <Table label={label} className="stacked-table">
          <thead>
            <tr>
              {columns.map((column) => (
                <HeadCell key={column.label} align={column.align ?? 'start'}>
                  {column.label}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>{rows}</tbody>
        </Table>
      )}
    </Card>
  )
}
