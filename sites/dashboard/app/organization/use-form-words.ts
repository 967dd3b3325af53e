import { type ShownProblem, useFieldErrors } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

/**
 * `useFieldErrors`, with a sentence of its own for a field where the general one says no more than "check this". `words` by the
 * names of the fields.
 */
export function useFormWords(problem: ShownProblem | null | undefined, words: Readonly<Record<string, string>>) {
  const { t } = useTranslation()
  const { errorOf, formProps } = useFieldErrors(problem)
  const general = t(($) => $.structure.fieldErrors.invalid)
  return {
    formProps,
    errorOf(name: string) {
      const error = errorOf(name)
      return error === general ? (words[name] ?? error) : error
    },
  }
}
