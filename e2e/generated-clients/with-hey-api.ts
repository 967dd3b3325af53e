import { createApiKey, siteverify } from './build/hey-api'
import { createClient } from './build/hey-api/client'

/** The same as `with-openapi-fetch.ts` with a client of @hey-api/openapi-ts. */
export async function issueAndVerify(baseUrl: string, cookie: string, solutionId: string, token: string) {
  const client = createClient({ baseUrl })
  const issued = await createApiKey({
    client,
    headers: { cookie },
    path: { solutionId },
    body: { name: 'By openapi-ts', scopes: ['verify'] },
  })
  if (issued.data === undefined) throw new Error(issued.error.code)
  const { secretKey, state } = issued.data
  const verified = await siteverify({ client, body: { secret: secretKey, response: token } })
  if (verified.data === undefined) throw new Error(verified.error.code)
  const { success, score, reasons } = verified.data
  return { state, success, score, reasons: reasons?.map(({ code }) => code) }
}
