import { Cell, Row } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { PartTable, RowHead } from './part-table.tsx'

/** What somebody on the way of a request gets to see. */
export interface Seen {
  readonly address: 'yes' | 'no'
  readonly site: 'yes' | 'no'
  readonly content: 'yes' | 'no'
}

const columns = ['address', 'site', 'content'] as const

/** Who sees what: the drawing of a path, told as a table. `viewers` names them in the order of the path. */
export function SeenTable<Viewer extends string>({
  label,
  viewers,
  seen,
}: {
  label: string
  viewers: Readonly<Record<Viewer, string>>
  seen: Readonly<Record<Viewer, Seen>>
}) {
  const { t } = useTranslation()
  const texts = t(($) => $.parts.seenTable, { returnObjects: true })
  return (
    <PartTable label={label} head={[texts.who, ...columns.map((column) => texts[column])]}>
      {(Object.keys(seen) as Viewer[]).map((viewer) => (
        <Row key={viewer}>
          <RowHead>{viewers[viewer]}</RowHead>
          {columns.map((column) => (
            <Cell key={column}>{texts[seen[viewer][column]]}</Cell>
          ))}
        </Row>
      ))}
    </PartTable>
  )
}
