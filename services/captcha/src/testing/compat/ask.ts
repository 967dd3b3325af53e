import { randomBytes } from 'node:crypto'
import { compatPaths } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import type { FastifyInstance, InjectOptions } from 'fastify'

type Fields = Readonly<Record<string, string>>

export const formPaths = [compatPaths.recaptcha, compatPaths.hcaptcha, compatPaths.turnstile] as const
export const form = { 'content-type': 'application/x-www-form-urlencoded' } as const

/** Asks as the servers do that were made for reCAPTCHA, hCaptcha and Turnstile. */
export async function askForm(app: FastifyInstance, path: string, fields: Fields) {
  const response = await app.inject({
    method: 'POST',
    url: path,
    headers: form,
    payload: new URLSearchParams(fields).toString(),
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}

/** The one code of a refusal. */
export async function codeOfForm(app: FastifyInstance, path: string, fields: Fields): Promise<unknown> {
  const { body } = await askForm(app, path, fields)
  const codes = body['error-codes']
  return Array.isArray(codes) && codes.length === 1 ? codes[0] : body
}

export async function askFriendly(
  app: FastifyInstance,
  apiKey: string | null,
  payload: object | string,
  headers: Fields = {},
) {
  const response = await app.inject({
    method: 'POST',
    url: compatPaths.friendlyCaptcha,
    headers: { 'content-type': 'application/json', ...headers, ...(apiKey === null ? {} : { 'x-api-key': apiKey }) },
    payload,
  })
  return {
    status: response.statusCode,
    body: response.json<{ success: boolean; error?: { error_code: string; detail: string }; data?: unknown }>(),
  }
}

export async function askTrustcaptcha(
  app: FastifyInstance,
  id: string,
  key: string | null,
  options: { query?: string; method?: NonNullable<InjectOptions['method']> } = {},
) {
  const response = await app.inject({
    method: options.method ?? 'GET',
    url: `${compatPaths.trustcaptcha.replace('{verificationId}', id)}${options.query ?? ''}`,
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}

/** A token like those of a widget that could not reach the service. */
export function failoverToken(siteKey: string, at: number): string {
  const claim = {
    siteKey,
    at: new Date(at).toISOString(),
    id: randomBytes(16).toString('base64url'),
    reason: 'unreachable',
  }
  return `bfo1.${Buffer.from(JSON.stringify(claim)).toString('base64url')}`
}

/** A database that is away from now on. */
export function awayDatabase(db: Database): Database {
  return { ...db, query: refuse, transaction: refuse }
}

async function refuse(): Promise<never> {
  throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
}
