import { z } from 'zod'
import { publicText } from './monitoring-pages.ts'
import { monitoringPolicy } from './monitoring-policy.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, pageOf, pageQuery, timeSchema, versionSchema } from './wire.ts'

/** Of one solution. */
export const reportTemplatesMax = 50
/** Of one report. */
export const reportUpdatesMax = 100

/** How far the work on what went wrong has come. */
export const reportStages = ['INVESTIGATING', 'IDENTIFIED', 'MONITORING', 'RESOLVED'] as const
export type ReportStage = (typeof reportStages)[number]
/** What visitors notice of a component. */
export const impacts = ['UP', 'DEGRADED', 'DOWN'] as const
export type Impact = (typeof impacts)[number]

const title = z.string().trim().min(1).max(150).regex(lineOfText)
const text = publicText(4_000)
const impact = z.strictObject({ componentId: idSchema, impact: z.enum(impacts) })
const update = {
  stage: z.enum(reportStages),
  text,
  /** Components that this update says something about; the others stay as the updates before it said. */
  impacts: z
    .array(impact)
    .max(200)
    .default([])
    .refine((all) => new Set(all.map(({ componentId }) => componentId)).size === all.length, {
      params: { code: 'duplicate' },
    }),
}
/** Whether subscribers are told of it. */
const tellSubscribers = z.boolean().default(true)

export const reportUpdateSchema = z.object({
  id: idSchema,
  at: timeSchema,
  ...update,
  /** When its text was last corrected; null while it is as it was published. */
  correctedAt: timeSchema.nullable(),
})
export const statusReportSchema = z.object({
  id: idSchema,
  statusPageId: idSchema,
  title: z.string(),
  stage: z.enum(reportStages),
  startedAt: timeSchema,
  resolvedAt: timeSchema.nullable(),
  /** The oldest first. */
  updates: z.array(reportUpdateSchema),
  version: versionSchema,
})
export type StatusReport = z.infer<typeof statusReportSchema>

const newDto = z.strictObject({
  statusPageId: idSchema,
  title,
  /** Null is now; never ahead of it. */
  startedAt: timeSchema.nullable().default(null),
  ...update,
  tellSubscribers,
})
const changeDto = z.strictObject({ title, startedAt: timeSchema, version: versionSchema })
const updateDto = z.strictObject({ ...update, tellSubscribers })
const correctionDto = z.strictObject({
  text,
  /** Whether those who are told of updates get the corrected text too. */
  tellSubscribers: z.boolean().default(false),
  version: versionSchema,
})
export type ReportCorrection = z.infer<typeof correctionDto>
export type StatusReportNew = z.infer<typeof newDto>
export type StatusReportChange = z.infer<typeof changeDto>
export type ReportUpdateNew = z.infer<typeof updateDto>

const templateSchema = z.strictObject({
  name: z.string().trim().min(1).max(80).regex(lineOfText),
  title,
  stage: z.enum(reportStages),
  text,
})
export type ReportTemplate = z.infer<typeof templateSchema>
const templates = z
  .array(templateSchema)
  .max(reportTemplatesMax)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, { params: { code: 'duplicate' } })
const templateList = z.object({ items: z.array(templateSchema), version: versionSchema })

const solutionParams = z.strictObject({ solutionId: idSchema })
const reportParams = solutionParams.extend({ statusReportId: idSchema })
const updateParams = reportParams.extend({ reportUpdateId: idSchema })
const reports = '/monitoring/v1/solutions/{solutionId}/status-reports'
const templatesPath = '/monitoring/v1/solutions/{solutionId}/report-templates'

