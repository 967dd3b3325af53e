import { ProblemError } from '@bollard/http'

/** The refusal of one member more than the plan of a solution allows; `used` are those there are, where they count with open invitations. */
export function planFull(used: number, max: number): ProblemError {
  const errors = [{ pointer: '', code: 'limit-exceeded', params: { limit: 'members', used, max } }]
  return new ProblemError('quota-exceeded', 'The plan of this solution has no room for another member; see "errors".', {
    errors,
  })
}
