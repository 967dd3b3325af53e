import { Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { StructuredData } from './structured-data.tsx'

export type QuestionTexts = Readonly<Record<string, { question: string; answer: string }>>

/** Questions that open their answers, also without script; search engines get the same ones. */
export function Questions({ questions }: { questions: QuestionTexts }) {
  const { t } = useTranslation()
  const all = Object.values(questions)
  return (
    <section aria-labelledby="questions" className="mx-auto max-w-[1180px] px-5 py-16 sm:px-8">
      <h2 id="questions" className="text-[2rem] tracking-[-.03em]">
        {t(($) => $.products.shared.questions)}
      </h2>
      <div className="mt-6 max-w-[46rem] divide-y divide-line border-y border-line">
        {all.map(({ question, answer }) => (
          <details key={question} className="group">
            <summary className="flex min-h-14 list-none items-center gap-4 rounded-sm py-3 font-[560] [&::-webkit-details-marker]:hidden">
              <span className="me-auto">{question}</span>
              <Icon name="chevron-down" className="size-4 shrink-0 text-ink-3 group-open:rotate-180" />
            </summary>
            <p className="max-w-[42em] pe-8 pb-5 text-ink-2">{answer}</p>
          </details>
        ))}
      </div>
      <StructuredData
        type="FAQPage"
        mainEntity={all.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        }))}
      />
    </section>
  )
}
