import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Island } from '../pieces/island.tsx'
import island from './quiz.island.ts?worker&url'

export interface Question {
  readonly id: string
  /** What is asked, or what there is to judge. */
  readonly ask: ReactNode
  readonly options: readonly string[]
  /** Position of the right option. */
  readonly right: number
  readonly why: string
}

/** What there is to judge: a situation, and what is shown in it, such as an address. */
export function Scene({ text, shown }: { text: string; shown: string }) {
  return (
    <span className="grid gap-1.5">
      <span>{text}</span>
      <code lang="en" className="text-sm break-words text-ink-2">
        {shown}
      </code>
    </span>
  )
}

/**
 * Questions with one right answer each. Without script the answer stands behind a disclosure; with script a choice opens it, and the
 * right ones are counted.
 */
export function Quiz({ questions }: { questions: readonly Question[] }) {
  const { t } = useTranslation()
  const texts = t(($) => $.parts.quiz, { returnObjects: true })
  return (
    <Island element="part-quiz" script={island} texts={texts}>
      <ol className="grid gap-4">
        {questions.map((question, index) => (
          <li key={question.id}>
            <OneQuestion question={question} number={index + 1} />
          </li>
        ))}
      </ol>
      <output data-needs-js data-score className="text-sm font-[560]">
        {texts.start}
      </output>
    </Island>
  )
}

function OneQuestion({ question, number }: { question: Question; number: number }) {
  const { t } = useTranslation()
  const name = useId()
  const right = question.options[question.right]
  return (
    <fieldset data-right={question.right} className="grid min-w-0 gap-3 rounded-md bg-sunken p-4">
      <legend className="float-start w-full min-w-0 break-words">
        <span className="tabular float-start me-2 text-ink-3">{number}.</span>
        <span className="block min-w-0 overflow-hidden font-[520]">{question.ask}</span>
      </legend>
      <div className="clear-both flex flex-wrap gap-x-7">
        {question.options.map((option, index) => (
          <label key={option} className="flex min-h-11 items-center gap-2.5 rounded-sm px-1 py-1.5">
            <input
              type="radio"
              name={name}
              value={index}
              autoComplete="off"
              className="size-4 shrink-0 accent-[var(--ink)]"
            />
            {option}
          </label>
        ))}
      </div>
      <details className="rounded-sm bg-surface px-4 py-3 text-sm">
        <summary className="font-[560]">{t(($) => $.parts.quiz.answer)}</summary>
        <output data-verdict className="mt-2 block font-[560] empty:hidden" />
        <p className="mt-2">
          <strong className="font-[600]">{right}.</strong> {question.why}
        </p>
      </details>
    </fieldset>
  )
}
