import { apiKeyScopes } from './access.ts'
import { captchaPolicy } from './captcha-policy.ts'
import { z } from 'zod'
import { typedHostSchema } from './captcha-environments.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, pageOf, timeSchema, versionSchema } from './wire.ts'

/**
 * What a key may do: take results and give feedback, read what a viewer reads, or change what an admin changes (save keys and
 * environments, which ask for a person).
 */

/** That work, whatever the plan allows; those that were replaced and work on for a while are among them. */
export const apiKeysMax = 50
export const bypassKeysMax = 20
export const apiKeyDaysMax = 730
export const bypassKeyDaysMax = 365
/** How long a key that was replaced can work on. */
export const overlapHoursMax = 168

export const keyStates = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const

const shared = {
  id: idSchema,
  name: z.string(),
  /** What is shown of the key; of the key itself only a hash is kept. */
  prefix: z.string(),
  last4: z.string(),
  state: z.enum(keyStates),
  /** Null: for all environments of the solution. */
  environmentId: idSchema.nullable(),
  /** Networks from which the key may be used; none named: from anywhere. */
  networks: z.array(z.string()),
  lastUsedAt: timeSchema.nullable(),
  createdAt: timeSchema,
  /** Id of the person who made it; null where nobody remembers. */
  createdBy: z.string().nullable(),
  version: versionSchema,
}

/** Key of a customer's server. */
export const apiKeySchema = z.object({
  ...shared,
  scopes: z.array(z.enum(apiKeyScopes)),
  expiresAt: timeSchema.nullable(),
  /** The key that takes its place, once it was rotated. */
  replacedBy: idSchema.nullable(),
})
export type ApiKey = z.infer<typeof apiKeySchema>

/** Key with which the customer's own tests and partners pass without work. */
export const bypassKeySchema = z.object({
  ...shared,
  /** Hosts of pages where it may be used, as in the domains of an environment; none named: on all of them. */
  origins: z.array(z.string()),
  /** Null: any number. Days are those of UTC. */
  usesPerDay: z.int().nullable(),
  expiresAt: timeSchema,
  usesToday: z.int(),
  /** Today included. */
  usesLast30Days: z.int(),
})
export type BypassKey = z.infer<typeof bypassKeySchema>

const name = z.string().trim().min(1).max(80).regex(lineOfText)
/** Addresses or networks such as `192.0.2.0/24`; at least /8 for IPv4 and /16 for IPv6. */
const networks = z.array(z.string().trim().min(1).max(50)).max(50).default([])
const scopes = z
  .array(z.enum(apiKeyScopes))
  .min(1)
  .max(apiKeyScopes.length)
  .refine((all) => new Set(all).size === all.length)
const origins = z.array(typedHostSchema).max(20).default([])
const usesPerDay = z.int().min(1).max(1_000_000).nullable().default(null)
const version = versionSchema
const environmentId = idSchema.nullable().default(null)

const solutionParams = z.strictObject({ solutionId: idSchema })
const apiKeyParams = solutionParams.extend({ apiKeyId: idSchema })
const bypassKeyParams = solutionParams.extend({ bypassKeyId: idSchema })

const reading = ['unauthenticated', 'invalid-parameter', 'role-too-low', 'person-required', 'not-found'] as const
/** Keys open what the captcha protects, so each change needs a proof of at most ten minutes ago. */
const revoking = [...reading, 'step-up-required'] as const
const writing = [...revoking, 'solution-locked', 'malformed-json', 'unknown-field', 'validation-failed'] as const
/** The operator of a deployment can keep API keys that do more than verify to itself. */
const writingApiKeys = [...writing, 'forbidden'] as const

