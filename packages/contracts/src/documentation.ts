import { anybody } from './access.ts'
import { contactPolicy } from './contact-policy.ts'
import { languageSchema } from './identity.ts'
import { defineRoute } from './route.ts'
import { bodyProblems } from './wire.ts'
import { z } from 'zod'

/** A page of the documentation: its address without the language, such as `/guides/widget`. */
const pagePath = z
  .string()
  .max(120)
  .regex(/^(?:\/[A-Za-z0-9._-]+){1,2}$/u)

export const pageAnswerSchema = z.object({
  path: z.string(),
  language: languageSchema,
  yes: z.int().min(0),
  no: z.int().min(0),
})
export type PageAnswer = z.infer<typeof pageAnswerSchema>

export const missedSearchSchema = z.object({
  /** In lower case; empty for what was counted without its words. */
  query: z.string(),
  language: languageSchema,
  searches: z.int().min(1),
  /** The latest day in UTC. */
  lastOn: z.iso.date(),
})
export type MissedSearch = z.infer<typeof missedSearchSchema>

const documentation = '/contact/v1/documentation'
const reading = ['unauthenticated', 'invalid-parameter', 'forbidden'] as const
const sinceQuery = z.strictObject({
  /** How many days back, today included. */
  days: z.coerce.number().int().min(1).max(365).default(30),
})

export const documentationRoutes = {
  countPageAnswer: defineRoute({
    id: 'countPageAnswer',
    method: 'POST',
    path: `${documentation}/answers`,
    access: anybody,
    summary: 'Count one answer to “Was this page helpful?”. Nothing about the reader is stored.',
    body: {
      name: 'pageAnswerNewDto',
      schema: z.strictObject({ path: pagePath, language: languageSchema, isHelpful: z.boolean() }),
    },
    response: { status: 204, schema: null },
    problems: [...bodyProblems],
  }),
  countMissedSearch: defineRoute({
    id: 'countMissedSearch',
    method: 'POST',
    path: `${documentation}/missed-searches`,
    access: anybody,
    summary:
      'Count a search of the documentation that found nothing. Words that look personal or secret are not stored.',
    body: {
      name: 'missedSearchNewDto',
      schema: z.strictObject({ language: languageSchema, query: z.string().trim().min(1).max(200) }),
    },
    response: { status: 204, schema: null },
    problems: [...bodyProblems],
  }),
  listPageAnswers: defineRoute({
    id: 'listPageAnswers',
    method: 'GET',
    path: `${documentation}/answers`,
    access: contactPolicy['documentation.read'],
    summary:
      'How readers answered “Was this page helpful?”, by page, for operators; most dissatisfied first, 500 at most.',
    query: sinceQuery,
    response: { status: 200, schema: z.object({ items: z.array(pageAnswerSchema) }) },
    problems: [...reading],
  }),
  listMissedSearches: defineRoute({
    id: 'listMissedSearches',
    method: 'GET',
    path: `${documentation}/missed-searches`,
    access: contactPolicy['documentation.read'],
    summary: 'Searches of the documentation that found nothing, for operators; most frequent first, 500 at most.',
    query: sinceQuery,
    response: { status: 200, schema: z.object({ items: z.array(missedSearchSchema) }) },
    problems: [...reading],
  }),
}
