import { challengers, verdicts } from '@bollard/uptime'
import { z } from 'zod'
import { anybody } from './access.ts'
import { assertionSchema, assignedCheckSchema } from './monitoring-checks.ts'
import { defineRoute } from './route.ts'
import { idSchema, versionSchema } from './wire.ts'

/** How far the time in the signature of a probe may be from ours, in seconds. */
export const probeSkewSeconds = 300
/** Of one delivery. */
export const probeResultsMax = 200
/** One process of a probe checks; another one of the same token waits until this one was silent for so long. */
export const probeLeaseSeconds = 30

const wholeNumber = z.int().min(0)
/** Grows with every call and every result of one folder of a probe. */
const sequence = z.int().min(1)
const text = (max: number) => z.string().max(max)
const unixMs = z.number().min(0).max(8.64e15)
const ms = z.number().min(0).max(86_400_000)
const phase = ms.nullable()

/** A result as a probe sends it: bounded everywhere, since a probe runs where we don't. */
const probeResultSchema = z.strictObject({
  at: unixMs,
  verdict: z.enum(verdicts),
  phases: z.strictObject({ dnsMs: phase, connectMs: phase, tlsMs: phase, firstByteMs: phase, totalMs: ms }),
  fault: text(60).nullable(),
  detail: text(1_000).nullable(),
  assertions: z
    .array(z.strictObject({ assertion: assertionSchema, passed: z.boolean(), found: text(200).nullable() }))
    .max(20),
  facts: z.strictObject({
    address: text(60).optional(),
    statusCode: z.int().min(0).max(999).optional(),
    certificateExpiresAt: unixMs.optional(),
    domainExpiresAt: unixMs.optional(),
    answers: z.array(text(1_000)).max(100).optional(),
    challengedBy: z.enum(challengers).optional(),
  }),
  sample: z
    .strictObject({ headers: z.record(z.string().regex(/^[!-~]{1,200}$/u), text(8_192)), body: text(4_096) })
    .nullable(),
})

const probedResult = z.strictObject({
  sequence,
  serviceId: idSchema,
  /** The version of the service that was checked. */
  version: versionSchema,
  /** The probe itself had no line: this says nothing of the service. */
  isOffline: z.boolean(),
  result: probeResultSchema,
})
export type ProbedResult = z.infer<typeof probedResult>

const assignment = z.object({
  serviceId: idSchema,
  version: versionSchema,
  /** With its secrets: this probe alone needs them. */
  check: assignedCheckSchema,
  intervalSeconds: z.int().min(1),
  retries: wholeNumber,
  recoveries: wholeNumber,
  slowMs: z.int().nullable(),
})
export type ProbeAssignment = z.infer<typeof assignment>

const assignmentsDto = z.strictObject({
  /** Names the folder in which this process keeps its results. */
  instance: idSchema,
  softwareVersion: text(40),
  /** The version of the assignments that it has; null for none. */
  known: text(64).nullable(),
  /** How far its clock is ahead of ours, in milliseconds; null before it knows. */
  clockMs: z.int().min(-2_147_483_648).max(2_147_483_647).nullable(),
  /** Results that wait to be delivered, and those that it had no room for. */
  waiting: wholeNumber.max(2_147_483_647),
  dropped: wholeNumber.max(2_147_483_647),
  hasLine: z.boolean(),
})
export type ProbeReport = z.infer<typeof assignmentsDto>

const assignmentsSchema = z.object({
  place: z.string(),
  /** Whether the token lets it check private networks. */
  allowPrivate: z.boolean(),
  /** Whether this process checks; false while another one of the same token does. */
  isActive: z.boolean(),
  leaseSeconds: z.int(),
  /** The last of its results that is stored. */
  delivered: wholeNumber,
  version: z.string(),
  /** Null where it knows this version. */
  assignments: z.array(assignment).nullable(),
})
export type ProbeAssignments = z.infer<typeof assignmentsSchema>

/**
 * What a probe calls. Each call carries `authorization: Bollard-Probe <key>.<time>.<nonce>.<signature>`, see `signProbeCall`. Product
 * and probe are of one release or neighbours, so these calls are no part of the public API.
 */
export const monitoringProbeCalls = {
  fetchProbeAssignments: defineRoute({
    id: 'fetchProbeAssignments',
    method: 'POST',
    path: '/monitoring/v1/probe/assignments',
    access: anybody,
    summary: 'Tell how the probe is, and learn what it has to check.',
    body: { name: 'probeReportDto', schema: assignmentsDto },
    response: { status: 200, schema: assignmentsSchema },
    problems: ['secret-key-invalid', 'token-expired', 'state-conflict', 'rate-limited'],
  }),
  deliverProbeResults: defineRoute({
    id: 'deliverProbeResults',
    method: 'POST',
    path: '/monitoring/v1/probe/results',
    access: anybody,
    summary: 'Deliver results: what is answered is stored, and counts once however often it is sent.',
    body: {
      name: 'probeResultsDto',
      schema: z.strictObject({
        instance: idSchema,
        results: z
          .array(probedResult)
          .min(1)
          .max(probeResultsMax)
          .refine((all) => all.every((one, index) => one.sequence > (all[index - 1]?.sequence ?? 0)), {
            params: { code: 'not-ascending' },
          }),
      }),
    },
    response: { status: 200, schema: z.object({ delivered: wholeNumber }) },
    problems: ['secret-key-invalid', 'token-expired', 'state-conflict', 'rate-limited'],
  }),
} as const
