import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
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
  const percent = (share: number) => share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <div className="mt-10 overflow-hidden rounded-lg border border-line bg-surface">
      <Table label={t(($) => $.products.security.lab.table)}>
        <thead>
          <tr>
            <HeadCell>{t(($) => $.products.security.lab.attacker)}</HeadCell>
            <HeadCell align="end">{t(($) => $.products.security.lab.noticed)}</HeadCell>
            <HeadCell align="end">{t(($) => $.products.security.lab.interval)}</HeadCell>
            <HeadCell align="end">{t(($) => $.products.security.lab.stopped)}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {classNames.map((name) => {
            const { noticed, stopped } = lab.bots.classes[name]
            const { count, of, interval } = noticed
            return (
              <Row key={name}>
                <Cell>{t(($) => $.products.security.lab.classes[name])}</Cell>
                <Cell align="end">{t(($) => $.products.security.lab.share, { count, all: of })}</Cell>
                <Cell align="end">
                  {interval === null ? '–' : `${percent(interval.low)} – ${percent(interval.high)}`}
                </Cell>
                <Cell align="end">
                  {t(($) => $.products.security.lab.share, { count: stopped.count, all: stopped.of })}
                </Cell>
              </Row>
            )
          })}
        </tbody>
      </Table>
    </div>
  )
}
