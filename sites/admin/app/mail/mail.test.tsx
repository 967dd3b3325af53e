import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { operatorPage } from '../examples/operator-page.ts'
import * as mail from './mail.tsx'

const at = '2026-11-21T12:00:00Z'
const sent = {
  id: '01a205b2-1759-73ba-91fc-d8bedc8c40c2',
  to: 'a…@example.org',
  kind: 'verify-email',
  state: 'SENT' as const,
  attempts: 1,
  answer: null,
  createdAt: at,
  endedAt: at,
  nextTryAt: null,
  retryable: false,
}
const failed = {
  ...sent,
  id: '01a205b2-1759-73ba-91fc-d8bedc8c40c3',
  state: 'FAILED' as const,
  answer: 'EENVELOPE 550',
  retryable: true,
}
const bounce = { id: '01a205b2-1759-83ba-91fc-d8bedc8c40c4', address: 'b…@example.org', at, answer: '550 5.1.1' }
const loaderData = {
  address: '',
  state: null,
  isFirstPage: true,
  mails: { items: [sent, failed], nextCursor: null },
  bounces: [bounce],
}

test.each([
  [false, 0],
  [true, 2],
])('the outbox and refused addresses, with change mode %s', async (mayChange, actions) => {
  const state = operatorPage({
    at: '/mail',
    page: layer('mail/mail', mail, { path: ':language/mail', loaderData }),
    mayChange,
    heading: (t) => t(($) => $.mail.title),
    has: (shown) => expect(shown.querySelectorAll('button[value=resend], button[value=release]')).toHaveLength(actions),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('an outbox without mails says so', async () => {
  const state = operatorPage({
    at: '/mail',
    page: layer('mail/mail', mail, {
      path: ':language/mail',
      loaderData: { ...loaderData, mails: { items: [], nextCursor: null }, bounces: [] },
    }),
    heading: (t) => t(($) => $.mail.title),
    has: (shown, { t }) => expect(shown.textContent).toContain(t(($) => $.mail.noBounces)),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
