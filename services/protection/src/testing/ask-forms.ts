import type { ProtectedForm, Review, ValidationAnswer } from '@bollard/contracts'
import { expect } from 'vitest'
import { type Name, ours, type TestService } from './start-service.ts'

export const message = { name: 'message', kind: 'TEXT', linksMax: 1 }
/** A form that holds what weighs 30, and refuses what weighs 90. */
export const enquiry = {
  name: 'enquiry',
  mode: 'LIVE',
  fields: [message, { name: 'email', kind: 'EMAIL', isOptional: true, duplicates: 'FLAG', disposable: 'TAKE' }],
  reviewFrom: 30,
  refuseFrom: 90,
  keepDays: 10,
}
/** Weighs 30. */
export const links = 'Please have a look at https://a.example and https://b.example and https://c.example'
export const offer = 'We can bring your shop to the first page of every search engine within four weeks for a small fee'

export const signature =
  'Ada Byron, head of purchasing, Analytical Engines Ltd, registered in England and Wales under number 1234567, registered ' +
  'office 12 Example Street in London, this message is meant for its addressee only'

/** What tests ask about forms of `ours`, in the name of a member where nobody else is said. */
export function askForms(world: () => TestService) {
  async function send(values: object, more: object = {}, key: 'bsec_ours' | 'bsec_theirs' = 'bsec_ours') {
    const answer = await world().call(key, 'validate', { body: { form: 'enquiry', values, ...more } })
    return answer.json<ValidationAnswer>()
  }
  return {
    send,
    async codes(...sent: Parameters<typeof send>) {
      return (await send(...sent)).fields.flatMap(({ findings }) => findings.map(({ code }) => code))
    },
    async make(more: object = {}, who: Name | 'bsec_theirs' = 'mia', solutionId = ours): Promise<ProtectedForm> {
      const body = { ...enquiry, ...more }
      const answer = await world().call(who, 'createProtectedForm', { params: { solutionId }, body })
      expect(answer.status).toBe(201)
      return answer.json()
    },
    async inbox(state = 'WAITING') {
      const answer = await world().call('mia', 'listReviews', { query: `?state=${state}` })
      return answer.json<{ items: Review[] }>().items
    },
    decide: (reviewId: string | null, state: string, who: Name = 'mia') =>
      world().call(who, 'decideReview', { params: { reviewId: String(reviewId) }, body: { state } }),
    async filter() {
      const answer = await world().call('vic', 'getSpamFilter')
      return answer.json<{ taught: object; right: number; wrong: number; sources: object[] }>()
    },
  }
}
