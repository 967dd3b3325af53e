import { createAnswerOnce } from '@bollard/http'

export { readRepeatable, type Repeatable } from '@bollard/http'

/** See `AnswerOnce`; the answers lie in `solution.answers`. */
export const answerOnce = createAnswerOnce('solution')
