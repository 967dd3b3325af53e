import createClient from 'openapi-fetch'
import type { paths } from './build/openapi-typescript'

/** What a customer's program does with types of openapi-typescript: issues a key with a session, and verifies a token with that key. */
export async function issueAndVerify(baseUrl: string, cookie: string, solutionId: string, token: string) {
  const client = createClient<paths>({ baseUrl })
  const issued = await client.POST('/captcha/v1/sites/{solutionId}/api-keys', {
    params: { path: { solutionId } },
    headers: { cookie },
    body: { name: 'By openapi-fetch', scopes: ['verify'] },
  })
  if (issued.data === undefined) throw new Error(issued.error.code)
  const { secretKey, state } = issued.data
  const verified = await client.POST('/captcha/v1/siteverify', { body: { secret: secretKey, response: token } })
  if (verified.data === undefined) throw new Error(verified.error.code)
  const { success, score, reasons } = verified.data
  return { state, success, score, reasons: reasons?.map(({ code }) => code) }
}
