import { anybody } from './access.ts'
import { contactPolicy } from './contact-policy.ts'
import { captchaTokenSchema, emailSchema, languageSchema } from './identity.ts'
import { defineRoute } from './route.ts'
import { timezoneSchema } from './solution.ts'
import { bodyProblems, idSchema, lineOfText, pageOf, pageQuery, timeSchema } from './wire.ts'
import { z } from 'zod'

/** Of an answer; where more times are free, it says where they go on. */
export const demoSlotsMax = 300
/** Minutes for which a time is kept while the form is filled in. */
export const demoHoldMinutes = 10

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u)
const hoursSchema = z
  .strictObject({
    /** 1 is Monday, 7 is Sunday. */
    weekday: z.int().min(1).max(7),
    /** On the clock of the time zone, such as "09:00". */
    from: clock,
    /** Later than `from`; "24:00" is the end of the day. */
    to: z.union([clock, z.literal('24:00')]),
  })
  .refine(({ from, to }) => from < to, { path: ['to'] })

/** When demos are offered. Hours are those of a clock on the wall, so they stay the same when clocks change. */
export const demoAvailabilitySchema = z.strictObject({
  timezone: timezoneSchema,
  /** Any number a day; none at all: no demo can be booked. */
  hours: z.array(hoursSchema).max(50),
  slotMinutes: z.int().min(15).max(240),
  /** The shortest time between booking and demo. */
  noticeHours: z.int().min(0).max(720),
  /** How many days ahead a demo can be booked. */
  horizonDays: z.int().min(1).max(180),
  daysOff: z.array(z.iso.date()).max(366),
  /** Where everybody meets, such as a video call; it stands in the calendar file and on the page of the booking. Null: you tell people yourself. */
  meetingUrl: z
    .url({ protocol: /^https$/u })
    .max(500)
    .nullable(),
})
export type DemoAvailability = z.infer<typeof demoAvailabilitySchema>

const slot = { startsAt: timeSchema, endsAt: timeSchema }
export const demoSlotsSchema = z.object({
  /** Null where no demo can be booked here: nobody has set hours. */
  offer: z.object({ timezone: z.string(), slotMinutes: z.int() }).nullable(),
  /** Free times, the earliest first. */
  items: z.array(z.object(slot)),
  /** The next free time that is left out; null where there is none. */
  nextFrom: timeSchema.nullable(),
})
export type DemoSlots = z.infer<typeof demoSlotsSchema>

const secret = z
  .string()
  .min(20)
  .max(100)
  .regex(/^[\w-]+$/u)
export const demoHoldSchema = z.object({ ...slot, heldUntil: timeSchema, timezone: z.string() })
export type DemoHold = z.infer<typeof demoHoldSchema>

