import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { WrappingTable } from '../sections/wrapping-table.tsx'
import type { LabClassName, MeasuredAttacks } from './measured-attacks.server.ts'

const classNames: readonly LabClassName[] = [
  'default',
  'dom-emulator',
  'farm',
  'agents',
  'stealth',
  'protocol',
  'os-input',
]

/** Who attacks, how many of each kind our lab noticed and stopped, and what gets through. */
export function LabTable({ lab }: { lab: NonNullable<MeasuredAttacks['lab']> }) {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const { table, attacker, noticed, interval, stopped, classes } = t(($) => $.products.security.lab, {
    returnObjects: true,
  })
  const percent = (share: number) => share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 })
  const share = ({ count, of }: { count: number; of: number }) =>
    t(($) => $.products.security.lab.share, { count, all: of })
  return (
    <WrappingTable
      label={table}
      className="min-w-[36rem]"
      figures={[1, 2, 3]}
      heads={[attacker, noticed, interval, stopped]}
      rows={classNames.map((name) => {
        const of = lab.bots.classes[name]
        const range = of.noticed.interval
        return {
          key: name,
          cells: [
            classes[name],
            share(of.noticed),
            range === null ? '–' : `${percent(range.low)} – ${percent(range.high)}`,
            share(of.stopped),
          ],
        }
      })}
    />
  )
}
