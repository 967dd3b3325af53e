import { anybody } from './access.ts'
import { contactPolicy } from './contact-policy.ts'
import { captchaTokenSchema, emailSchema, languageSchema } from './identity.ts'
import { z } from 'zod'
import { defineRoute } from './route.ts'
import { bodyProblems, idSchema, lineOfText, pageOf, pageQuery, timeSchema } from './wire.ts'

/** What an enquiry is about. */
export const enquiryTopics = [
  'TECHNICAL',
  'BLOCKED_VISITOR',
  'BILLING',
  'ACCOUNT',
  'PRIVACY',
  'SALES',
  'DEMO',
  'OTHER',
] as const
export type EnquiryTopic = (typeof enquiryTopics)[number]

/** `OPEN` until an operator has replied or closed it. */
export const enquiryStates = ['OPEN', 'ANSWERED', 'CLOSED'] as const
export type EnquiryState = (typeof enquiryStates)[number]

/** Text of several lines in any script, without control characters other than tabs and line ends, and without halves of characters. */
const paragraphs = /^(?:[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|[\t\n\r])*$/u
const message = z.string().trim().min(10).max(2_000).regex(paragraphs)

const replySchema = z.object({ text: z.string(), at: timeSchema })
export const enquirySchema = z.object({
  id: idSchema,
  topic: z.enum(enquiryTopics),
  message: z.string(),
  /** The solution it is about; null where it is about none. */
  solutionId: idSchema.nullable(),
  /** A reference code or the id of a request, as the person entered it. */
  reference: z.string().nullable(),
  state: z.enum(enquiryStates),
  createdAt: timeSchema,
  /** Of operators, the oldest first. */
  replies: z.array(replySchema),
})
export type Enquiry = z.infer<typeof enquirySchema>

/** An enquiry as operators see it. */
export const inboxEnquirySchema = enquirySchema.extend({
  /** Who wrote it, with an account or, where `userId` is null, from the website; null once the account is gone. */
  person: z.object({ userId: idSchema.nullable(), email: z.string(), givenName: z.string().nullable() }).nullable(),
  /** Whom a visitor of the website writes for, as they entered it. */
  organization: z.string().nullable(),
})
export type InboxEnquiry = z.infer<typeof inboxEnquirySchema>

export const enquiryNewSchema = z.strictObject({
  topic: z.enum(enquiryTopics),
  message,
  solutionId: idSchema.nullable().default(null),
  reference: z.string().trim().max(100).regex(lineOfText).nullable().default(null),
})
export type EnquiryNew = z.infer<typeof enquiryNewSchema>

export const visitorEnquiryNewSchema = z.strictObject({
  topic: z.enum(enquiryTopics),
  message,
  name: z.string().trim().min(1).max(100).regex(lineOfText),
  email: emailSchema,
  organization: z.string().trim().max(100).regex(lineOfText).nullable().default(null),
  /** In which the receipt and the replies are written. */
  language: languageSchema,
  captchaToken: captchaTokenSchema.optional(),
})
export type VisitorEnquiryNew = z.infer<typeof visitorEnquiryNewSchema>

const enquiries = '/contact/v1/enquiries'
const inbox = '/contact/v1/inbox'
const params = z.strictObject({ enquiryId: idSchema })
const reading = ['unauthenticated', 'invalid-parameter'] as const
const writing = [...reading, ...bodyProblems] as const

export const contactRoutes = {
  createEnquiry: defineRoute({
    id: 'createEnquiry',
    method: 'POST',
    path: enquiries,
    access: contactPolicy['enquiry.own'],
    summary: 'Write to the operator. The message is kept for a year, mailed to the operator, and confirmed by mail.',
    body: { name: 'enquiryNewDto', schema: enquiryNewSchema },
    response: { status: 201, schema: enquirySchema },
    location: `${enquiries}/{id}`,
    repeatable: {},
    problems: [...writing, 'idempotency-mismatch', 'state-conflict'],
  }),
  createVisitorEnquiry: defineRoute({
    id: 'createVisitorEnquiry',
    method: 'POST',
    path: '/contact/v1/visitor-enquiries',
    access: anybody,
    summary:
      'Write to the operator without an account, from a form with the captcha of the website. The message is kept for a year, mailed to the operator, and confirmed by mail.',
    body: { name: 'visitorEnquiryNewDto', schema: visitorEnquiryNewSchema },
    response: { status: 204, schema: null },
    problems: ['malformed-json', 'unknown-field', 'validation-failed', 'too-large', 'captcha-failed', 'rate-limited'],
  }),
  listEnquiries: defineRoute({
    id: 'listEnquiries',
    method: 'GET',
    path: enquiries,
    access: contactPolicy['enquiry.own'],
    summary: 'Your own enquiries, newest first.',
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(enquirySchema) },
    problems: [...reading],
  }),
  getEnquiry: defineRoute({
    id: 'getEnquiry',
    method: 'GET',
    path: `${enquiries}/{enquiryId}`,
    access: contactPolicy['enquiry.own'],
    summary: 'Get one of your own enquiries.',
    params,
    response: { status: 200, schema: enquirySchema },
    problems: [...reading, 'not-found'],
  }),
  listInbox: defineRoute({
    id: 'listInbox',
    method: 'GET',
    path: inbox,
    access: contactPolicy['inbox.read'],
    summary: 'Enquiries of everyone, newest first, for operators.',
    query: z.strictObject({ ...pageQuery, state: z.enum(enquiryStates).optional() }),
    response: { status: 200, schema: pageOf(inboxEnquirySchema) },
    problems: [...reading, 'forbidden'],
  }),
  replyToEnquiry: defineRoute({
    id: 'replyToEnquiry',
    method: 'POST',
    path: `${inbox}/{enquiryId}/replies`,
    access: contactPolicy['inbox.operate'],
    summary: 'Reply to an enquiry. The reply is stored and mailed to the person.',
    params,
    body: { name: 'enquiryReplyDto', schema: z.strictObject({ text: message }) },
    response: { status: 201, schema: inboxEnquirySchema },
    repeatable: {},
    problems: [...writing, 'forbidden', 'not-found', 'idempotency-mismatch', 'state-conflict'],
  }),
  setEnquiryState: defineRoute({
    id: 'setEnquiryState',
    method: 'PUT',
    path: `${inbox}/{enquiryId}/state`,
    access: contactPolicy['inbox.operate'],
    summary: 'Close an enquiry, or open it again.',
    params,
    body: { name: 'enquiryStateDto', schema: z.strictObject({ state: z.enum(['OPEN', 'CLOSED']) }) },
    response: { status: 200, schema: inboxEnquirySchema },
    problems: [...writing, 'forbidden', 'not-found'],
  }),
}
