import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { operatorPage } from '../examples/operator-page.ts'
import * as abuse from './abuse.tsx'

const solutionId = '01a205b2-1759-73ba-91fc-d8bedc8c40c2'
const cluster = {
  value: '203.0.113.0/24',
  name: null,
  solutions: 3,
  verifications: 900,
  refused: 700,
  busiestSolutionId: solutionId,
  note: null,
}
const known = {
  ...cluster,
  value: '198.51.100.0/24',
  busiestSolutionId: null,
  note: {
    note: 'Office of a customer',
    notedBy: '01941f29-7c00-7000-8000-000000000001',
    notedAt: '2026-11-20T12:00:00Z',
    until: '2026-12-20T12:00:00Z',
  },
}
const loaderData = {
  by: 'NETWORK' as const,
  from: 'MAIL_DOMAIN' as const,
  clusters: [cluster, known],
  names: { [known.note.notedBy]: 'Olga (olga@example.org)' },
  sources: [{ value: 'yopmail.com', signUps: 12, confirmed: 2, disposable: true }],
  keys: [
    { solutionId, lockedAt: '2026-11-21T12:00:00Z', unlockedAt: null, rotated: false },
    {
      solutionId: known.note.notedBy,
      lockedAt: '2026-11-20T12:00:00Z',
      unlockedAt: '2026-11-20T13:00:00Z',
      rotated: true,
    },
  ],
  days: [{ day: '2026-11-21', solutions: 1 }],
}

test.each([
  [false, 0],
  [true, 1],
])('clusters lead to what can be done about them, with change mode %s', async (mayChange, links) => {
  const state = operatorPage({
    at: '/abuse?by=NETWORK',
    page: layer('abuse/abuse', abuse, { path: ':language/abuse', loaderData }),
    mayChange,
    heading: (t) => t(($) => $.abuse.title),
    has: (shown) => {
      expect(shown.querySelectorAll(`main a[href*="scopeId=203.0.113.0"]`)).toHaveLength(links)
      expect(shown.querySelectorAll(`main a[href$="/solutions/${solutionId}"]`)).toHaveLength(2)
      expect(shown.textContent).toContain('Office of a customer')
      expect(shown.textContent).toContain('Olga (olga@example.org)')
      const intents = [...shown.querySelectorAll<HTMLInputElement>('main input[name=intent]')].map(({ value }) => value)
      expect(intents.filter((one) => ['note', 'forget'].includes(one))).toEqual(
        mayChange ? ['note', 'forget', 'note'] : [],
      )
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('an installation in which nothing stands out says so', async () => {
  const state = operatorPage({
    at: '/abuse',
    page: layer('abuse/abuse', abuse, {
      path: ':language/abuse',
      loaderData: { by: 'OPERATOR', from: 'NETWORK', clusters: [], names: {}, sources: [], keys: [], days: [] },
    }),
    heading: (t) => t(($) => $.abuse.title),
    has: (shown, { t }) => expect(shown.textContent).toContain(t(($) => $.abuse.noKeys)),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
