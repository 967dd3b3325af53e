import { openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  auditMigrations,
  countChains,
  findBrokenLink,
  recordAudit,
  useAuditKey,
  verifyChains,
  vouchForEnds,
} from './index.ts'

let server: Awaited<ReturnType<typeof startTestDatabase>>
let db: ReturnType<typeof openDatabase>
beforeAll(async () => {
  server = await startTestDatabase()
  db = openDatabase({ connectionString: await server.createDatabase(auditMigrations) })
})
afterAll(async () => {
  await db.close()
  await server.stop()
})

const start = Date.parse('2026-03-01T10:00:00.000Z')
const hours = (count: number) => new Date(start + count * 3_600_000)
const add = (scopeId: string) =>
  db.transaction((tx) =>
    recordAudit(tx, {
      at: hours(0),
      scope: 'SOLUTION',
      scopeId,
      actor: { kind: 'SYSTEM' },
      action: 'test.done',
      after: { scopeId },
    }),
  )
/** As the owner of the database could. */
const tamper = async (...statements: string[]) => {
  await db.pool.query(
    [
      'alter table audit.entries disable trigger user',
      ...statements,
      'alter table audit.entries enable trigger user',
    ].join(';'),
  )
}

test('every chain is walked through once a day, by one of several processes, and a broken one is told until it is whole', async () => {
  for (const scopeId of ['one', 'two', 'three']) for (let number = 0; number < 3; number += 1) await add(scopeId)
  expect(await Promise.all([verifyChains(db, hours(0)), verifyChains(db, hours(0))])).toEqual([[], []])
  expect(await countChains(db, hours(2))).toEqual({ broken: 0, oldestSeconds: 7200 })

  await tamper(`update audit.entries set after = '{"forged":true}' where scope_id = 'two' and number = 2`)
  expect(await verifyChains(db, hours(23))).toEqual([])
  const found = await Promise.all([verifyChains(db, hours(24)), verifyChains(db, hours(24))])
  expect(found.flat()).toEqual([{ scope: 'SOLUTION', scopeId: 'two', number: 2 }])
  expect(await countChains(db, hours(24))).toEqual({ broken: 1, oldestSeconds: 0 })
  expect(await verifyChains(db, hours(48))).toEqual([{ scope: 'SOLUTION', scopeId: 'two', number: 2 }])
  await tamper(`update audit.entries set after = '{"scopeId":"two"}' where scope_id = 'two' and number = 2`)
  expect(await verifyChains(db, hours(72))).toEqual([])
  expect((await countChains(db, hours(72))).broken).toBe(0)
})

test('an end that was cut off shows, with its head and without', async () => {
  await tamper(`delete from audit.entries where scope_id = 'three' and number = 3`)
  expect(await verifyChains(db, hours(96))).toEqual([{ scope: 'SOLUTION', scopeId: 'three', number: 3 }])
  await tamper(`delete from audit.heads where scope_id = 'three'`)
  expect(await verifyChains(db, hours(120))).toEqual([{ scope: 'SOLUTION', scopeId: 'three', number: 3 }])
  await tamper(`delete from audit.entries where scope_id = 'three'`)
  expect(await verifyChains(db, hours(144))).toEqual([{ scope: 'SOLUTION', scopeId: 'three', number: 1 }])
})

test('what a process that was killed had taken is another one’s after ten minutes', async () => {
  await db.query('test-killed', 'update audit.checks set taken_at = $1', [hours(170)])
  expect(await verifyChains(db, new Date(hours(170).getTime() + 599_000))).toEqual([])
  expect(await verifyChains(db, new Date(hours(170).getTime() + 600_000))).toHaveLength(1)
})

test('a chain is as long as it may be: stretches meet without a gap', async () => {
  const one = { at: hours(0), scope: 'ACCOUNT', scopeId: 'long', actor: { kind: 'SYSTEM' }, action: 'a.b' } as const
  await db.transaction(async (tx) => {
    for (let number = 0; number < 4001; number += 1) await recordAudit(tx, { ...one, after: { n: 1 } })
  })
  expect(await findBrokenLink(db, 'ACCOUNT', 'long')).toBeNull()
  for (const number of [2000, 2001, 4001]) {
    await tamper(`update audit.entries set after = '{"n":2}' where scope_id = 'long' and number = ${number}`)
    expect(await findBrokenLink(db, 'ACCOUNT', 'long')).toBe(number)
    await tamper(`update audit.entries set after = '{"n":1}' where scope_id = 'long' and number = ${number}`)
  }
  await tamper(`delete from audit.entries where scope_id = 'long' and number > 4000`)
  expect(await findBrokenLink(db, 'ACCOUNT', 'long')).toBe(4001)
  await tamper(`delete from audit.entries where scope_id = 'long' and number > 2000`)
  expect(await findBrokenLink(db, 'ACCOUNT', 'long')).toBe(2001)
})