export const captchaKeyRoutes = {
  listApiKeys: defineRoute({
    id: 'listApiKeys',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/api-keys',
    access: captchaPolicy['key.read'],
    summary: 'API keys: all active ones, then the most recently ended, 100 at most.',
    params: solutionParams,
    response: { status: 200, schema: pageOf(apiKeySchema) },
    problems: reading,
  }),
  createApiKey: defineRoute({
    id: 'createApiKey',
    method: 'POST',
    path: '/captcha/v1/sites/{solutionId}/api-keys',
    access: captchaPolicy['key.change'],
    summary:
      'Create an API key, shown only once. The plan limits the number of active keys, with a maximum of 50. It expires within 2 years, or never with null. Only a key with no scope beyond verification can be bound to one environment. Other scopes may be reserved for administrators of the installation (`API_KEYS_FOR`).',
    params: solutionParams,
    body: {
      name: 'apiKeyNewDto',
      schema: z.strictObject({ name, scopes, environmentId, networks, expiresAt: timeSchema.nullable().default(null) }),
    },
    response: { status: 201, schema: apiKeySchema.extend({ secretKey: z.string() }) },
    location: '/captcha/v1/sites/{solutionId}/api-keys/{id}',
    repeatable: { secrets: ['secretKey'] },
    problems: [...writingApiKeys, 'quota-exceeded', 'idempotency-mismatch', 'state-conflict'],
  }),
  updateApiKey: defineRoute({
    id: 'updateApiKey',
    method: 'PUT',
    path: '/captcha/v1/sites/{solutionId}/api-keys/{apiKeyId}',
    access: captchaPolicy['key.change'],
    summary:
      'Update the name, networks and expiry of a key that has not been revoked; `version` is the version you read.',
    params: apiKeyParams,
    body: { name: 'apiKeyDto', schema: z.strictObject({ name, networks, expiresAt: timeSchema.nullable(), version }) },
    response: { status: 200, schema: apiKeySchema },
    problems: [...writingApiKeys, 'version-conflict', 'quota-exceeded'],
  }),
  rotateApiKey: defineRoute({
    id: 'rotateApiKey',
    method: 'POST',
    path: '/captcha/v1/sites/{solutionId}/api-keys/{apiKeyId}/rotations',
    access: captchaPolicy['key.close'],
    summary:
      'Create a replacement for a key, shown only once. The old key keeps working for `overlapHours` (with 0 it stops immediately) and does not count towards the plan limit during that time. The new key lives as long as the old one was meant to, starting now.',
    params: apiKeyParams,
    body: { name: 'apiKeyRotationDto', schema: z.strictObject({ overlapHours: z.int().min(0).max(overlapHoursMax) }) },
    response: { status: 201, schema: apiKeySchema.extend({ secretKey: z.string() }) },
    problems: [...writingApiKeys, 'version-conflict', 'quota-exceeded'],
  }),
  revokeApiKey: defineRoute({
    id: 'revokeApiKey',
    method: 'DELETE',
    path: '/captcha/v1/sites/{solutionId}/api-keys/{apiKeyId}',
    access: captchaPolicy['key.close'],
    summary: 'Revoke a key immediately. Responds the same when it has already been revoked.',
    params: apiKeyParams,
    response: { status: 204, schema: null },
    problems: revoking,
  }),
  revokeApiKeyAsOperator: defineRoute({
    id: 'revokeApiKeyAsOperator',
    method: 'POST',
    path: '/captcha/v1/sites/{solutionId}/api-keys/{apiKeyId}/revocation',
    access: captchaPolicy['key.revoke-others'],
    summary:
      'Revoke a key of a customer, such as one that leaked. The admins of its solution get a mail with the reason.',
    params: apiKeyParams,
    body: {
      name: 'apiKeyRevocationDto',
      schema: z.strictObject({ reason: z.string().trim().min(3).max(200).regex(lineOfText) }),
    },
    response: { status: 204, schema: null },
    problems: ['not-found'],
  }),
  listBypassKeys: defineRoute({
    id: 'listBypassKeys',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/bypass-keys',
    access: captchaPolicy['key.read'],
    summary:
      'Bypass keys for tests and partners, with their use counts: all active ones, then the most recently ended, 100 at most.',
    params: solutionParams,
    response: { status: 200, schema: pageOf(bypassKeySchema) },
    problems: reading,
  }),
  createBypassKey: defineRoute({
    id: 'createBypassKey',
    method: 'POST',
    path: '/captcha/v1/sites/{solutionId}/bypass-keys',
    access: captchaPolicy['key.change'],
    summary:
      'Create a bypass key, shown only once; it expires within 365 days, and a solution can have at most 20 active ones.',
    params: solutionParams,
    body: {
      name: 'bypassKeyNewDto',
      schema: z.strictObject({ name, environmentId, origins, networks, usesPerDay, expiresAt: timeSchema }),
    },
    response: { status: 201, schema: bypassKeySchema.extend({ secretKey: z.string() }) },
    location: '/captcha/v1/sites/{solutionId}/bypass-keys/{id}',
    repeatable: { secrets: ['secretKey'] },
    problems: [...writing, 'quota-exceeded', 'idempotency-mismatch', 'state-conflict'],
  }),
  updateBypassKey: defineRoute({
    id: 'updateBypassKey',
    method: 'PUT',
    path: '/captcha/v1/sites/{solutionId}/bypass-keys/{bypassKeyId}',
    access: captchaPolicy['key.change'],
    summary:
      'Update a bypass key that has not been revoked; `version` is the version you read. Takes effect everywhere within seconds.',
    params: bypassKeyParams,
    body: { name: 'bypassKeyDto', schema: z.strictObject({ name, origins, networks, usesPerDay, version }) },
    response: { status: 200, schema: bypassKeySchema },
    problems: [...writing, 'version-conflict'],
  }),
  revokeBypassKey: defineRoute({
    id: 'revokeBypassKey',
    method: 'DELETE',
    path: '/captcha/v1/sites/{solutionId}/bypass-keys/{bypassKeyId}',
    access: captchaPolicy['key.close'],
    summary: 'Revoke a bypass key immediately. Responds the same when it has already been revoked.',
    params: bypassKeyParams,
    response: { status: 204, schema: null },
    problems: revoking,
  }),
}
