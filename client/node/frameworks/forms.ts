import { type Bollard, createBollard, type FailPolicy, type Verdict } from '../src/index.ts'

/** The client of the applications of `client/framework-cases.json`. */
export function bollardOfEnvironment(): Bollard {
  const { BOLLARD_SECRET_KEY: secretKey = '', BOLLARD_HOST: host = '', BOLLARD_FAIL_POLICY } = process.env
  return createBollard({ secretKey, host, failPolicy: BOLLARD_FAIL_POLICY as FailPolicy })
}

export const port = Number(process.env['PORT'])

export { expectations } from './expectations.ts'

/** What an application answers a visitor who passed. */
export function answerOf(form: unknown, verdict: Verdict): object {
  const name: unknown = form instanceof FormData ? form.get('name') : Object(form).name
  return { name, verdict }
}
