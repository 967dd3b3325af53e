import type { FieldRuleSetting, FieldVerdictAnswer } from '@bollard/contracts'
import type { FormContext } from '../form-context.ts'
import { judgeValues, toFieldAnswers } from './judge-values.ts'
import { languageFor } from './visitor-messages.ts'

interface Tried {
  readonly solutionId: string
  readonly fields: readonly FieldRuleSetting[]
  readonly values: Readonly<Record<string, string>>
  readonly language: string
}

/** Validates values by rules that need not be saved. Keeps and teaches nothing, and nothing counts as having come before. */
export async function tryForm(
  { db, now, filters, disposable, validation }: FormContext,
  { solutionId, fields, values, language }: Tried,
): Promise<{ fields: FieldVerdictAnswer[]; weight: number }> {
  const spam = await filters.find(db, solutionId)
  const { resolver, askRegister } = validation
  const parts = { now, resolver, askRegister, disposable, ...(spam && { spam }) }
  const verdict = await judgeValues(fields, values, parts)
  return { fields: toFieldAnswers(fields, verdict, languageFor(language)), weight: verdict.weight }
}
