import { z } from 'zod'
import { anybody } from './access.ts'
import { languageSchema } from './identity.ts'
import { defineRoute } from './route.ts'
import { telemetryPolicy } from './telemetry-policy.ts'
import { bodyProblems, idSchema, pageOf, pageQuery, timeSchema } from './wire.ts'

/** Kinds of devices, told from what browsers say of themselves anyway. */
export const deviceClasses = ['phone', 'tablet', 'computer'] as const
export type DeviceClass = (typeof deviceClasses)[number]

/** By what page views can be split. Each stands for itself: which language came from where is not kept. */
export const viewDimensions = ['referrer', 'language', 'device', 'country'] as const
export type ViewDimension = (typeof viewDimensions)[number]

/**
 * What pages measure, in milliseconds; `CLS` in thousandths. `INTERACTION` is the slowest interaction of a transaction, `INP` that of
 * the whole page.
 */
export const performanceMetrics = ['TTFB', 'DOM_READY', 'LOAD', 'LCP', 'CLS', 'INTERACTION', 'INP'] as const
export type PerformanceMetric = (typeof performanceMetrics)[number]

/** So many events a page sends in a minute, and so many a call takes. */
export const performanceEventsMax = 80
/** Ten minutes; what claims to be slower was not measured. */
const performanceValueMax = 600_000

/** What a replay may hold at most; a page stops recording by itself before. */
export const replayLimits = {
  /** From its first event. */
  minutes: 30,
  /** Of its events as JSON, in characters. */
  charactersMax: 8_000_000,
  batches: 1_000,
  /** Of one event, and of one batch. */
  batchCharactersMax: 700_000,
  eventsPerBatch: 1_000,
} as const

/** Of the body of a batch: events are texts within a text, in which every quotation mark takes two characters. */
export const replayBatchBytesMax = 2 * replayLimits.batchCharactersMax

/** A page of the website: its address without the language, such as `/products/captcha`. */
const pagePath = z
  .string()
  .max(200)
  .regex(/^(?:\/[A-Za-z0-9._-]+){1,8}$/u)
const referrerHost = z
  .string()
  .max(120)
  .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/u)
const deviceSchema = z.enum(deviceClasses)
const daySchema = z.iso.date()

export const pageViewNewSchema = z.strictObject({
  path: pagePath,
  language: languageSchema,
  /** Host of the page that led here; null where there is none, or where it is one of ours. */
  referrer: referrerHost.nullable(),
  device: deviceSchema,
})
export type PageViewNew = z.infer<typeof pageViewNewSchema>

export const performanceEventsNewSchema = z.strictObject({
  path: pagePath,
  events: z
    .array(z.strictObject({ metric: z.enum(performanceMetrics), value: z.int().min(0).max(performanceValueMax) }))
    .min(1)
    .max(performanceEventsMax),
})
export type PerformanceEventsNew = z.infer<typeof performanceEventsNewSchema>

export const replayBatchNewSchema = z.strictObject({
  /** Made at random by the browser for one visit. Never shown to anybody. */
  visit: idSchema,
  /** Of the batch in the visit, from 0; a repeated batch counts once, and another one with its number is refused. */
  number: z
    .int()
    .min(0)
    .max(replayLimits.batches - 1),
  path: pagePath,
  language: languageSchema,
  device: deviceSchema,
  /** Events of rrweb, each as JSON text, with every input masked. */
  events: z.array(z.string().min(2).max(replayLimits.batchCharactersMax)).min(1).max(replayLimits.eventsPerBatch),
})
export type ReplayBatchNew = z.infer<typeof replayBatchNewSchema>

export const replaySchema = z.object({
  id: idSchema,
  startedAt: timeSchema,
  /** When its last batch came. */
  lastAt: timeSchema,
  /** The first page of the visit, and its language. */
  path: z.string(),
  language: languageSchema,
  device: deviceSchema,
  /** ISO 3166-1, two letters; null where it is not known. */
  country: z.string().nullable(),
  batches: z.int().min(1),
  /** Of all events as JSON. */
  characters: z.int().min(1),
})
export type Replay = z.infer<typeof replaySchema>

export const replayBatchSchema = z.object({
  number: z.int().min(0),
  path: z.string(),
  /** Events of rrweb in their order, each as JSON text. */
  events: z.array(z.string()),
})
export type ReplayBatch = z.infer<typeof replayBatchSchema>

export const pageViewsSchema = z.object({ day: daySchema, path: z.string(), views: z.int().min(1) })
export type PageViews = z.infer<typeof pageViewsSchema>

export const viewShareSchema = z.object({
  /** Such as `search.example`, `de`, `phone` or `DE`; empty where nothing is known. */
  value: z.string(),
  views: z.int().min(1),
})
export type ViewShare = z.infer<typeof viewShareSchema>

/** What half, three quarters and 95 of a hundred did not exceed, within 3 % of the value. */
export const pagePerformanceSchema = z.object({
  path: z.string(),
  metric: z.enum(performanceMetrics),
  events: z.int().min(1),
  p50: z.number(),
  p75: z.number(),
  p95: z.number(),
})
export type PagePerformance = z.infer<typeof pagePerformanceSchema>

