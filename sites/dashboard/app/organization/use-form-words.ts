import { type ShownProblem, useFieldErrors } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

type ErrorOf = (name: string) => string | undefined

/**
 * `errorOf`, with a sentence of its own for a field where the general one says no more than "check this". `words` by the names of the
 * fields. `choices` are those that are chosen or ticked: they say so where nothing was, since nobody fills them in.
 */
export function useOwnWords(
  words: Readonly<Record<string, string>>,
  choices: readonly string[] = [],
): (errorOf: ErrorOf) => ErrorOf {
  const { t } = useTranslation()
  const general = t(($) => $.structure.fieldErrors.invalid)
  const missing = t(($) => $.structure.fieldErrors.required)
  return (errorOf) => (name) => {
    const error = errorOf(name)
    return error === general || (error === missing && choices.includes(name)) ? (words[name] ?? error) : error
  }
}

/** `useFieldErrors` with such sentences. */
export function useFormWords(
  problem: ShownProblem | null | undefined,
  words: Readonly<Record<string, string>>,
  choices: readonly string[] = [],
) {
  const { errorOf, formProps } = useFieldErrors(problem)
  return { formProps, errorOf: useOwnWords(words, choices)(errorOf) }
}
