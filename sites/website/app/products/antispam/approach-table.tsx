import { useTranslation } from 'react-i18next'
import { WrappingTable } from '../sections/wrapping-table.tsx'

/** Honeypot, content filter and captcha: what each stops, and what it costs whom. */
export function ApproachTable() {
  const { t } = useTranslation()
  const { table, approach, stops, misses, list } = t(($) => $.products.antispam.approaches, { returnObjects: true })
  return (
    <WrappingTable
      label={table}
      className="min-w-[44rem]"
      heads={[approach, stops, misses]}
      rows={Object.entries(list).map(([key, of]) => ({ key, cells: [of.name, of.stops, of.misses] }))}
    />
  )
}
