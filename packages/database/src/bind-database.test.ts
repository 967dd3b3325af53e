import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { createBinding } from './bind-database.ts'
import { openDatabase } from './open-database.ts'
import { ensureRoles } from './roles/ensure-roles.ts'

const postgres = await startTestDatabase()
const pool = openDatabase({ connectionString: await postgres.createDatabase(), max: 2 })
afterAll(async () => {
  await pool.close()
  await postgres.stop()
})
await ensureRoles(pool.pool)
await pool.pool.query(`create table public.rows (owner text, n int);
  insert into public.rows values ('ada', 1), ('eve', 2);
  alter table public.rows enable row level security;
  grant select on public.rows to bollard_identity;
  create policy own on public.rows to bollard_identity using (owner = current_setting('bollard.user', true))`)

const binding = createBinding(pool, 'bollard_identity')
const seen = async () =>
  (await binding.db.query<{ n: number }>('seen', 'select n from public.rows order by n')).map(({ n }) => n)

test('statements go as the pool’s own role outside of a binding, and bound within it, in a transaction or not', async () => {
  expect(await seen()).toEqual([1, 2])
  await binding.run({ 'bollard.user': 'ada' }, async () => {
    expect(await seen()).toEqual([1])
    expect(await binding.db.transaction((tx) => tx.query('seen', 'select n from public.rows order by n'))).toEqual([
      { n: 1 },
    ])
    expect(await binding.free(seen)).toEqual([1, 2])
    expect(await binding.unbound.query('seen', 'select n from public.rows order by n')).toHaveLength(2)
    await expect(binding.db.query('write', `insert into public.rows values ('ada', 3)`)).rejects.toThrow(
      'permission denied',
    )
  })
  expect(await seen()).toEqual([1, 2])
})

test('calls at the same time are bound each to their own, and nobody sees anything who is nobody', async () => {
  const as = (user: string) => binding.run({ 'bollard.user': user }, () => Promise.all([seen(), seen(), seen()]))
  const all = await Promise.all(['ada', 'eve', '', 'ada'].map(as))
  expect(all).toEqual([[1], [2], [], [1]].map((own) => [own, own, own]))
})

test('what is known only after the work has begun binds the rest of it', async () => {
  await binding.open(async () => {
    expect(await seen()).toEqual([1, 2])
    const learn = async () => binding.bind({ 'bollard.user': 'eve' })
    await learn()
    expect(await seen()).toEqual([2])
  })
  expect(() => binding.bind({})).toThrow('Nothing is open')
})
