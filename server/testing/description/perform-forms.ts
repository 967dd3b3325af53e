import { enquiryForm } from '../api/protected-site.ts'
import { domainOf } from '../api/belongings.ts'
import type { Stage } from './stage.ts'

/** What servers and widgets ask about a form, and a message that waits for a person. */
export async function performForms({ api, people: { ada }, its: { solutionId } }: Stage): Promise<void> {
  const { client } = ada
  const contactForm = { ...enquiryForm, name: 'contact' }
  const { id: formId, version } = await client.createProtectedForm({ solutionId, protectedFormNewDto: contactForm })
  await client.updateProtectedForm({ solutionId, formId, protectedFormDto: { ...contactForm, keepDays: 14, version } })
  const { siteKey } = await client.getSite({ solutionId })
  const { secretKey } = await client.createApiKey({ solutionId, apiKeyNewDto: { name: 'Forms', scopes: ['verify'] } })
  const ask = (path: string, headers: Readonly<Record<string, string>>, body: object) =>
    api.hearing.fetch(`${api.url}/protection/v1/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ form: 'contact', language: 'en', ...body }),
    })
  const message = 'Please have a look at https://shop.example and https://shop.example/offers'
  const validated = await ask('validations', { authorization: `Bearer ${secretKey}` }, { values: { message } })
  const { reviewId }: { reviewId: string } = await validated.json()
  const values = { iban: 'DE89 3704 0044 0532 0130 01' }
  await ask(`site-keys/${siteKey}/validations`, { origin: `https://${domainOf(ada)}` }, { values })
  await client.listReviews({ solutionId })
  await client.getReview({ solutionId, reviewId })
  await client.decideReview({ solutionId, reviewId, reviewDecisionDto: { state: 'REJECTED' } })
  await client.getSpamFilter({ solutionId })
  await client.resetSpamFilter({ solutionId })
}
