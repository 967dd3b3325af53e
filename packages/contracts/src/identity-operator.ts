import { z } from 'zod'
import { identityPolicy } from './identity-policy.ts'
import { defineRoute } from './route.ts'
import { lineOfText, timeSchema } from './wire.ts'

/** How long the change mode lasts before it ends by itself. */
export const changeModeMinutes = 30

/** A session of the admin site, beside the one that all sites share. It only reads until its operator switches the change mode on. */
export const operatorSessionSchema = z.object({
  openedAt: timeSchema,
  /** When it ends at the latest; half an hour without use ends it earlier. */
  endsAt: timeSchema,
  /** Why its operator changes something, and until when they may; null while they only read. */
  changeMode: z.object({ reason: z.string(), ticket: z.string().nullable(), until: timeSchema }).nullable(),
})
export type OperatorSession = z.infer<typeof operatorSessionSchema>

export const changeModeReason = z.string().trim().min(10).max(500).regex(lineOfText)
export const changeModeTicket = z.string().trim().min(1).max(100).regex(lineOfText)

const place = '/identity/v1/operator-session'
const session = { status: 200, schema: operatorSessionSchema } as const

/** What administrators of the installation need before the admin site shows or changes anything. */
export const identityOperatorRoutes = {
  openOperatorSession: defineRoute({
    id: 'openOperatorSession',
    method: 'POST',
    path: place,
    access: identityPolicy['operator-session.open'],
    summary:
      'Open a session of the admin site: within 10 minutes of a second factor, as an administrator. Its cookie counts together with that of the session it was opened in. An earlier one of that session ends.',
    response: { status: 201, schema: operatorSessionSchema },
    problems: [],
  }),
  getOperatorSession: defineRoute({
    id: 'getOperatorSession',
    method: 'GET',
    path: place,
    access: identityPolicy['operator-session.use'],
    summary: 'Get the session of the admin site, which also counts as using it.',
    response: session,
    problems: [],
  }),
  endOperatorSession: defineRoute({
    id: 'endOperatorSession',
    method: 'DELETE',
    path: place,
    access: identityPolicy['operator-session.use'],
    summary: 'End the session of the admin site. The ordinary session stays open.',
    response: { status: 204, schema: null },
    problems: [],
  }),
  startChangeMode: defineRoute({
    id: 'startChangeMode',
    method: 'PUT',
    path: `${place}/change-mode`,
    access: identityPolicy['operator-session.use'],
    summary:
      'Allow changes for 30 minutes, for a reason that every audit entry of theirs then carries. Again, it starts anew with another reason.',
    body: {
      name: 'changeModeDto',
      schema: z.strictObject({ reason: changeModeReason, ticket: changeModeTicket.optional() }),
    },
    response: session,
    problems: [],
  }),
  endChangeMode: defineRoute({
    id: 'endChangeMode',
    method: 'DELETE',
    path: `${place}/change-mode`,
    access: identityPolicy['operator-session.use'],
    summary: 'Only read from now on. Ending it twice changes nothing.',
    response: session,
    problems: [],
  }),
} as const
