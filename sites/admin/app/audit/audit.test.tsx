import type { AuditEntry } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { adminPage } from '../examples/example-pages.ts'
import * as audit from './audit.tsx'

const entry: AuditEntry = {
  id: '2',
  at: '2026-11-19T08:00:00.000Z',
  actor: { kind: 'OPERATOR', id: '01941f29-7c00-7000-8000-000000000001', name: 'Olga' },
  action: 'replay.deleted',
  target: { kind: 'replay', id: '01941f29-7c00-7000-8000-000000000031' },
  before: null,
  after: { operatorReason: 'A visitor asked for it', ticket: 'T-1042' },
  network: '192.0.2.0/24',
  userAgent: null,
  requestId: 'r-1',
}
const own: AuditEntry = {
  ...entry,
  id: '1',
  actor: { kind: 'SYSTEM', id: null, name: null },
  target: null,
  before: { hours: 2 },
  after: null,
}
const names = { '01941f29-7c00-7000-8000-000000000001': 'Olga (olga@example.org)' }
const asked = { area: 'telemetry', action: undefined, actorId: undefined } as const

test.for([
  ['whole', [entry, own], null],
  ['broken', [entry], 1],
  ['empty', [], null],
] as const)('the audit log is clean when it is %s, and says so', async ([, entries, brokenAt]) => {
  const state = adminPage({
    at: '/audit',
    mayChange: false,
    page: layer('audit/audit', audit, {
      path: 'audit',
      loaderData: { entries: [...entries] as never, names, nextCursor: null, isFirstPage: true, brokenAt, asked },
    }),
    heading: (t) => t(($) => $.audit.title),
    has: (page, { t }) => {
      expect(page.textContent).toContain(
        brokenAt === null ? t(($) => $.audit.whole) : t(($) => $.audit.broken, { number: brokenAt }),
      )
      if (entries.length === 0) return
      const [row = ''] = [...page.querySelectorAll('main tbody tr')].map((one) => one.textContent)
      expect(row).toContain('Olga (olga@example.org)')
      expect(row).toContain(t(($) => $.audit.actions.replay.deleted))
      expect(row).toContain('replay.deleted')
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})