export const demoBookingNewSchema = z.strictObject({
  /** Of the hold. */
  session: secret,
  name: z.string().trim().min(1).max(100).regex(lineOfText),
  email: emailSchema,
  organization: z.string().trim().max(100).regex(lineOfText).nullable().default(null),
  /** What the visitor wants to see. */
  message: z
    .string()
    .trim()
    .max(1_000)
    .regex(/^(?:[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|[\t\n\r])*$/u)
    .nullable()
    .default(null),
  /** In which the mails are written. */
  language: languageSchema,
  /** In which they tell the time. */
  timezone: timezoneSchema,
})
export type DemoBookingNew = z.infer<typeof demoBookingNewSchema>

/** A booking as its visitor sees it. */
export const ownDemoBookingSchema = z.object({
  ...slot,
  timezone: z.string(),
  state: z.enum(['BOOKED', 'CANCELLED']),
  /** Whether it can still be moved and cancelled: it is booked and has not begun. */
  isOpen: z.boolean(),
  meetingUrl: z.string().nullable(),
})
export type OwnDemoBooking = z.infer<typeof ownDemoBookingSchema>

/** A booking as operators see it. */
export const demoBookingSchema = ownDemoBookingSchema.omit({ isOpen: true, meetingUrl: true }).extend({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  organization: z.string().nullable(),
  message: z.string().nullable(),
  createdAt: timeSchema,
})
export type DemoBooking = z.infer<typeof demoBookingSchema>

const demo = '/contact/v1/demo'
const operators = ['unauthenticated', 'forbidden'] as const
const tokenDto = z.strictObject({ token: secret })

/** Demos that visitors of the website book, at times that operators offer. */
export const demoRoutes = {
  listDemoSlots: defineRoute({
    id: 'listDemoSlots',
    method: 'GET',
    path: `${demo}/slots`,
    access: anybody,
    summary: `Times at which a demo can be booked, ${demoSlotsMax} at most.`,
    query: z.strictObject({
      /** The earliest time to list; by default and at the earliest, the first that the operator's notice allows. */
      from: timeSchema.optional(),
      /** All listed times begin before it; by default, the end of what can be booked. */
      to: timeSchema.optional(),
    }),
    response: { status: 200, schema: demoSlotsSchema },
    problems: ['invalid-parameter', 'rate-limited'],
  }),
  holdDemoSlot: defineRoute({
    id: 'holdDemoSlot',
    method: 'POST',
    path: `${demo}/holds`,
    access: anybody,
    summary: `Keep a free time for ${demoHoldMinutes} minutes while the form is filled in. A session holds one time: another replaces it.`,
    body: {
      name: 'demoHoldNewDto',
      schema: z.strictObject({
        startsAt: timeSchema,
        /** Of an earlier hold, which this one replaces. */
        session: secret.nullable().default(null),
        captchaToken: captchaTokenSchema.optional(),
      }),
    },
    response: { status: 201, schema: demoHoldSchema.extend({ session: z.string() }) },
    problems: [...bodyProblems, 'captcha-failed', 'slot-taken'],
  }),
  previewDemoHold: defineRoute({
    id: 'previewDemoHold',
    method: 'POST',
    path: `${demo}/holds/preview`,
    access: anybody,
    summary: 'Get the time that a session holds.',
    body: { name: 'demoHoldPreviewDto', schema: z.strictObject({ session: secret }) },
    response: { status: 200, schema: demoHoldSchema },
    problems: [...bodyProblems, 'token-invalid'],
  }),
  bookDemo: defineRoute({
    id: 'bookDemo',
    method: 'POST',
    path: `${demo}/bookings`,
    access: anybody,
    summary:
      'Book the time that a session holds. It is confirmed by mail with a calendar file and a link that moves and cancels it. After the hold has ended, this succeeds while the time is still free.',
    body: { name: 'demoBookingNewDto', schema: demoBookingNewSchema },
    response: { status: 201, schema: ownDemoBookingSchema },
    problems: [...bodyProblems, 'token-invalid', 'slot-taken'],
  }),
  previewDemoBooking: defineRoute({
    id: 'previewDemoBooking',
    method: 'POST',
    path: `${demo}/own-booking/preview`,
    access: anybody,
    summary: 'Get a booking by the token in the link of its mails.',
    body: { name: 'demoBookingPreviewDto', schema: tokenDto },
    response: { status: 200, schema: ownDemoBookingSchema },
    problems: [...bodyProblems, 'token-invalid'],
  }),
  moveDemoBooking: defineRoute({
    id: 'moveDemoBooking',
    method: 'POST',
    path: `${demo}/own-booking/move`,
    access: anybody,
    summary: 'Move a booking to another free time, by the token in the link of its mails.',
    body: { name: 'demoBookingMoveDto', schema: tokenDto.extend({ startsAt: timeSchema }) },
    response: { status: 200, schema: ownDemoBookingSchema },
    problems: [...bodyProblems, 'token-invalid', 'slot-taken', 'state-conflict'],
  }),
  cancelOwnDemoBooking: defineRoute({
    id: 'cancelOwnDemoBooking',
    method: 'POST',
    path: `${demo}/own-booking/cancellation`,
    access: anybody,
    summary: 'Cancel a booking by the token in the link of its mails.',
    body: { name: 'demoBookingOwnCancellationDto', schema: tokenDto },
    response: { status: 200, schema: ownDemoBookingSchema },
    problems: [...bodyProblems, 'token-invalid', 'state-conflict'],
  }),
  getDemoAvailability: defineRoute({
    id: 'getDemoAvailability',
    method: 'GET',
    path: `${demo}/availability`,
    access: contactPolicy['demo.read'],
    summary: 'When demos are offered, for operators. Without hours no demo can be booked.',
    response: { status: 200, schema: demoAvailabilitySchema },
    problems: [...operators],
  }),
  putDemoAvailability: defineRoute({
    id: 'putDemoAvailability',
    method: 'PUT',
    path: `${demo}/availability`,
    access: contactPolicy['demo.operate'],
    summary: 'Set when demos are offered. Bookings stay as they are. Without hours no demo can be booked.',
    body: { name: 'demoAvailabilityDto', schema: demoAvailabilitySchema },
    response: { status: 200, schema: demoAvailabilitySchema },
    problems: [...bodyProblems, ...operators],
  }),
  listDemoBookings: defineRoute({
    id: 'listDemoBookings',
    method: 'GET',
    path: `${demo}/bookings`,
    access: contactPolicy['demo.read'],
    summary: 'Booked and cancelled demos that begin at or after a time, the earliest first, for operators.',
    query: z.strictObject({ ...pageQuery, from: timeSchema.optional() }),
    response: { status: 200, schema: pageOf(demoBookingSchema) },
    problems: [...operators, 'invalid-parameter'],
  }),
  cancelDemoBooking: defineRoute({
    id: 'cancelDemoBooking',
    method: 'POST',
    path: `${demo}/bookings/{bookingId}/cancellation`,
    access: contactPolicy['demo.operate'],
    summary: 'Cancel somebody’s demo. They are told by mail.',
    params: z.strictObject({ bookingId: idSchema }),
    response: { status: 200, schema: demoBookingSchema },
    problems: [...operators, 'invalid-parameter', 'not-found', 'state-conflict', 'rate-limited'],
  }),
}
