import { auditMigrations, countChains, recordAudit } from '@bollard/audit'
import { openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { measureAuditLogs } from './measure-audit-logs.ts'
import { verifyAuditLogs } from './start-upkeep.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

test('an audit log that somebody changed is told in the log and by a figure; while nobody can say there is no figure', async () => {
  const db = openDatabase({ connectionString: await postgres.createDatabase(auditMigrations), max: 2 })
  const at = new Date('2026-03-01T10:00:00.000Z')
  const later = (days: number) => new Date(at.getTime() + days * 86_400_000)
  const told: object[] = []
  const log = { error: (fields: object) => void told.push(fields) } as unknown as Parameters<typeof verifyAuditLogs>[1]
  const registry = new Registry()
  let count = () => countChains(db, later(2))
  measureAuditLogs(registry, () => count())

  await db.transaction((tx) =>
    recordAudit(tx, { at, scope: 'SOLUTION', scopeId: 's1', actor: { kind: 'SYSTEM' }, action: 'test.done' }),
  )
  await verifyAuditLogs(db, log, at)
  expect(told).toEqual([])
  expect(await registry.metrics()).toMatch(
    /bollard_audit_chains_broken 0\n[\s\S]*bollard_audit_oldest_verification_seconds 172800\n/u,
  )

  await db.pool.query(`alter table audit.entries disable trigger user; update audit.entries set action = 'test.undone'`)
  await verifyAuditLogs(db, log, later(1))
  expect(told).toEqual([{ scope: 'SOLUTION', scopeId: 's1', number: 1 }])
  expect(await registry.metrics()).toContain('bollard_audit_chains_broken 1\n')
  await db.close()
  count = () => countChains(db, at)
  expect(await registry.metrics()).not.toMatch(/^bollard_audit/mu)
})
