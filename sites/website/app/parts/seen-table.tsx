import { Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** What somebody on the way of a request gets to see. */
export interface Seen {
  readonly address: 'yes' | 'no'
  readonly site: 'yes' | 'no'
  readonly content: 'yes' | 'no'
}

const columns = ['address', 'site', 'content'] as const

/** Who sees what: the drawing of a path, told as a table. */
export function SeenTable({ label, rows }: { label: string; rows: readonly { name: string; seen: Seen }[] }) {
  const { t } = useTranslation()
  const texts = t(($) => $.parts.seenTable, { returnObjects: true })
  return (
    <Table label={label}>
      <caption className="mb-2 text-left text-sm text-ink-2">{label}</caption>
      <thead>
        <tr>
          <HeadCell>{texts.who}</HeadCell>
          {columns.map((column) => (
            <HeadCell key={column} className="!whitespace-normal">
              {texts[column]}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, seen }) => (
          <Row key={name}>
            <th scope="row" className="border-b border-line px-3.5 py-[11px] text-left font-[500]">
              {name}
            </th>
            {columns.map((column) => (
              <Cell key={column}>{texts[seen[column]]}</Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
