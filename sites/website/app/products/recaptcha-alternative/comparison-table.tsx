import { Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { WrappingTable } from '../sections/wrapping-table.tsx'
import { comparisonSources, criteria } from './comparison.ts'

const meanings = { us: 'human', them: 'doubt', open: 'neutral' } as const

/** The two side by side, with who is better in what, and the number of the source behind each statement. */
export function ComparisonTable() {
  const { t } = useTranslation()
  const texts = t(($) => $.products.recaptcha.comparison, { returnObjects: true })
  return (
    <WrappingTable
      label={texts.table}
      className="min-w-[52rem]"
      heads={[texts.what, 'Bollard', 'Google reCAPTCHA', texts.better]}
      rows={criteria.map(({ name, better, sources }) => ({
        key: name,
        cells: [
          texts.criteria[name].what,
          texts.criteria[name].ours,
          [texts.criteria[name].theirs, ...sources.map((source) => `[${comparisonSources.indexOf(source) + 1}]`)].join(
            ' ',
          ),
          <Pill key={better} meaning={meanings[better]} mark>
            {texts.sides[better]}
          </Pill>,
        ],
      }))}
    />
  )
}
