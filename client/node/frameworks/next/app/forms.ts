import { type Bollard, createBollard, type FailPolicy } from '@bollard/node'
import type { Visit } from '@bollard/node/next'

export { protect } from '@bollard/node/next'
export { expectations } from '../../expectations'

let made: Bollard | undefined

/** While Next builds there is no secret key. */
export function bollard(): Bollard {
  const { BOLLARD_SECRET_KEY: secretKey = '', BOLLARD_HOST: host = '', BOLLARD_FAIL_POLICY } = process.env
  made ??= createBollard({ secretKey, host, failPolicy: BOLLARD_FAIL_POLICY as FailPolicy })
  return made
}

export function answer(_request: Request, { form, json, verdict }: Visit): Response {
  return Response.json({ name: form.get('name') ?? Object(json).name, verdict })
}
