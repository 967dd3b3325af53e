import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { websitePage } from '../examples/website-page.ts'
import * as bookDemo from './book-demo.tsx'
import * as ownBooking from './own-booking.tsx'
import type { Times } from './time-choice.tsx'

const times: Times = {
  timezone: 'America/New_York',
  isOperators: false,
  isGuessed: true,
  slotMinutes: 30,
  days: [['2026-12-01T14:00:00Z', '2026-12-01T14:30:00Z', '2026-12-01T20:00:00Z'], ['2026-12-02T14:00:00Z']],
  laterFrom: '2026-12-03T14:00:00Z',
  from: '2026-12-01T14:00:00Z',
  zones: [
    { region: 'America', zones: [{ id: 'America/New_York', label: 'New York (UTC-05:00)' }] },
    { region: 'Europe', zones: [{ id: 'Europe/Berlin', label: 'Berlin (UTC+01:00)' }] },
  ],
}
const hold = {
  startsAt: '2026-12-01T14:00:00Z',
  endsAt: '2026-12-01T14:30:00Z',
  heldUntil: '2026-11-27T15:10:00Z',
  timezone: 'Europe/Berlin',
}
type Loaded = Parameters<typeof bookDemo.default>[0]['loaderData']
type Answered = Parameters<typeof bookDemo.default>[0]['actionData']
const none: Loaded = { times, hold: null, hasEnded: false }
const typed = { topic: 'DEMO', name: 'Ben', email: 'ben@', organization: 'Visitor Ltd', message: 'The rules' }

/** What is wrong with the page in a state; `has` looks at its form. */
function faultsOf(loaderData: Loaded, has: (page: HTMLElement) => void, at = '/book-demo', actionData?: Answered) {
  const page = layer('booking/book-demo', bookDemo, {
    path: ':language/book-demo',
    loaderData,
    ...(actionData === undefined ? {} : { actionData }),
  })
  const heading = (t: Parameters<Parameters<typeof websitePage>[0]['heading']>[0]) => t(($) => $.contact.demo.title)
  return faultsOfPage(websitePage({ at, page, heading, has, consent: 'rejected' }))
}
const choices = (page: HTMLElement) =>
  [...page.querySelectorAll('fieldset fieldset')].map((day) =>
    [...day.querySelectorAll('input[type=radio]')].map((radio) => radio.parentElement?.textContent),
  )

test('free times are choices by day in the zone of the visitor, who can change it without script', async () => {
  const problem = { step: 'time' as const, problem: exampleProblem('slot-taken'), typed }
  const shown = (page: HTMLElement) => {
    expect(page.querySelector('[role=alert]')).not.toBeNull()
    expect(choices(page)).toEqual([['09:00', '09:30', '15:00'], ['09:00']])
    const zone = page.querySelector<HTMLSelectElement>('form[method=get] select')
    expect([zone?.name, zone?.value]).toEqual(['zone', 'America/New_York'])
    const links = [...page.querySelectorAll('#form a[href^="?"]')].map((link) => link.getAttribute('href'))
    expect(links).toEqual([
      '?zone=America%2FNew_York#form',
      '?zone=America%2FNew_York&from=2026-12-03T14%3A00%3A00Z#form',
    ])
  }
  const faults = await faultsOf({ ...none, hasEnded: true }, shown, '/book-demo', problem)
  expect(faults).toEqual([])
})

test('the form beside a held time keeps what was typed, and says what is wrong with it', async () => {
  const problem = exampleProblem('validation-failed', [{ pointer: '/email', code: 'email' }])
  const faults = await faultsOf(
    { ...none, hold },
    (page) => {
      const values = [...page.querySelectorAll<HTMLInputElement>('#form input, #form textarea')].map(
        ({ value }) => value,
      )
      expect(values).toEqual(['details', 'America/New_York', 'Ben', 'ben@', 'Visitor Ltd', 'The rules'])
      expect(page.querySelector('[aria-invalid=true]')?.getAttribute('name')).toBe('email')
      expect(page.querySelector('#form')?.textContent).toContain('9:00')
    },
    '/book-demo?details&zone=America%2FNew_York',
    { step: 'details', problem, typed },
  )
  expect(faults).toEqual([])
})

test('where all times are taken there is the form that asks for one, and no choice of times', async () => {
  const taken = { ...none, times: { ...times, days: [], from: null, laterFrom: null } }
  const faults = await faultsOf(taken, (page) => {
    expect(page.querySelector('demo-times')).toBeNull()
    expect(page.querySelector<HTMLInputElement>('#form input[name=topic]')?.value).toBe('DEMO')
  })
  expect(faults).toEqual([])
})

const booking = {
  startsAt: hold.startsAt,
  endsAt: hold.endsAt,
  timezone: 'America/New_York',
  state: 'BOOKED',
  isOpen: true,
  meetingUrl: 'https://meet.example.org/a-room-with-a-long-name/that-goes-on',
} as const
type Own = Parameters<typeof ownBooking.default>[0]['loaderData']
const open: Own = { booking, times, token: 'x'.repeat(43), problem: null }
const cancelled: Own = {
  ...open,
  booking: { ...booking, state: 'CANCELLED', isOpen: false, meetingUrl: null },
  times: null,
}

test('a booking can be moved and cancelled while it lies ahead, by forms alone', async () => {
  const faultsOfOwn = (loaderData: Own, forms: readonly string[]) =>
    faultsOfPage(
      websitePage({
        at: '/book-demo/booking?token=x&moved',
        page: layer('booking/own-booking', ownBooking, { path: ':language/book-demo/booking', loaderData }),
        heading: (t) => t(($) => $.contact.ownBooking.title),
        consent: 'rejected',
        has: (page) => {
          const steps = page.querySelectorAll<HTMLInputElement>('main form[method=post] [name=step]')
          expect([...steps].map(({ value }) => value)).toEqual(forms)
          expect(document.head.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
        },
      }),
    )
  expect(await faultsOfOwn(open, ['move', 'cancel'])).toEqual([])
  expect(await faultsOfOwn(cancelled, [])).toEqual([])
})
