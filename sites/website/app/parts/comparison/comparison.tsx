import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { Cell, Row } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { measured } from '../pieces/measured.ts'
import { PartFrame, PartNote, SourceLink } from '../pieces/part-frame.tsx'
import { PartTable, RowHead } from '../pieces/part-table.tsx'
import { googleProcessesSince, lines, readOn, type SourceKey, sources, trustKilobytes } from './sources.ts'

const numbers = new Map(Object.keys(sources).map((key, index) => [key, index + 1]))

/** Bollard, TrustCaptcha and Google reCAPTCHA side by side, with sources, a date, and where each of the others is better. */
export function Comparison() {
  const { t } = useTranslation()
  const { language } = useSite()
  const locale = locales[language]
  const date = (day: string) => new Date(day).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const words = t(($) => $.parts.comparison, {
    returnObjects: true,
    date: date(readOn),
    roleDate: date(googleProcessesSince),
    ours: measured.figures.widget.ours.toLocaleString(locale),
    trust: trustKilobytes.toLocaleString(locale),
    languages: measured.figures.languages,
  })
  return (
    <PartFrame title={words.title} lead={words.lead}>
      <PartTable label={words.table} head={[words.point, 'Bollard', 'TrustCaptcha', 'Google reCAPTCHA']}>
        {lines.map(({ id, trust, google }) => (
          <Row key={id}>
            <RowHead>{words.lines[id].point}</RowHead>
            <Said text={words.lines[id].bollard} by={[]} />
            <Said text={words.lines[id].trustcaptcha} by={trust} />
            <Said text={words.lines[id].recaptcha} by={google} />
          </Row>
        ))}
      </PartTable>
      <div className="grid gap-5 sm:grid-cols-3">
        {(['trustcaptcha', 'recaptcha', 'bollard'] as const).map((name) => (
          <div key={name} className="grid content-start gap-1.5">
            <p className="font-[600]">{words.better[name].title}</p>
            <ul className="grid list-disc gap-1 ps-5 text-sm">
              {Object.entries(words.better[name].points).map(([key, point]) => (
                <li key={key}>{point}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <PartNote>{words.none}</PartNote>
      <PartNote>
        {words.prices}{' '}
        <a className="text-link" href={`/${language}/products/captcha/pricing`}>
          {words.pricing}
        </a>
      </PartNote>
      <details className="text-sm">
        <summary className="w-fit rounded-sm font-[560]">{words.sources}</summary>
        <ol className="mt-2 grid list-decimal gap-1 ps-6">
          {Object.entries(sources).map(([key, source]) => (
            <li key={key}>
              <SourceLink source={source} />
            </li>
          ))}
        </ol>
      </details>
    </PartFrame>
  )
}

/** What is said of one of them, with the numbers of its sources. */
function Said({ text, by }: { text: string; by: readonly SourceKey[] }) {
  const named = by.map((key) => numbers.get(key)).join(', ')
  return (
    <Cell className="min-w-44 align-top whitespace-normal!">
      {text}
      {named === '' ? null : <span className="text-ink-3"> [{named}]</span>}
    </Cell>
  )
}
