import { Moment } from '@bollard/site-kit'
import { Alert, Card, CardHeader, Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

interface SeenAddress {
  readonly at: string
  readonly peer: string
  readonly forwardedFor: string | null
  readonly visitor: string | null
  readonly undeclared: string | null
}

/** What the newest requests said of the visitor's address, and whom we took for the visitor. */
export function SeenAddresses({ seen }: { seen: readonly SeenAddress[] }) {
  const { t } = useTranslation()
  const words = t(($) => $.protection.seen, { returnObjects: true })
  const undeclared = [...new Set(seen.flatMap((one) => (one.undeclared === null ? [] : [one.undeclared])))]
  return (
    <Card padded={false} className="overflow-hidden">
      <div className="grid gap-3 p-4 sm:px-6">
        <CardHeader title={words.title} className="!mb-0" />
        <p className="max-w-[44rem] text-sm text-ink-2">{seen.length === 0 ? words.none : words.about}</p>
        {undeclared.length === 0 ? null : (
          <Alert kind="warning" title={words.undeclared}>
            <code className="[overflow-wrap:anywhere]">{undeclared.join(', ')}</code>
          </Alert>
        )}
      </div>
      {seen.length === 0 ? null : (
        <Table label={words.title} className="stacked-table border-t border-line">
          <thead>
            <tr>
              <HeadCell className="ps-5">{words.at}</HeadCell>
              <HeadCell>{words.peer}</HeadCell>
              <HeadCell>X-Forwarded-For</HeadCell>
              <HeadCell className="pe-5">{words.visitor}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {seen.map(({ at, peer, forwardedFor, visitor }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two requests may be the same in all that is shown
              <Row key={index}>
                <Cell className="ps-5" data-label={words.at}>
                  <Moment at={at} />
                </Cell>
                <Cell data-label={words.peer}>
                  <code className="text-xs">{peer}</code>
                </Cell>
                <Cell data-label="X-Forwarded-For" className="!whitespace-normal [overflow-wrap:anywhere]">
                  <code className="text-xs">{forwardedFor ?? '–'}</code>
                </Cell>
                <Cell data-label={words.visitor} className="pe-5">
                  <code className="text-xs">{visitor ?? words.unknown}</code>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}
