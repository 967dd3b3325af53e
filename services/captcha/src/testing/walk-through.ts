import { captchaRoutes, challengeSchema, problemSchema } from '@bollard/contracts'
import { collectedFor } from '@bollard/testing'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { chromium, solve } from './browser.ts'

type Headers = Record<string, string>

export async function start(app: FastifyInstance, body: object | string, headers: Headers = chromium) {
  return app.inject({
    method: 'POST',
    url: '/captcha/v1/verifications',
    headers,
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const startedSchema = z.object({ verificationId: z.string(), challenge: challengeSchema })
/** A started verification; fails when the start was refused. */
export async function started(
  app: FastifyInstance,
  body: { siteKey: string; action?: string; language?: string; path?: string; bypassKey?: string; cData?: string },
  headers: Headers = chromium,
) {
  const response = await start(app, body, headers)
  if (response.statusCode !== 201) throw new Error(response.body)
  captchaRoutes.startVerification.response.schema.parse(response.json())
  return startedSchema.parse(response.json())
}

export async function answer(app: FastifyInstance, verificationId: string, body: object, headers: Headers = chromium) {
  return app.inject({
    method: 'POST',
    url: `/captcha/v1/verifications/${verificationId}/solutions`,
    headers,
    payload: JSON.stringify(body),
  })
}

/** Starts, solves and answers in one go, as a genuine visitor unless `collected` says otherwise. */
export async function visit(
  app: FastifyInstance,
  siteKey: string,
  options: {
    collected?: readonly string[]
    action?: string
    language?: string
    path?: string
    bypassKey?: string
    cData?: string
    headers?: Headers
  } = {},
) {
  const { headers = chromium, collected, ...rest } = options
  const { verificationId, challenge } = await started(app, { siteKey, ...rest }, headers)
  const body = {
    challenge: challenge.token,
    solution: await solve(challenge.token),
    workMs: 12,
    collected: collectedFor(challenge.token, collected),
    ...(rest.path === undefined ? {} : { path: rest.path }),
    ...(rest.cData === undefined ? {} : { cData: rest.cData }),
    ...(rest.action === undefined ? {} : { action: rest.action }),
  }
  const response = await answer(app, verificationId, body, headers)
  return {
    verificationId,
    challenge,
    body,
    response,
    answered: captchaRoutes.answerVerification.response.schema.safeParse(response.json()).data,
  }
}

/** A visit that ended with a token. */
export async function pass(
  app: FastifyInstance,
  siteKey: string,
  options: { action?: string; language?: string; cData?: string } = {},
) {
  const { verificationId, answered, response } = await visit(app, siteKey, options)
  if (answered?.status !== 'passed') throw new Error(response.body)
  return { verificationId, token: answered.token }
}

export async function siteverify(app: FastifyInstance, body: object) {
  const response = await app.inject({
    method: 'POST',
    url: '/captcha/v1/siteverify',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  return captchaRoutes.siteverify.response.schema.parse(response.json())
}

/** The code of a refused call. */
export function codeOf(response: { json(): unknown }): string {
  return problemSchema.parse(response.json()).code
}
