import type { FieldVerdictAnswer } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Language } from '@bollard/i18n'
import { type FieldVerdict, verdictOf } from '@bollard/validations'
import type { FormContext } from '../form-context.ts'
import { findFormByName } from '../form/forms.ts'
import { judgeValues } from './judge-values.ts'
import { valueOf } from './rules-of-form.ts'
import { languageFor, messageFor } from './visitor-messages.ts'

interface Typed {
  readonly siteKey: string
  readonly origin: string | undefined
  readonly form: string
  readonly values: Readonly<Record<string, string>>
  readonly language: string
}

type TypedAnswer = Pick<FieldVerdictAnswer, 'name' | 'outcome' | 'suggestion' | 'message'>

/**
 * What somebody types, while they do: by the same rules, function and texts as `validate`, but only what cannot be right,
 * and what was probably meant. Of texts nothing is said, and nothing that was seen before is asked about: no secret is
 * asked for here, so nobody must learn who wrote or what a filter thinks. A form in dry run says nothing. Throws
 * `site-key-unknown`, `origin-not-allowed` and `not-found`.
 */
export async function validateTyped(
  { db, now, validation }: Pick<FormContext, 'db' | 'now' | 'validation'>,
  { siteKey, origin, form: name, values, language }: Typed,
): Promise<{ fields: TypedAnswer[]; language: Language }> {
  const site = await validation.findSite(siteKey, origin)
  if (site === null) throw new ProblemError('site-key-unknown')
  if (!site.allows) throw new ProblemError('origin-not-allowed')
  const form = await findFormByName(db, site.solutionId, name)
  const spoken = languageFor(language)
  if (form.mode === 'DRY_RUN') return { fields: [], language: spoken }
  // A field that is left empty may still be filled in.
  const asked = form.fields
    .filter(({ kind, name: field }) => kind !== 'TEXT' && valueOf(values, field) !== undefined)
    .map((field) => ({ ...field, isOptional: true }))
  const verdict = await judgeValues(asked, values, { now, resolver: validation.resolver })
  return {
    fields: asked.flatMap((field) => {
      const one = verdict.fields[field.name]
      return one === undefined ? [] : [toAnswer(field.name, withoutDoubts(one), spoken)]
    }),
    language: spoken,
  }
}

/** Doubts are for the owner. */
function withoutDoubts({ findings, suggestion }: FieldVerdict): FieldVerdict {
  const sure = findings.filter(({ outcome }) => outcome !== 'FLAG')
  return verdictOf(sure, suggestion === undefined ? {} : { suggestion })
}

function toAnswer(name: string, verdict: FieldVerdict, language: Language): TypedAnswer {
  const { outcome, suggestion = null } = verdict
  return { name, outcome, suggestion, message: messageFor(verdict, language) }
}
