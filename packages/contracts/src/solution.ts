import { z } from 'zod'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, pageOf, pageQuery, timeSchema } from './wire.ts'

export const solutionTypes = ['CAPTCHA', 'MONITORING', 'BUNDLE_SECURITY'] as const
export const roles = ['VIEWER', 'MEMBER', 'ADMIN'] as const
export type Role = (typeof roles)[number]

/** Whether `role` may do what the role `lowest` may. */
export function reaches(role: Role, lowest: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(lowest)
}

const label = z.string().trim().min(3).max(50).regex(lineOfText)

/** Exact host name, `*.example.com` for the hosts directly below a name, IPv4 or IPv6 address, or `localhost`; no scheme, no path, no port. */
export const domainSchema = z
  .string().trim().toLowerCase().min(1).max(253)
  .refine((host) => isHost(host), { message: 'domain' })

function isHost(host: string): boolean {
  const base = host.startsWith('*.') ? host.slice(2) : host
  // Addresses take %-escapes and empty labels too, but no page would ever be found under them.
  if (/[\s/@?#\\*%]|^\.|\.\.|\.$/u.test(base)) return false
  const candidate = base.includes(':') ? base.startsWith('[') ? base : `[${base}]` : base
  if (!URL.canParse(`http://${candidate}/`)) return false
  const { hostname, port } = new URL(`http://${candidate}/`)
  if (port !== '') return false
  if (hostname.startsWith('[')) return base === host
  const isName = hostname.includes('.') && hostname.split('.').every((part) => /^[a-z\d_-]{1,63}$/u.test(part))
  if (isAddress(hostname)) return base === host && base === hostname
  return isName || host === 'localhost'
}

/** Whether a name that a URL gave back is an IPv4 address: nothing else ends in a number there. */
function isAddress(hostname: string): boolean {
  return /\.\d+$/u.test(hostname)
}

export const solutionSchema = z.object({
  id: idSchema,
  label: z.string(),
  item: z.object({ type: z.enum(solutionTypes) }),
  managementOrganization: z.object({ id: idSchema, name: z.string() }).nullable(),
  members: z.array(z.object({ userId: z.string(), role: z.enum(roles) })),
  myRole: z.enum(roles),
  version: z.int(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
})
export type Solution = z.infer<typeof solutionSchema>

const solutionNewDto = z.strictObject({ type: z.literal('CAPTCHA'), label, domains: z.array(domainSchema).min(1).max(20) })

export const solutionRoutes = {
  createSolution: defineRoute({
    id: 'createSolution', method: 'POST', path: '/solution/v1/solutions', audience: 'session',
    summary:
      'Create a solution. The creator becomes its admin; the secret key is shown this once. With an Idempotency-Key header the same call repeated within 24 hours gives the same answer, with an empty secretKey because only its hash is kept.',
    body: { name: 'solutionNewDto', schema: solutionNewDto },
    response: { status: 201, schema: solutionSchema.extend({ siteKey: z.string(), secretKey: z.string() }) },
    problems: ['unauthenticated', 'email-not-verified', 'validation-failed', 'idempotency-mismatch', 'quota-exceeded', 'rate-limited'],
  }),
  listSolutions: defineRoute({
    id: 'listSolutions', method: 'GET', path: '/solution/v1/solutions', audience: 'session',
    summary: 'The solutions of a person, newest first; only administrators may name somebody else.',
    query: z.strictObject({ ...pageQuery, userId: z.string().max(100).regex(lineOfText).optional() }),
    response: { status: 200, schema: pageOf(solutionSchema) },
    problems: ['unauthenticated', 'forbidden', 'invalid-parameter'],
  }),
  getSolution: defineRoute({
    id: 'getSolution', method: 'GET', path: '/solution/v1/solutions/{solutionId}', audience: 'session',
    summary: 'One solution. Answers not-found to anybody who is not a member.',
    params: z.strictObject({ solutionId: idSchema }),
    response: { status: 200, schema: solutionSchema },
    problems: ['unauthenticated', 'not-found'],
  }),
}