const telemetry = '/telemetry/v1'
const replays = `${telemetry}/replays`
const replayParams = z.strictObject({ replayId: idSchema })
const reading = ['unauthenticated', 'invalid-parameter', 'forbidden'] as const
/** How many days back, today included. */
const days = z.coerce.number().int().min(1).max(365).default(30)

export const telemetryRoutes = {
  countPageView: defineRoute({
    id: 'countPageView',
    method: 'POST',
    path: `${telemetry}/page-views`,
    access: anybody,
    summary:
      'Count one view of a page of the website. Nothing about the visitor is stored, and no two views are linked.',
    body: { name: 'pageViewNewDto', schema: pageViewNewSchema },
    response: { status: 204, schema: null },
    problems: [...bodyProblems],
  }),
  listPageViews: defineRoute({
    id: 'listPageViews',
    method: 'GET',
    path: `${telemetry}/page-views`,
    access: telemetryPolicy['measure.read'],
    summary: 'Views by day and page, for operators; the latest day first, 5,000 lines at most.',
    query: z.strictObject({ days, path: pagePath.optional() }),
    response: { status: 200, schema: z.object({ items: z.array(pageViewsSchema) }) },
    problems: [...reading],
  }),
  listViewShares: defineRoute({
    id: 'listViewShares',
    method: 'GET',
    path: `${telemetry}/page-views/shares`,
    access: telemetryPolicy['measure.read'],
    summary:
      'Where views came from, by referrer, language, device or country, for operators; the most first, 500 at most.',
    query: z.strictObject({ days, of: z.enum(viewDimensions), path: pagePath.optional() }),
    response: { status: 200, schema: z.object({ items: z.array(viewShareSchema) }) },
    problems: [...reading],
  }),
  recordPerformance: defineRoute({
    id: 'recordPerformance',
    method: 'POST',
    path: `${telemetry}/performance-events`,
    access: anybody,
    summary: 'Record how fast a page of the website was. Counted by page and day; nothing about the visitor is stored.',
    body: { name: 'performanceEventsNewDto', schema: performanceEventsNewSchema },
    response: { status: 204, schema: null },
    problems: [...bodyProblems],
  }),
  listPagePerformance: defineRoute({
    id: 'listPagePerformance',
    method: 'GET',
    path: `${telemetry}/performance-events`,
    access: telemetryPolicy['measure.read'],
    summary: 'Percentiles by page and metric, for operators; the most measured pages first, 1,000 lines at most.',
    query: z.strictObject({ days, path: pagePath.optional() }),
    response: { status: 200, schema: z.object({ items: z.array(pagePerformanceSchema) }) },
    problems: [...reading],
  }),
  addReplayBatch: defineRoute({
    id: 'addReplayBatch',
    method: 'POST',
    path: `${telemetry}/replay-batches`,
    access: anybody,
    summary:
      'Add events to the replay of a visit, which the first batch begins. Events with text that somebody typed are refused.',
    body: { name: 'replayBatchNewDto', schema: replayBatchNewSchema },
    response: { status: 204, schema: null },
    problems: [...bodyProblems, 'quota-exceeded', 'state-conflict'],
  }),
  listReplays: defineRoute({
    id: 'listReplays',
    method: 'GET',
    path: replays,
    access: telemetryPolicy['replay.watch'],
    summary: 'Session replays, newest first, for operators.',
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(replaySchema) },
    problems: [...reading],
  }),
  getReplay: defineRoute({
    id: 'getReplay',
    method: 'GET',
    path: `${replays}/{replayId}`,
    access: telemetryPolicy['replay.watch'],
    summary: 'What is known of a session replay besides its events, for operators.',
    params: replayParams,
    response: { status: 200, schema: replaySchema },
    problems: [...reading, 'not-found'],
  }),
  listReplayBatches: defineRoute({
    id: 'listReplayBatches',
    method: 'GET',
    path: `${replays}/{replayId}/batches`,
    access: telemetryPolicy['replay.watch'],
    summary: 'The events of a session replay in their order, for operators. The audit log notes who watches.',
    params: replayParams,
    query: z.strictObject({
      /** Number of the batch to begin with. */
      from: z.coerce.number().int().min(0).max(replayLimits.batches).default(0),
      limit: z.coerce.number().int().min(1).max(10).default(5),
    }),
    response: {
      status: 200,
      /** `nextFrom` is null with the last batch. */
      schema: z.object({ items: z.array(replayBatchSchema), nextFrom: z.int().nullable() }),
    },
    problems: [...reading, 'not-found'],
  }),
  deleteReplay: defineRoute({
    id: 'deleteReplay',
    method: 'DELETE',
    path: `${replays}/{replayId}`,
    access: telemetryPolicy['replay.delete'],
    summary: 'Delete a session replay with all its events. The audit log keeps who did it.',
    params: replayParams,
    response: { status: 204, schema: null },
    problems: [...reading, 'not-found'],
  }),
}
