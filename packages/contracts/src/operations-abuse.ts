import { z } from 'zod'
import { operationsPolicy } from './operations-policy.ts'
import { operations, operationsReading } from './operations-wire.ts'
import { defineRoute } from './route.ts'
import { idSchema, timeSchema } from './wire.ts'

/** By what verifications are put together. */
export const clusterKinds = ['OPERATOR', 'NETWORK', 'TLS'] as const
export type ClusterKind = (typeof clusterKinds)[number]

export const abuseClusterSchema = z.object({
  /** Number of the network operator, a network such as `203.0.113.0/24`, or the code of what TLS gave away. */
  value: z.string(),
  /** Name of the network operator; null where it is not known. */
  name: z.string().nullable(),
  solutions: z.int().min(1),
  verifications: z.int().min(1),
  refused: z.int().min(0),
  /** The solution with the most of them. */
  busiestSolutionId: idSchema.nullable(),
})
export type AbuseCluster = z.infer<typeof abuseClusterSchema>

export const signUpSourceKinds = ['NETWORK', 'MAIL_DOMAIN'] as const
export type SignUpSourceKind = (typeof signUpSourceKinds)[number]

export const signUpSourceSchema = z.object({
  value: z.string(),
  signUps: z.int().min(1),
  /** Those whose address was confirmed. */
  confirmed: z.int().min(0),
  /** Whether the domain hands out addresses that anyone can read or that soon end; always false for networks. */
  disposable: z.boolean(),
})
export type SignUpSource = z.infer<typeof signUpSourceSchema>

export const leakedKeySchema = z.object({
  solutionId: idSchema,
  lockedAt: timeSchema,
  /** Whether every key from before the lock was replaced or revoked. */
  rotated: z.boolean(),
})
export type LeakedKey = z.infer<typeof leakedKeySchema>

export const operationsAbuseRoutes = {
  listAbuseClusters: defineRoute({
    id: 'listAbuseClusters',
    method: 'GET',
    path: `${operations}/abuse/clusters`,
    access: operationsPolicy['operations.read'],
    summary:
      'Verifications of the last day across solutions by network operator, network, or what TLS gave away; the most refused first, 50 at most. For operators.',
    query: z.strictObject({ by: z.enum(clusterKinds) }),
    response: { status: 200, schema: z.object({ items: z.array(abuseClusterSchema) }) },
    problems: [...operationsReading],
  }),
  listSignUpSources: defineRoute({
    id: 'listSignUpSources',
    method: 'GET',
    path: `${operations}/abuse/sign-ups`,
    access: operationsPolicy['operations.read'],
    summary:
      'Accounts of the last week by network or by domain of their address, the most first, 50 at most. For operators.',
    query: z.strictObject({ by: z.enum(signUpSourceKinds) }),
    response: { status: 200, schema: z.object({ items: z.array(signUpSourceSchema) }) },
    problems: [...operationsReading],
  }),
  listLeakedKeys: defineRoute({
    id: 'listLeakedKeys',
    method: 'GET',
    path: `${operations}/abuse/keys`,
    access: operationsPolicy['operations.read'],
    summary:
      'Solutions that are locked because of a security incident, and whether their keys were rotated since. For operators.',
    response: { status: 200, schema: z.object({ items: z.array(leakedKeySchema) }) },
    problems: [...operationsReading],
  }),
}
