import { Cell, HeadCell, Row, Table } from '@bollard/ui'
import type { BrowserValue } from './browser-values.ts'
import { RowHead } from './part-table.tsx'

/** A row for each value that a browser tells: its name, what it gives away, and a place for the reader's own, which needs script. */
export function ValueTable({
  label,
  names,
  head,
  rows,
}: {
  label: string
  names: readonly BrowserValue[]
  head: { name: string; tells: string; value: string }
  rows: Readonly<Record<BrowserValue, { name: string; tells: string }>>
}) {
  return (
    <Table label={label}>
      <caption className="mb-2 text-left text-sm text-ink-2">{label}</caption>
      <thead>
        <tr>
          <HeadCell>{head.name}</HeadCell>
          <HeadCell data-needs-js>{head.value}</HeadCell>
          <HeadCell>{head.tells}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <Row key={name} className="align-top">
            <RowHead>{rows[name].name}</RowHead>
            <Cell
              data-needs-js
              data-out={name}
              className="max-w-72 min-w-40 font-mono text-sm break-words !whitespace-normal"
            />
            <Cell className="min-w-48 text-ink-2 !whitespace-normal">{rows[name].tells}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
