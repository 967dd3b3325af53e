import type { BackupRun, System } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { operatorPage } from '../examples/operator-page.ts'
import * as page from './system.tsx'

const at = '2026-11-21T12:00:00Z'
const id = '01a205b2-1759-73ba-91fc-d8bedc8c40c2'
const backup: BackupRun = { id, kind: 'BACKUP', startedAt: at, endedAt: at, ok: true, detail: { bytes: 4096 } }
const system: System = {
  release: '0.1.0',
  node: '26.0.0',
  postgres: '18.1',
  migrations: [{ schema: 'operations', name: '0100-tables.sql', appliedAt: at }],
  settings: [
    { name: 'SESSION_SECRET', value: null, secret: true, changed: true },
    { name: 'SIGN_UPS_PER_HOUR', value: '9', secret: false, changed: true },
    { name: 'SOURCE_URL', value: null, secret: false, changed: false },
  ],
  certificates: [{ file: '/etc/bollard/cert.pem', subject: 'CN=api.example.org', expiresAt: at }],
  processes: [{ id, role: 'all', release: '0.1.0', node: '26.0.0', startedAt: at, seenAt: at }],
  lastBackup: backup,
  lastRestoreTest: { ...backup, kind: 'RESTORE_TEST' },
}
const figure = {
  name: 'bollard_mails',
  help: 'Mails',
  kind: 'gauge' as const,
  samples: [{ name: 'bollard_mails', labels: { state: 'SENT' }, value: 12 }],
}

test('the system shows its settings without a secret, its backups and its figures', async () => {
  const state = operatorPage({
    at: '/system',
    page: layer('system/system', page, {
      path: ':language/system',
      loaderData: { system, backups: [backup], figures: [figure] },
    }),
    heading: (t) => t(($) => $.system.title),
    has: (shown, { t }) => {
      expect(shown.textContent).toContain(t(($) => $.system.secret))
      expect(shown.textContent).not.toContain(t(($) => $.system.untested))
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('without a restore test that passed, the page warns', async () => {
  const state = operatorPage({
    at: '/system',
    page: layer('system/system', page, {
      path: ':language/system',
      loaderData: { system: { ...system, lastRestoreTest: null }, backups: [], figures: [] },
    }),
    heading: (t) => t(($) => $.system.title),
    has: (shown, { t }) => expect(shown.textContent).toContain(t(($) => $.system.untested)),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
