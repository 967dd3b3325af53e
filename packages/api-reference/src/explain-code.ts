import { type ExplainedCode, problemStatus, siteverifyCodes, widgetCodes } from '@bollard/contracts'
import type { Language } from '@bollard/i18n'
import { readTexts } from '@bollard/i18n/load'
import type texts from '@bollard/i18n/texts/errors/en.json'
import type { Problem } from './description.ts'
import type { Operation, Reference } from './read-reference.ts'

/** What a code means and what to do about it. */
export interface Explanation {
  readonly title: string
  readonly meaning: string
  readonly causes: readonly string[]
  readonly steps: readonly string[]
}

/** Where somebody meets a code. */
export interface CodePlaces {
  /** As a problem of the API: what it looks like, and who answers it. */
  readonly problem: { readonly example: Problem; readonly operations: readonly Operation[] } | null
  /** In `error-codes` of siteverify. */
  readonly siteverify: boolean
  /** In `bollard-failed`, and in what `execute()` rejects with. */
  readonly widget: boolean
}

/** Every code that has a page: fails to compile where a code has no English text. */
const english = (code: ExplainedCode): keyof typeof texts => code

/** Every code that has a page, in the order of the alphabet. */
export const explainedCodes: readonly ExplainedCode[] = [
  ...new Set<ExplainedCode>([
    ...(Object.keys(problemStatus) as (keyof typeof problemStatus)[]),
    ...siteverifyCodes,
    ...widgetCodes,
  ]),
].toSorted()

/** The text about a code in a language. */
export function explainCode(code: ExplainedCode, language: Language): Explanation {
  const all = readTexts('errors', language) as Record<keyof typeof texts, (typeof texts)['internal']>
  const { title, meaning, causes, fix } = all[english(code)]
  return { title, meaning, causes: causes.split('\n'), steps: fix.split('\n') }
}

/** Calls of the widget: their problems are codes of its events as well. */
const callsOfWidget: readonly string[] = ['startVerification', 'answerVerification']

export function codePlaces(code: ExplainedCode, { problems, operations }: Reference): CodePlaces {
  const example = problems.get(code)
  const answering = [...operations.values()].filter((one) => one.problems.some(({ codes }) => codes.includes(code)))
  return {
    problem: example === undefined ? null : { example, operations: answering },
    siteverify: siteverifyCodes.some((one) => one === code),
    widget: widgetCodes.some((one) => one === code) || answering.some(({ id }) => callsOfWidget.includes(id)),
  }
}

/** The frame of such a page, in its language. */
export interface ExplanationWords {
  readonly causes: string
  readonly steps: string
  readonly example: string
  readonly siteverify: string
  readonly widget: string
  readonly operations: string
  readonly status: string
}

/** A page about a code as Markdown, with its title. */
export function writeExplanation(
  code: ExplainedCode,
  { title, meaning, causes, steps }: Explanation,
  { problem, siteverify, widget }: CodePlaces,
  words: ExplanationWords,
): string {
  const list = (entries: readonly string[]) => entries.map((entry) => `- ${entry}`).join('\n')
  const parts = [
    `# ${title}: ${code}`,
    meaning,
    ...(problem === null ? [] : [`${words.status}: ${problem.example.status}`]),
    ...(siteverify ? [words.siteverify] : []),
    ...(widget ? [words.widget] : []),
    `## ${words.causes}`,
    list(causes),
    `## ${words.steps}`,
    list(steps),
    ...(problem === null
      ? []
      : [
          `## ${words.example}`,
          `\`\`\`json\n${JSON.stringify(problem.example, null, 2)}\n\`\`\``,
          `## ${words.operations}`,
          list(problem.operations.map(({ id, title: name }) => `[${name}](/api/${id})`)),
        ]),
  ]
  return `${parts.join('\n\n')}\n`
}
