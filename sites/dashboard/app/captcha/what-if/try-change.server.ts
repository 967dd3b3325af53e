import type { Problem, RuleContent, WhatIf, WhatIfSettings } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { act, apiOf } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import { whatIfDaysOf } from './days-of.ts'

/** The service may look back for 18 seconds; a figure that comes late is better than none. */
const timeoutMs = 30_000

export interface Tried {
  result: WhatIf | null
  problem: Problem | null
}

/**
 * What a draft of settings or rules would have done to the visitors of the last days; how many of them `form` says. Nothing is saved.
 * Refusals come back as `problem`, with fields below `/settings` or `/rules` named as in the draft itself.
 */
export async function tryDraft(
  sender: { context: Readonly<RouterContextProvider>; request: Request; solutionId: string },
  form: FormData,
  draft: { settings?: WhatIfSettings; rules?: RuleContent[] },
): Promise<Tried> {
  const { context, request, solutionId } = sender
  const whatIfDto = { days: whatIfDaysOf(textOf(form, 'days')), exampleLimit: 5, ...draft }
  const answer = await act(sender, apiOf(context, request).tryChange({ solutionId, whatIfDto }, { timeoutMs }))
  if (answer.ok) return { result: answer.value, problem: null }
  const errors = answer.problem.errors?.map((error) => ({
    ...error,
    pointer: error.pointer.replace(/^\/settings(?=\/)/u, ''),
  }))
  return { result: null, problem: { ...answer.problem, ...(errors ? { errors } : {}) } }
}
