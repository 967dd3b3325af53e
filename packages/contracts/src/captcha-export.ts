import { captchaPolicy } from './captcha-policy.ts'
import { z } from 'zod'
import { logFilterSchema, shownFilterSchema } from './captcha-log.ts'
import { defineRoute } from './route.ts'
import { idSchema, pageOf, pageQuery, timeSchema } from './wire.ts'

/**
 * `CSV`: RFC 4180 in UTF-8 with byte order mark and CRLF; columns as in `exportColumns`, the first line names them. What a
 * spreadsheet would take for a formula begins with an apostrophe. `JSON`: one array of verifications as the log shows them.
 */
export const exportFormats = ['CSV', 'JSON'] as const
export type ExportFormat = (typeof exportFormats)[number]

/**
 * Columns of a CSV export; new ones may come at the end, the order never changes. Empty where nothing is known. Times are
 * RFC 3339 in UTC, numbers have a point, truth is `true` or `false`, `reasons` are "code weight" with semicolons in between.
 */
export const exportColumns = [
  'verificationId',
  'startedAt',
  'finishedAt',
  'environment',
  'outcome',
  'passed',
  'score',
  'decision',
  'rule',
  'bypassKey',
  'reasons',
  'hostname',
  'action',
  'browser',
  'operatingSystem',
  'device',
  'language',
  'network',
  'country',
  'asn',
  'operator',
  'networkKind',
  'riskScoring',
  'minimalData',
  'checkMs',
  'workMs',
  'workHashes',
  'rounds',
  'firstFetchedAt',
  'lastFetchedAt',
  'retrievals',
  'feedback',
  'feedbackBy',
  'feedbackAt',
  'feedbackComment',
  'workAlgorithm',
  'sameNetwork',
] as const
export type ExportColumn = (typeof exportColumns)[number]

export const exportStates = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'EXPIRED'] as const

export const exportSchema = z.object({
  id: idSchema,
  format: z.enum(exportFormats),
  filters: shownFilterSchema,
  status: z.enum(exportStates),
  /** 0 … 1. */
  progress: z.number(),
  /** Verifications written so far. */
  rows: z.int(),
  /** The filters fit more than the 5 000 000 verifications that a file may have; the oldest are missing. */
  truncated: z.boolean(),
  /** Of the whole file, without compression. */
  bytes: z.int(),
  createdAt: timeSchema,
  finishedAt: timeSchema.nullable(),
  /** From then on the file is gone: 7 days later, or earlier when the site keeps its log for less. */
  expiresAt: timeSchema,
})
export type Export = z.infer<typeof exportSchema>

const solutionParams = z.strictObject({ solutionId: idSchema })
const exportParams = solutionParams.extend({ exportId: idSchema })
const format = z.enum(exportFormats)

export const captchaExportRoutes = {
  createExport: defineRoute({
    id: 'createExport',
    method: 'POST',
    path: '/captcha/v1/sites/{solutionId}/exports',
    access: captchaPolicy['export.take'],
    summary:
      'Export verifications to a file in the background. At most 3 at a time and 20 in total are kept for a site.',
    params: solutionParams,
    body: { name: 'exportNewDto', schema: z.strictObject({ format, filters: logFilterSchema.default({}) }) },
    response: { status: 202, schema: exportSchema },
    repeatable: {},
    problems: ['quota-exceeded', 'idempotency-mismatch', 'state-conflict'],
  }),
  listExports: defineRoute({
    id: 'listExports',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/exports',
    access: captchaPolicy['site.read'],
    summary: 'Exports of the site, latest first.',
    params: solutionParams,
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(exportSchema) },
    problems: [],
  }),
  getExport: defineRoute({
    id: 'getExport',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/exports/{exportId}',
    access: captchaPolicy['site.read'],
    summary: 'Progress of an export.',
    params: exportParams,
    response: { status: 200, schema: exportSchema },
    problems: [],
  }),
  downloadExport: defineRoute({
    id: 'downloadExport',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/exports/{exportId}/file',
    access: captchaPolicy['export.take'],
    summary: 'The file of a finished export, as an attachment; gzip-encoded if the client accepts it.',
    params: exportParams,
    response: { status: 200, schema: z.string(), stream: true, mediaTypes: ['text/csv', 'application/json'] },
    problems: ['export-not-ready', 'export-expired'],
  }),
  exportDirectly: defineRoute({
    id: 'exportDirectly',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/exports/direct',
    access: captchaPolicy['export.take'],
    summary: 'Export the newest matching verifications, at most 5 000, as a file in the response. Ten times a minute.',
    params: solutionParams,
    query: logFilterSchema.extend({ format: format.default('CSV') }),
    response: { status: 200, schema: z.string(), stream: true, mediaTypes: ['text/csv', 'application/json'] },
    problems: [],
  }),
  deleteExport: defineRoute({
    id: 'deleteExport',
    method: 'DELETE',
    path: '/captcha/v1/sites/{solutionId}/exports/{exportId}',
    access: captchaPolicy['export.delete'],
    summary: 'Delete an export and its file, or cancel it while it is running.',
    params: exportParams,
    response: { status: 204, schema: null },
    problems: [],
  }),
}