export const monitoringReportRoutes = {
  listStatusReports: defineRoute({
    id: 'listStatusReports',
    method: 'GET',
    path: reports,
    access: monitoringPolicy['monitoring.read'],
    summary: 'Reports for the public, newest first, of all status pages or of one.',
    params: solutionParams,
    query: z.strictObject({
      ...pageQuery,
      statusPageId: idSchema.optional(),
      state: z.enum(['OPEN', 'RESOLVED']).optional(),
    }),
    response: { status: 200, schema: pageOf(statusReportSchema) },
    problems: [],
  }),
  createStatusReport: defineRoute({
    id: 'createStatusReport',
    method: 'POST',
    path: reports,
    access: monitoringPolicy['report.change'],
    summary: 'Tell the public what goes wrong, with the first update. It shows on its page at once.',
    params: solutionParams,
    body: { name: 'statusReportNewDto', schema: newDto },
    response: { status: 201, schema: statusReportSchema },
    location: `${reports}/{id}`,
    repeatable: {},
    problems: ['idempotency-mismatch', 'state-conflict'],
  }),
  getStatusReport: defineRoute({
    id: 'getStatusReport',
    method: 'GET',
    path: `${reports}/{statusReportId}`,
    access: monitoringPolicy['monitoring.read'],
    summary: 'One report with its updates, oldest first.',
    params: reportParams,
    response: { status: 200, schema: statusReportSchema },
    problems: [],
  }),
  updateStatusReport: defineRoute({
    id: 'updateStatusReport',
    method: 'PUT',
    path: `${reports}/{statusReportId}`,
    access: monitoringPolicy['report.change'],
    summary: 'Change title and start of a report; `version` is the version you read. Subscribers are not told.',
    params: reportParams,
    body: { name: 'statusReportDto', schema: changeDto },
    response: { status: 200, schema: statusReportSchema },
    problems: ['version-conflict'],
  }),
  deleteStatusReport: defineRoute({
    id: 'deleteStatusReport',
    method: 'DELETE',
    path: `${reports}/{statusReportId}`,
    access: monitoringPolicy['report.change'],
    summary: 'Delete a report with all its updates.',
    params: reportParams,
    response: { status: 204, schema: null },
    problems: [],
  }),
  addReportUpdate: defineRoute({
    id: 'addReportUpdate',
    method: 'POST',
    path: `${reports}/{statusReportId}/updates`,
    access: monitoringPolicy['report.change'],
    summary:
      'Add an update to a report. With the stage RESOLVED the report ends and its components are well again; a later stage opens it anew.',
    params: reportParams,
    body: { name: 'reportUpdateNewDto', schema: updateDto },
    response: { status: 201, schema: statusReportSchema },
    repeatable: {},
    problems: ['quota-exceeded', 'idempotency-mismatch', 'state-conflict'],
  }),
  correctReportUpdate: defineRoute({
    id: 'correctReportUpdate',
    method: 'PUT',
    path: `${reports}/{statusReportId}/updates/{reportUpdateId}`,
    access: monitoringPolicy['report.change'],
    summary:
      'Correct the text of an update; `version` is the version of the report you read. The page says when it was corrected. Subscribers get it again only with `tellSubscribers`.',
    params: updateParams,
    body: { name: 'reportCorrectionDto', schema: correctionDto },
    response: { status: 200, schema: statusReportSchema },
    problems: ['version-conflict'],
  }),
  deleteReportUpdate: defineRoute({
    id: 'deleteReportUpdate',
    method: 'DELETE',
    path: `${reports}/{statusReportId}/updates/{reportUpdateId}`,
    access: monitoringPolicy['report.change'],
    summary:
      'Delete an update; the report then has the stage of its latest one. What waits to be sent of it is not sent. The only update of a report is refused.',
    params: updateParams,
    response: { status: 204, schema: null },
    problems: ['in-use'],
  }),
  listReportTemplates: defineRoute({
    id: 'listReportTemplates',
    method: 'GET',
    path: templatesPath,
    access: monitoringPolicy['monitoring.read'],
    summary: `Texts that reports begin with; at most ${reportTemplatesMax}.`,
    params: solutionParams,
    response: { status: 200, schema: templateList },
    problems: [],
  }),
  putReportTemplates: defineRoute({
    id: 'putReportTemplates',
    method: 'PUT',
    path: templatesPath,
    access: monitoringPolicy['report.change'],
    summary: 'Replace the texts that reports begin with; `version` is the version you read.',
    params: solutionParams,
    body: { name: 'reportTemplatesDto', schema: z.strictObject({ items: templates, version: versionSchema }) },
    response: { status: 200, schema: templateList },
    problems: ['version-conflict'],
  }),
} as const
