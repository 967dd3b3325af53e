import type { Problem } from '@bollard/contracts'
import { act, apiOf, scopeOf } from '@bollard/site-kit/server'
import type { Sender } from '../../monitoring/services/sender.ts'
import type { TypedValues } from '../typed-values.ts'
import type { TriedForm } from './form-form.tsx'
import { rulesOf, triedValues } from './typed-form.ts'

/** What the rules of a form as typed find in the values to try. Nothing is kept. */
export async function tryTypedForm(
  sender: Sender,
  typed: TypedValues,
): Promise<{ typed: TypedValues; problem: Problem | null; tried: TriedForm | null }> {
  const { context, request, solutionId } = sender
  const { language } = scopeOf(context, request)
  const answer = await act(
    sender,
    apiOf(context, request).tryProtectedForm({
      solutionId,
      formTryDto: { fields: rulesOf(typed), values: triedValues(typed), language },
    }),
  )
  return answer.ok ? { typed, problem: null, tried: answer.value } : { typed, problem: answer.problem, tried: null }
}
