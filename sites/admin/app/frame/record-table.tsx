import { Card, Cell, EmptyState, HeadCell, Row, Table } from '@bollard/ui'
import type { ReactNode } from 'react'

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
  /** What stands in the place of a table without rows. */
  empty: string
}

/** Records in rows; on a phone each is a card whose lines carry the names of their columns. */
export function RecordTable({ label, columns, rows, empty }: RecordTableProps) {
  return (
    <Card padded={false} className="overflow-hidden">
      {rows.length === 0 ? (
        <EmptyState title={empty} />
      ) : (
        <Table label={label} className="stacked-table">
          <thead>
            <tr>
              {columns.map((column) => (
                <HeadCell key={column.label} align={column.isFigure ? 'end' : 'start'}>
                  {column.label}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <RecordLine key={key} columns={columns} cells={cells} />
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}

function RecordLine({ columns, cells }: Pick<RecordTableProps, 'columns'> & Pick<RecordRow, 'cells'>) {
  return (
    <Row>
      {columns.map(({ label, isFigure }, index) => (
        <Cell
          key={label}
          data-label={label}
          align={isFigure ? 'end' : 'start'}
          className="max-w-[28rem] whitespace-normal [overflow-wrap:anywhere]"
        >
          {cells[index]}
        </Cell>
      ))}
    </Row>
  )
}
