import { Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** Honeypot, content filter and captcha: what each stops, and what it costs whom. */
export function ApproachTable() {
  const { t } = useTranslation()
  const approaches = Object.entries(t(($) => $.products.antispam.approaches.list, { returnObjects: true }))
  const wide = 'align-top whitespace-normal'
  return (
    <div className="mt-10 overflow-hidden rounded-lg border border-line bg-surface">
      <Table label={t(($) => $.products.antispam.approaches.table)} className="min-w-[44rem]">
        <thead>
          <tr>
            <HeadCell className="w-[16%]">{t(($) => $.products.antispam.approaches.approach)}</HeadCell>
            <HeadCell>{t(($) => $.products.antispam.approaches.stops)}</HeadCell>
            <HeadCell>{t(($) => $.products.antispam.approaches.misses)}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {approaches.map(([key, { name, stops, misses }]) => (
            <Row key={key}>
              <Cell className={`${wide} font-[560]`}>{name}</Cell>
              <Cell className={wide}>{stops}</Cell>
              <Cell className={wide}>{misses}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
