import { z } from 'zod'
import { operationsPolicy } from './operations-policy.ts'
import { operations, operationsReading, operationsWriting } from './operations-wire.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, timeSchema } from './wire.ts'

/** By what verifications are put together. */
export const clusterKinds = ['OPERATOR', 'NETWORK', 'TLS'] as const
export type ClusterKind = (typeof clusterKinds)[number]

/** A mark that somebody has checked a cluster, and what they know of it. */
export const clusterNoteSchema = z.object({
  note: z.string(),
  notedBy: idSchema,
  notedAt: timeSchema,
  until: timeSchema,
})
export type ClusterNote = z.infer<typeof clusterNoteSchema>
export const clusterNoteDaysMax = 366

const clusterDto = z.strictObject({
  by: z.enum(clusterKinds),
  value: z.string().trim().min(1).max(200).regex(lineOfText),
})
export const clusterNoteNewSchema = clusterDto.extend({
  note: z.string().trim().min(3).max(200).regex(lineOfText),
  /** Later than now, and a year from now at most: what is known of a network grows old. */
  until: timeSchema,
})
export type ClusterNoteNew = z.infer<typeof clusterNoteNewSchema>

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
  /** Null where nobody has marked it, and once the mark has ended. */
  note: clusterNoteSchema.nullable(),
})
export type AbuseCluster = z.infer<typeof abuseClusterSchema>

/** `DISPOSABLE` are those mail domains alone that hand out addresses that anyone can read or that soon end. */
export const signUpSourceKinds = ['NETWORK', 'MAIL_DOMAIN', 'DISPOSABLE'] as const
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
  /** Null while it is locked. */
  unlockedAt: timeSchema.nullable(),
  /** Whether every key from before the lock was replaced or revoked. */
  rotated: z.boolean(),
})
export type LeakedKey = z.infer<typeof leakedKeySchema>

export const leakedKeyDaySchema = z.object({ day: z.iso.date(), solutions: z.int().min(1) })
export type LeakedKeyDay = z.infer<typeof leakedKeyDaySchema>

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
  noteCluster: defineRoute({
    id: 'noteCluster',
    method: 'POST',
    path: `${operations}/abuse/cluster-notes`,
    access: operationsPolicy['abuse.operate'],
    summary:
      'Mark a cluster as checked until a day, with what you know of it, in place of an earlier mark. For operators.',
    body: { name: 'clusterNoteNewDto', schema: clusterNoteNewSchema },
    response: { status: 200, schema: clusterNoteSchema },
    problems: [...operationsWriting],
  }),
  removeClusterNote: defineRoute({
    id: 'removeClusterNote',
    method: 'POST',
    path: `${operations}/abuse/cluster-note-removals`,
    access: operationsPolicy['abuse.operate'],
    summary: 'Remove the mark of a cluster. Repeating it changes nothing. For operators.',
    body: { name: 'clusterNoteRemovalDto', schema: clusterDto },
    response: { status: 204, schema: null },
    problems: [...operationsWriting],
  }),
  listSignUpSources: defineRoute({
    id: 'listSignUpSources',
    method: 'GET',
    path: `${operations}/abuse/sign-ups`,
    access: operationsPolicy['operations.read'],
    summary:
      'Accounts of the last week by network or by domain of their address, or by disposable domains alone; the most first, 50 at most. For operators.',
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
      'Solutions that were locked in the last 30 days because of a security incident, or still are, whether their keys were rotated since, and how many were locked each day. No key is told. For operators.',
    response: {
      status: 200,
      schema: z.object({ items: z.array(leakedKeySchema), days: z.array(leakedKeyDaySchema) }),
    },
    problems: [...operationsReading],
  }),
}
