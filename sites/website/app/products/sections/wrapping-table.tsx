import { Cell, classNames, HeadCell, Row, Table } from '@bollard/ui'
import type { ReactNode } from 'react'

interface WrappingTableProps {
  /** Names the table for screen readers. */
  label: string
  heads: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  /** Positions of columns of figures, which stand at the end of their line. */
  figures?: readonly number[]
  /** Least width, where sentences would otherwise become columns of single words. */
  className?: string
}

/** A table in a card of its own, whose cells hold sentences and break them. It scrolls sideways where it does not fit. */
export function WrappingTable({ label, heads, rows, figures = [], className }: WrappingTableProps) {
  const align = (column: number) => (figures.includes(column) ? 'end' : 'start')
  return (
    <div className="mt-10 overflow-hidden rounded-lg border border-line bg-surface">
      <Table label={label} className={className}>
        <thead>
          <tr>
            {heads.map((head, column) => (
              <HeadCell key={head} align={align(column)}>
                {head}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <Row key={key}>
              {cells.map((cell, column) => (
                <Cell
                  key={heads[column]}
                  align={align(column)}
                  className={classNames('align-top !whitespace-normal', column === 0 && 'font-[560]')}
                >
                  {cell}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
