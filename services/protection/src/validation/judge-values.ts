import type { FieldRuleSetting, FieldVerdictAnswer } from '@bollard/contracts'
import type { Language } from '@bollard/i18n'
import { describeFinding, type FieldVerdict, type FormVerdict, judgeForm } from '@bollard/validations'
import { type RuleParts, rulesOf } from './rules-of-form.ts'
import { messageFor } from './visitor-messages.ts'

/** Milliseconds that a form has for what others are asked; what is not told by then counts against nobody. */
const budgetMs = 2_000

/** Judges what was sent by the rules of a form. Never rejects. */
export function judgeValues(
  fields: readonly FieldRuleSetting[],
  values: Readonly<Record<string, string>>,
  parts: RuleParts,
): Promise<FormVerdict> {
  return judgeForm(values, rulesOf(fields, parts), { budgetMs })
}

/** Verdicts as the API tells them, in the order of the form. */
export function toFieldAnswers(
  fields: readonly FieldRuleSetting[],
  verdict: FormVerdict,
  language: Language,
): FieldVerdictAnswer[] {
  return fields.flatMap(({ name }) => {
    const one = verdict.fields[name]
    return one === undefined ? [] : [toFieldAnswer(name, one, language)]
  })
}

function toFieldAnswer(name: string, verdict: FieldVerdict, language: Language): FieldVerdictAnswer {
  return {
    name,
    outcome: verdict.outcome,
    findings: verdict.findings.map(({ code, outcome, weight, detail = {} }) => ({
      code,
      outcome,
      weight,
      detail: Object.fromEntries(
        Object.entries(detail).map(([key, value]) => [key, typeof value === 'object' ? [...value] : value]),
      ),
      sentence: describeFinding({ code, detail }),
    })),
    suggestion: verdict.suggestion ?? null,
    message: messageFor(verdict, language),
  }
}
