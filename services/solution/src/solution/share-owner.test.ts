import { auditMigrations } from '@bollard/audit'
import { openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { mailMigrations } from '@bollard/mail'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { shareOwner, solutionsOfOwner } from './find-facts.ts'

const postgres = await startTestDatabase()
const directory = new URL('../migrations/', import.meta.url)
const connectionString = await postgres.createDatabase(auditMigrations, mailMigrations, {
  schema: 'solution',
  directory,
})
const owner = openDatabase({ connectionString, max: 1 })
const db = openDatabase({
  connectionString: addressesOfRoles(connectionString, 'the server does not check').bollard_api,
  max: 1,
})
afterAll(async () => {
  await Promise.all([owner.close(), db.close()])
  await postgres.stop()
})

const idOf = (n: number) => `01941f29-7c00-7000-8000-${String(n).padStart(12, '0')}`
async function add(solution: number, organization: number | null, admins: readonly string[]): Promise<void> {
  const members = admins.map((userId) => `('${idOf(solution)}', '${userId}', 'ADMIN', now())`).join(', ')
  await owner.pool.query(`set session_replication_role = replica;
    insert into solution.solutions (id, label, type, created_by, created_at, updated_at, organization_id)
      values ('${idOf(solution)}', 'a', 'CAPTCHA', 'ada', now(), now(), ${organization === null ? 'null' : `'${idOf(organization)}'`});
    insert into solution.members (solution_id, user_id, role, created_at) values ${members};
    reset session_replication_role`)
}

test('solutions belong together by their organization, or where neither has one, by their first admin', async () => {
  await add(1, 100, ['ada'])
  await add(2, 100, ['bea'])
  await add(3, 101, ['ada'])
  await add(4, null, ['ada', 'bea'])
  await add(5, null, ['bea', 'ada'])
  await add(6, null, ['bea'])
  const share = (one: number, other: number) => shareOwner({ db }, idOf(one), idOf(other))
  expect(await Promise.all([share(1, 2), share(2, 1), share(4, 5), share(1, 1)])).toEqual([true, true, true, true])
  // Of another organization, of none, of another first admin, and one that does not exist.
  expect(await Promise.all([share(1, 3), share(1, 4), share(4, 6), share(1, 99), share(99, 99)])).toEqual(
    Array.from({ length: 5 }, () => false),
  )
  expect(await shareOwner({ db }, 'shop', idOf(1))).toBe(false)
  const all = async (one: number) => (await solutionsOfOwner({ db }, idOf(one))).toSorted()
  expect(await Promise.all([all(1), all(4), all(6), all(99)])).toEqual([
    [idOf(1), idOf(2)],
    [idOf(4), idOf(5)],
    [idOf(6)],
    [],
  ])
})
