import type { DemoBooking, InboxEnquiry } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { adminPage } from '../examples/example-pages.ts'
import * as demos from './demos.tsx'
import * as inbox from './inbox.tsx'

const enquiry: InboxEnquiry = {
  id: '01941f29-7c00-7000-8000-000000000011',
  topic: 'TECHNICAL',
  message: 'The widget does not appear in my form.\nWhat can I do?',
  solutionId: null,
  reference: 'a1b2-c3d4',
  state: 'OPEN',
  createdAt: '2026-11-19T08:00:00.000Z',
  replies: [],
  person: { userId: null, email: 'grace@example.org', givenName: 'Grace' },
  organization: 'Muster GmbH',
}
const answered: InboxEnquiry = {
  ...enquiry,
  id: '01941f29-7c00-7000-8000-000000000012',
  state: 'ANSWERED',
  person: null,
  replies: [{ text: 'Please add the domain of the form.', at: '2026-11-19T09:00:00.000Z' }],
}
const full = { enquiries: [enquiry, answered], nextCursor: 'next', isFirstPage: true, state: null }
type InboxGiven = Parameters<typeof layer<typeof inbox>>[2]

test.for<[string, InboxGiven, boolean, number]>([
  ['in change mode', { loaderData: full }, true, 2],
  [
    'with a refused reply',
    {
      loaderData: full,
      actionData: {
        enquiryId: enquiry.id,
        text: 'Short',
        problem: { type: '', title: '', status: 422, detail: '', code: 'validation-failed', requestId: 'r-1' },
      },
    },
    true,
    2,
  ],
  ['without change mode', { loaderData: full }, false, 0],
  ['empty', { loaderData: { ...full, enquiries: [], nextCursor: null } }, true, 0],
])('the inbox is clean %s, and offers replies in change mode alone', async ([, given, mayChange, forms]) => {
  const state = adminPage({
    at: '/inbox',
    mayChange,
    page: layer('contact/inbox', inbox, { path: 'inbox', ...given }),
    heading: (t) => t(($) => $.contact.title),
    has: (page) => expect(page.querySelectorAll('textarea')).toHaveLength(forms),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

const booking: DemoBooking = {
  id: '01941f29-7c00-7000-8000-000000000021',
  startsAt: '2026-11-23T09:00:00.000Z',
  endsAt: '2026-11-23T09:30:00.000Z',
  timezone: 'Europe/Berlin',
  state: 'BOOKED',
  name: 'Grace',
  email: 'grace@example.org',
  organization: null,
  message: 'Rules and the log, please.',
  createdAt: '2026-11-19T08:00:00.000Z',
}
const availability = {
  timezone: 'Europe/Berlin',
  hours: [{ weekday: 1, from: '09:00', to: '12:00' }],
  slotMinutes: 30,
  noticeHours: 24,
  horizonDays: 30,
  daysOff: ['2026-12-24'],
  meetingUrl: null,
}

test.for([
  ['in change mode', [booking, { ...booking, id: '2', state: 'CANCELLED' as const }], true],
  ['without change mode', [booking], false],
  ['empty', [], true],
] as const)('the demos are clean %s, and change in change mode alone', async ([, bookings, mayChange]) => {
  const state = adminPage({
    at: '/demos',
    mayChange,
    page: layer('contact/demos', demos, {
      path: 'demos',
      loaderData: { availability, bookings: [...bookings], nextCursor: null, isFirstPage: true },
    }),
    heading: (t) => t(($) => $.demos.title),
    has: (page) => expect(page.querySelector<HTMLTextAreaElement>('#hours')?.disabled).toBe(!mayChange),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
