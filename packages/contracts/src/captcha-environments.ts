import { captchaPolicy } from './captcha-policy.ts'
import { z } from 'zod'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, pageOf, timeSchema, versionSchema } from './wire.ts'

/** Whatever the plan allows. */
export const environmentsMax = 20
/** Of all environments of a solution together, whatever the plan allows. */
export const domainsMax = 500

/** Production, staging and so on: the same settings and rules, with keys and domains of their own. */
export const environmentSchema = z.object({
  id: idSchema,
  name: z.string(),
  siteKey: z.string(),
  /** Hosts as browsers write them, names in punycode; `*.example.com` stands for the hosts directly below. */
  domains: z.array(z.string()),
  /** Without it no visitor is let in, and nothing else changes. */
  active: z.boolean(),
  version: versionSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
})
export type Environment = z.infer<typeof environmentSchema>

/** One host as somebody types it; the service tells what is wrong with it. */
export const typedHostSchema = z.string().trim().min(1).max(300)

const content = {
  name: z.string().trim().min(1).max(40).regex(lineOfText),
  /** Host names, `*.` before a name for the hosts directly below it, IPv4 and IPv6 addresses, or `localhost`. */
  domains: z.array(typedHostSchema).min(1).max(domainsMax),
}
const solutionParams = z.strictObject({ solutionId: idSchema })
const environmentParams = solutionParams.extend({ environmentId: idSchema })

export const captchaEnvironmentRoutes = {
  listEnvironments: defineRoute({
    id: 'listEnvironments',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/environments',
    access: captchaPolicy['site.read'],
    summary: 'All environments of a solution, oldest first.',
    params: solutionParams,
    response: { status: 200, schema: pageOf(environmentSchema) },
    problems: [],
  }),
  createEnvironment: defineRoute({
    id: 'createEnvironment',
    method: 'POST',
    path: '/captcha/v1/sites/{solutionId}/environments',
    access: captchaPolicy['environment.change'],
    summary:
      'Create an environment with a secret key, shown only once. The plan limits the number of environments and of domains across them; a domain used in two counts once. A public suffix such as co.uk is not a domain.',
    params: solutionParams,
    body: { name: 'environmentNewDto', schema: z.strictObject(content) },
    response: { status: 201, schema: environmentSchema.extend({ secretKey: z.string() }) },
    location: '/captcha/v1/sites/{solutionId}/environments/{id}',
    repeatable: { secrets: ['secretKey'] },
    problems: ['person-required', 'plan-feature', 'quota-exceeded', 'idempotency-mismatch', 'state-conflict'],
  }),
  updateEnvironment: defineRoute({
    id: 'updateEnvironment',
    method: 'PUT',
    path: '/captcha/v1/sites/{solutionId}/environments/{environmentId}',
    access: captchaPolicy['environment.change'],
    summary:
      'Update the name and domains of an environment, or pause it; `version` is the version you read. Takes effect everywhere within seconds.',
    params: environmentParams,
    body: {
      name: 'environmentDto',
      schema: z.strictObject({ ...content, active: z.boolean(), version: versionSchema }),
    },
    response: { status: 200, schema: environmentSchema },
    problems: ['person-required', 'version-conflict', 'plan-feature', 'quota-exceeded'],
  }),
  archiveEnvironment: defineRoute({
    id: 'archiveEnvironment',
    method: 'DELETE',
    path: '/captcha/v1/sites/{solutionId}/environments/{environmentId}',
    access: captchaPolicy['environment.change'],
    summary:
      'Archive an environment with all its keys; its records stay in the log and the statistics. The last environment cannot be archived.',
    params: environmentParams,
    response: { status: 204, schema: null },
    problems: ['person-required', 'last-environment'],
  }),
}
