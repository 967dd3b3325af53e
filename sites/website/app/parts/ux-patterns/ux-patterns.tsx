import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PartFrame, PartNote, type Source, SourceLink } from '../pieces/part-frame.tsx'
import { examplesIn, type PatternId } from './examples.tsx'

const criterion = (number: string, page: string): Source => ({
  name: `WCAG 2.2, ${number}`,
  address: `https://www.w3.org/WAI/WCAG22/Understanding/${page}`,
})

/** The patterns, each with the criterion of the accessibility guidelines that stands behind it. */
const patterns = [
  { id: 'step', source: criterion('3.3.8', 'accessible-authentication-minimum') },
  { id: 'button', source: criterion('4.1.3', 'status-messages') },
  { id: 'status', source: criterion('4.1.3', 'status-messages') },
  { id: 'refusal', source: criterion('3.3.3', 'error-suggestion') },
  { id: 'input', source: criterion('3.3.7', 'redundant-entry') },
  { id: 'time', source: criterion('2.2.1', 'timing-adjustable') },
  { id: 'order', source: criterion('2.4.3', 'focus-order') },
  { id: 'way', source: { name: 'W3C, Inaccessibility of CAPTCHA', address: 'https://www.w3.org/TR/turingtest/' } },
] as const satisfies readonly { id: PatternId; source: Source }[]

/** What to do and what not to do around a captcha, as live HTML: every example can be used with the keyboard, and nothing is sent. */
export function UxPatterns() {
  const { t } = useTranslation()
  const words = t(($) => $.parts.uxPatterns, { returnObjects: true })
  const examples = examplesIn(words.examples)
  return (
    <PartFrame title={words.title} lead={words.lead}>
      <ol className="grid gap-7">
        {patterns.map(({ id, source }, index) => {
          const { title, why } = words.patterns[id]
          return (
            <li key={id} className="grid gap-3 border-t border-line pt-5">
              <p className="font-[600]">
                <span className="tabular text-ink-3">{index + 1}.</span> {title}
              </p>
              <div className="grid gap-3 sm:grid-cols-2">
                <Box label={words.dont} isGood={false}>
                  {examples[id].dont}
                </Box>
                <Box label={words.do} isGood>
                  {examples[id].do}
                </Box>
              </div>
              <p className="max-w-[44em] text-sm">
                {why} (<SourceLink source={source} />)
              </p>
            </li>
          )
        })}
      </ol>
      <PartNote>{words.note}</PartNote>
    </PartFrame>
  )
}

/** One example; the word says which it is, the colour repeats it. */
function Box({ label, isGood, children }: { label: string; isGood: boolean; children: ReactNode }) {
  return (
    <div className="grid content-start gap-3 rounded-md border border-line bg-paper p-4">
      <p className={`text-sm font-[600] ${isGood ? 'text-human' : 'text-bot'}`}>{label}</p>
      {children}
    </div>
  )
}
