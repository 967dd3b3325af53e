import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@bollard/database'
import { startEmbeddedPostgres } from '@bollard/database/embedded'
import { afterAll, expect, test } from 'vitest'
import { endOf, freePorts, startProduct } from './testing/start-product.ts'
import { migrateAsBefore } from './testing/upgrade/former-migrations.ts'

const folder = await mkdtemp(join(tmpdir(), 'bollard-former-data-'))
afterAll(() => rm(folder, { recursive: true }))

test(
  'a data folder of the version before, whose processes were superusers, is upgraded by starting',
  { timeout: 120_000 },
  async () => {
    const dataDirectory = join(folder, 'data')
    const former = await startEmbeddedPostgres({ dataDirectory: join(dataDirectory, 'postgres') })
    const before = openDatabase({ connectionString: former.connectionString, max: 1 })
    await migrateAsBefore(before, join(folder, 'migrations'))
    await before.pool.query(
      `insert into identity.users (id, email, email_verified, given_name, language, created_at, updated_at)
     values ('01941f29-7c00-7000-8000-000000000001', 'ada@example.org', true, 'Ada', 'en', now(), now())`,
    )
    await before.close()
    await former.stop()

    const product = await startProduct(await freePorts(), dataDirectory)
    const after = openDatabase({ connectionString: product.connectionString, max: 1 })
    try {
      expect((await after.pool.query('select email from identity.users')).rows).toEqual([{ email: 'ada@example.org' }])
      expect((await fetch(`${product.apiUrl}/identity/v1/users/me/exports`)).status).toBe(401)
      const { rows } = await after.pool.query<{ usename: string; usesuper: boolean }>(
        `select distinct a.usename, u.usesuper from pg_stat_activity a join pg_user u using (usename)
       where application_name like 'bollard%' and application_name <> 'bollard' order by 1`,
      )
      expect(rows.map(({ usename }) => usename)).toEqual(expect.arrayContaining(['bollard_edge', 'bollard_worker']))
      expect(rows.filter(({ usesuper }) => usesuper)).toEqual([])
    } finally {
      await after.close()
      product.supervisor.kill('SIGTERM')
      await endOf(product.supervisor)
    }
  },
)
