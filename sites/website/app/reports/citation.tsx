import type { ReportId } from '@bollard/content/published'
import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { CodeBlock } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { longDate } from '../page/long-date.ts'
import { PageSection } from '../page/page-section.tsx'

interface CitationProps {
  readonly id: ReportId
  readonly title: string
  /** ISO date of the newest measurement. */
  readonly date: string
  readonly address: string
}

/** How to quote a report: as a sentence, and for programs that collect sources. */
export function Citation({ id, title, date, address }: CitationProps) {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const year = date.slice(0, 4)
  const copy = { copy: t(($) => $.elements.copy), copied: t(($) => $.elements.copied) }
  const sentence = t(($) => $.reports.citation, {
    title,
    year,
    date: longDate(date, locale),
    address,
  })
  const entry = [
    `@techreport{bollard-${id}-${year},`,
    `  author = {Bollard},`,
    `  title  = {${title}},`,
    `  year   = {${year}},`,
    `  note   = {Measured on ${date}},`,
    `  url    = {${address}}`,
    '}',
  ].join('\n')
  return (
    <PageSection id="cite" title={t(($) => $.reports.cite)}>
      <p className="max-w-[46em] text-ink-2 [overflow-wrap:anywhere]">{sentence}</p>
      <CodeBlock code={entry} title="BibTeX" texts={copy} />
    </PageSection>
  )
}
