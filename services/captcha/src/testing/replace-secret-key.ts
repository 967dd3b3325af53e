import { captchaRoutes } from '@bollard/contracts'
import type { FastifyInstance } from 'fastify'

/** Replaces the secret key of a site as an admin does whose key has leaked: the old one ends at once. Returns the new one. */
export async function replaceSecretKey(app: FastifyInstance, solutionId: string, cookie = 'ada'): Promise<string> {
  const url = `/captcha/v1/sites/${solutionId}`
  const headers = { cookie }
  const site = captchaRoutes.getSite.response.schema.parse((await app.inject({ url, headers })).json())
  if (site.secretKey === null) throw new Error('Nothing to replace: all secret keys of the site were revoked')
  const rotated = await app.inject({
    method: 'POST',
    url: `${url}/api-keys/${site.secretKey.id}/rotations`,
    headers,
    payload: { overlapHours: 0 },
  })
  return captchaRoutes.rotateApiKey.response.schema.parse(rotated.json()).secretKey
}
