import { Cell, Row } from '@bollard/ui'
import type { ReactNode } from 'react'
import { StackedTable } from './stacked-table.tsx'

export interface Column {
  label: string
  /** Figures stand at the end of their cells. */
  isFigure?: boolean
}
export interface RecordRow {
  key: string
  /** In the order of the columns. */
  cells: readonly ReactNode[]
}

interface RecordTableProps {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column[]
  rows: readonly RecordRow[]
  /** What stands in the place of a table without rows; left out where there always are. */
  empty?: string
  /** The name stands above the table, too; left out where the page is about nothing else. */
  isTitled?: boolean
  /** Stands below the name, such as a choice of what is shown. */
  above?: ReactNode
  className?: string
}

/** Records in rows; on a phone each is a card whose lines carry the names of their columns. */
export function RecordTable({ columns, rows, ...table }: RecordTableProps) {
  return (
    <StackedTable
      {...table}
      columns={columns.map((column) => ({ label: column.label, align: alignOf(column) }))}
      rows={rows.map(({ key, cells }) => (
        <RecordLine key={key} columns={columns} cells={cells} />
      ))}
    />
  )
}

function alignOf({ isFigure = false }: Column): 'start' | 'end' {
  return isFigure ? 'end' : 'start'
}

function RecordLine({ columns, cells }: Pick<RecordTableProps, 'columns'> & Pick<RecordRow, 'cells'>) {
  return (
    <Row>
      {columns.map((column, index) => (
        <Cell
          key={column.label}
          data-label={column.label}
          align={alignOf(column)}
          className="max-w-[28rem] whitespace-normal [overflow-wrap:anywhere]"
        >
          {cells[index]}
        </Cell>
      ))}
    </Row>
  )
}
