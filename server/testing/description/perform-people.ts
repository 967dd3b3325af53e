import { createApiClient } from '@bollard/api-client'
import type { Stage } from './stage.ts'

const reason = 'Asked for by telephone'

/** What operators do with accounts that takes more than an id and a body: an address that is not confirmed, and a link that works once. */
export async function performPeople({ api, make, people: { operator } }: Stage): Promise<void> {
  const { client } = operator
  const userId = await make.personId()
  await api.db.pool.query('update identity.users set email_verified = false where id = $1', [userId])
  await client.verifyPersonEmail({ userId, emailEvidenceDto: { evidence: 'Called back at the number on the invoice' } })
  const { email } = await client.getPerson({ userId })
  await client.suspendPerson({ userId, suspensionDto: { reason } })
  await client.liftSuspension({ userId })
  await client.createOperatorRequest({
    operatorRequestNewDto: { kind: 'GRANT_ADMIN', userId, confirmEmail: email, reason: 'Joins the team of operators' },
  })
  await client.listOperatorRequests()
  const { url } = await client.startView({ userId, viewNewDto: { reason } })
  const browser = createApiClient({ baseUrl: api.url, fetch: api.hearing.fetch })
  await browser.openView({ viewTokenDto: { token: new URL(url).searchParams.get('token') ?? '' } })
  await browser.endView()
}
