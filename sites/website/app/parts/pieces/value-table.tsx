import { Cell, Row } from '@bollard/ui'
import type { BrowserValue } from './browser-values.ts'
import { PartTable, RowHead } from './part-table.tsx'

/** A row for each value that a browser tells: its name, and what it gives away below the reader's own, which needs script. */
export function ValueTable({
  label,
  names,
  head,
  rows,
}: {
  label: string
  names: readonly BrowserValue[]
  head: { name: string; tells: string }
  rows: Readonly<Record<BrowserValue, { name: string; tells: string }>>
}) {
  return (
    <PartTable label={label} head={[head.name, head.tells]}>
      {names.map((name) => (
        <Row key={name} className="align-top">
          <RowHead>{rows[name].name}</RowHead>
          <Cell className="min-w-40 text-ink-2 !whitespace-normal">
            <code data-needs-js data-out={name} className="block text-sm wrap-anywhere text-ink" />
            {rows[name].tells}
          </Cell>
        </Row>
      ))}
    </PartTable>
  )
}
