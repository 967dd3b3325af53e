/** The eight questions in the order in which they are asked, and what can be answered. */
export const questions = {
  strangers: ['yes', 'no'],
  spam: ['never', 'some', 'many'],
  outward: ['yes', 'no'],
  tries: ['yes', 'no'],
  targeted: ['yes', 'no'],
  limits: ['yes', 'no'],
  server: ['yes', 'no'],
  noScript: ['yes', 'no'],
} as const

export type Question = keyof typeof questions
export type Answers = { readonly [Name in Question]?: (typeof questions)[Name][number] | undefined }

/** In the order in which the rules are tried; the first that fits decides. */
export const verdicts = ['closed', 'server', 'calm', 'first', 'layers', 'captcha'] as const
export type Verdict = (typeof verdicts)[number]

/** What to mind beside the verdict. */
export const notes = ['limits', 'accounts', 'outward', 'noScript', 'watch'] as const
export type Note = (typeof notes)[number]

export interface Advice {
  readonly verdict: Verdict
  readonly notes: readonly Note[]
}

/**
 * Whether a site needs a captcha; null as long as an answer is missing that could change it. A site that no stranger can write to needs none,
 * whatever else is true of it.
 */
export function advise(answers: Answers): Advice | null {
  if (answers.strangers === 'no') return { verdict: 'closed', notes: [] }
  if (Object.keys(questions).some((name) => answers[name as Question] === undefined)) return null
  const { spam, outward, tries, targeted, limits, server, noScript } = answers
  const isAtRisk = outward === 'yes' || tries === 'yes' || spam === 'many'
  const verdict: Verdict =
    spam === 'never' && !isAtRisk && targeted === 'no'
      ? 'calm'
      : server === 'no'
        ? 'server'
        : spam === 'some' && !isAtRisk && targeted === 'no' && limits === 'no'
          ? 'first'
          : targeted === 'yes' && (outward === 'yes' || tries === 'yes')
            ? 'layers'
            : 'captcha'
  const isCaptcha = verdict === 'captcha' || verdict === 'layers'
  const told: Readonly<Record<Note, boolean>> = {
    limits: isCaptcha && limits === 'no',
    accounts: tries === 'yes',
    outward: outward === 'yes',
    noScript: isCaptcha && noScript === 'yes',
    watch: verdict === 'calm' || verdict === 'first',
  }
  return { verdict, notes: notes.filter((note) => told[note]) }
}
