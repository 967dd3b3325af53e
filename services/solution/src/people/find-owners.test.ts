import { openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { auditMigrations } from '@bollard/audit'
import { mailMigrations } from '@bollard/mail'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { findOwners } from './find-owners.ts'

const postgres = await startTestDatabase()
const connectionString = await postgres.createDatabase(auditMigrations, mailMigrations, {
  schema: 'solution',
  directory: new URL('../migrations/', import.meta.url),
})
const owner = openDatabase({ connectionString, max: 1 })
const edge = openDatabase({
  connectionString: addressesOfRoles(connectionString, 'the server does not check').bollard_edge,
})
afterAll(async () => {
  await Promise.all([owner.close(), edge.close()])
  await postgres.stop()
})

const idOf = (n: number) => `01941f29-7c00-7000-8000-${String(n).padStart(12, '0')}`
async function addMembers(solution: number, roles: Readonly<Record<string, 'ADMIN' | 'MEMBER'>>): Promise<void> {
  for (const [userId, role] of Object.entries(roles))
    await owner.pool.query(
      `set session_replication_role = replica;
       insert into solution.members (solution_id, user_id, role, created_at) values ('${idOf(solution)}', '${userId}', '${role}', now());
       reset session_replication_role`,
    )
}

test('solutions of one team have one owner, in whatever order its admins came, and nobody learns who that is', async () => {
  await addMembers(1, { bea: 'ADMIN', ada: 'ADMIN' })
  await addMembers(2, { ada: 'ADMIN', bea: 'ADMIN', aaron: 'MEMBER' })
  await addMembers(3, { cleo: 'ADMIN' })
  const owners = await findOwners(edge, [1, 2, 3].map(idOf))
  expect(owners.size).toBe(3)
  expect(owners.get(idOf(1))).toBe(owners.get(idOf(2)))
  expect(owners.get(idOf(1))).not.toBe(owners.get(idOf(3)))
  for (const mark of owners.values()) expect(mark).toMatch(/^[0-9a-f]{64}$/u)
})

test('a solution without an admin, or one that is gone, has no owner and vouches for nobody', async () => {
  await addMembers(4, { dora: 'MEMBER' })
  expect(await findOwners(edge, [idOf(4), idOf(99)])).toEqual(new Map())
  expect(await findOwners(edge, [])).toEqual(new Map())
})

test('no more than two hundred are asked about at a time', async () => {
  await addMembers(300, { ada: 'ADMIN' })
  const others = Array.from({ length: 200 }, (_, n) => idOf(1_000 + n))
  expect(await findOwners(edge, [...others, idOf(300)])).toEqual(new Map())
  expect((await findOwners(edge, [...others.slice(1), idOf(300)])).size).toBe(1)
})

test('a database that is away is no answer, and the caller hears of it', async () => {
  const away = openDatabase({ connectionString: 'postgresql://127.0.0.1:1/nowhere' })
  await expect(findOwners(away, [idOf(1)])).rejects.toThrow('ECONNREFUSED')
  await away.close()
})

test('the hot path asks that, and reads no member', async () => {
  await expect(edge.pool.query('select from solution.members')).rejects.toMatchObject({ code: '42501' })
})