test('a chain that was rewritten with every hash right, but without the key, is broken from its first entry', async () => {
  for (let number = 0; number < 3; number += 1) await add('rewritten')
  expect(await findBrokenLink(db, 'SOLUTION', 'rewritten')).toBeNull()
  // What an owner of the database can do who has its functions and not the key.
  await tamper(`do $$
    declare
      one audit.entries;
      stands_on bytea := '\\x00';
    begin
      for one in select * from audit.entries where scope_id = 'rewritten' order by number loop
        one.after := '{"forged": true}';
        one.previous_hash := stands_on;
        stands_on := audit.digest_of(stands_on, one);
        update audit.entries set after = one.after, previous_hash = one.previous_hash, hash = stands_on where id = one.id;
      end loop;
      update audit.heads set hash = stands_on where scope_id = 'rewritten';
    end $$`)
  expect(await findBrokenLink(db, 'SOLUTION', 'rewritten')).toBe(1)
})

test('what another installation signed does not verify here', async () => {
  // Another file in this process may have left a key.
  useAuditKey('10'.repeat(32))
  await add('elsewhere')
  expect(await findBrokenLink(db, 'SOLUTION', 'elsewhere')).toBeNull()
  useAuditKey('11'.repeat(32))
  expect(await findBrokenLink(db, 'SOLUTION', 'elsewhere')).toBe(1)
  await add('here')
  expect(await findBrokenLink(db, 'SOLUTION', 'here')).toBeNull()
})

test('after a change of the key chains stay true where the new one covers their end, and a stolen key of before forges nothing', async () => {
  const [first, second, third] = ['21', '22', '23'].map((pair) => pair.repeat(32))
  const [now, open] = [hours(0), { secret: first ?? '', endsUntil: hours(1) }]
  const broken = (scopeId: string, at = now) => findBrokenLink(db, 'SOLUTION', scopeId, at)
  useAuditKey(first ?? '')
  for (const scope of ['quiet', 'quiet', 'goes on', 'late']) await add(scope)
  useAuditKey(second ?? '', [open])
  await add('goes on')
  // Both keys are in use: nothing is broken. Afterwards an end under the former one alone counts for nothing.
  expect(await Promise.all(['quiet', 'goes on', 'late'].map((scope) => broken(scope)))).toEqual([null, null, null])
  expect(await broken('quiet', hours(2))).toBe(2)
  const { vouched } = await vouchForEnds(db, now)
  expect(vouched).toBeGreaterThanOrEqual(2)
  expect((await vouchForEnds(db, now)).vouched).toBe(0)
  // A process from before wrote after it had been vouched for: the next run covers that, too.
  useAuditKey(first ?? '')
  await add('late')
  useAuditKey(second ?? '', [open])
  expect(await broken('late', hours(2))).toBe(2)
  expect((await vouchForEnds(db, now)).vouched).toBe(1)
  useAuditKey(second ?? '', [{ secret: first ?? '', endsUntil: null }])
  expect(await Promise.all(['quiet', 'goes on', 'late'].map((scope) => broken(scope)))).toEqual([null, null, null])
  // Whoever has the former key and the database writes an entry and its head.
  useAuditKey(first ?? '')
  await add('quiet')
  await add('made up')
  useAuditKey(second ?? '', [{ secret: first ?? '', endsUntil: null }])
  expect(await Promise.all(['quiet', 'made up'].map((scope) => broken(scope)))).toEqual([3, 1])
  expect(await vouchForEnds(db, now)).toMatchObject({ vouched: 0 })
  // A second change: what was vouched for is vouched for again.
  useAuditKey(third ?? '', [
    { secret: second ?? '', endsUntil: hours(1) },
    { secret: first ?? '', endsUntil: null },
  ])
  await vouchForEnds(db, now)
  expect(await Promise.all(['late', 'goes on', 'made up'].map((scope) => broken(scope, hours(2))))).toEqual([
    null,
    null,
    1,
  ])
  // Without the oldest key its entries verify nowhere.
  useAuditKey(third ?? '', [{ secret: second ?? '', endsUntil: null }])
  expect(await broken('goes on')).toBe(1)
})
