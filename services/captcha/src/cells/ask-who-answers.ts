import { isDatabaseAway } from '@bollard/http'
import type { IsRecorded } from '../records/store/is-recorded.ts'

type Ask<Question extends readonly unknown[], Answer> = (...question: Question) => Promise<Answer>

/**
 * Asks a cell that others can do without. Once it did not answer, a single question at a time finds out whether it does again, and the others fail
 * at once: nobody else waits for one that hangs. With `waitMsMax`, in milliseconds, nobody waits longer; what was asked then is the question that
 * finds out. Whatever it fails with while the cell is away is known to `isDatabaseAway`.
 */
export function askWhileItAnswers<Question extends readonly unknown[], Answer>(
  ask: Ask<Question, Answer>,
  waitMsMax?: number,
): Ask<Question, Answer> {
  let isAway = false
  let trials = 0
  return async (...question) => {
    if (isAway && trials > 0) throw doesNotAnswer()
    let isTrial = isAway
    if (isTrial) trials += 1
    async function findOut(): Promise<Answer> {
      try {
        const answer = await ask(...question)
        isAway = false
        return answer
      } catch (error) {
        isAway = isDatabaseAway(error)
        throw error
      } finally {
        if (isTrial) trials -= 1
      }
    }
    if (waitMsMax === undefined) return findOut()
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      isAway = true
      if (!isTrial) trials += 1
      isTrial = true
      late.reject(doesNotAnswer())
    }, waitMsMax)
    try {
      return await Promise.race([findOut(), late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Known to `isDatabaseAway` by its message. */
const doesNotAnswer = (): Error => new Error('The database does not answer')

/**
 * Whether any cell that answers has a verification. Test keys alone ask that, which belong to no cell: what lies in one that is away is as unknown to them
 * as what was made up. Rejects where no cell answers.
 */
export function askWhoAnswers(questions: readonly IsRecorded[]): IsRecorded {
  const asks = questions.map((isRecorded) => askWhileItAnswers(isRecorded))
  return async (verificationId) => {
    const asked = await Promise.allSettled(asks.map((ask) => ask(verificationId)))
    const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const fault = asked.find((one) => one.status === 'rejected')
    if (answers.length === 0) throw fault?.reason
    return answers.includes(true)
  }
}
