import { Cell, HeadCell, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { comparisonSources, criteria } from './comparison.ts'

const meanings = { us: 'human', them: 'doubt', open: 'neutral' } as const

/** The two side by side, with who is better in what, and the number of the source behind each statement. */
export function ComparisonTable() {
  const { t } = useTranslation()
  const texts = t(($) => $.products.recaptcha.comparison.criteria, { returnObjects: true })
  const wide = 'align-top whitespace-normal'
  return (
    <div className="mt-10 overflow-hidden rounded-lg border border-line bg-surface">
      <Table label={t(($) => $.products.recaptcha.comparison.table)} className="min-w-[52rem]">
        <thead>
          <tr>
            <HeadCell className="w-[16%]">{t(($) => $.products.recaptcha.comparison.what)}</HeadCell>
            <HeadCell>Bollard</HeadCell>
            <HeadCell>Google reCAPTCHA</HeadCell>
            <HeadCell className="w-[14%]">{t(($) => $.products.recaptcha.comparison.better)}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {criteria.map(({ name, better, sources }) => (
            <Row key={name}>
              <Cell className={`${wide} font-[560]`}>{texts[name].what}</Cell>
              <Cell className={wide}>{texts[name].ours}</Cell>
              <Cell className={wide}>
                {texts[name].theirs}
                {sources.map((source) => (
                  <span key={source.address} className="text-ink-3">
                    {' '}
                    [{comparisonSources.indexOf(source) + 1}]
                  </span>
                ))}
              </Cell>
              <Cell className={wide}>
                <Pill meaning={meanings[better]} mark>
                  {t(($) => $.products.recaptcha.comparison.sides[better])}
                </Pill>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
