import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrate, openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { recountRollups } from '../../testing/recount-rollups.ts'
import { createRoller } from './create-roller.ts'

const server = await startTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'bollard-former-'))
const db = openDatabase({ connectionString: await server.createDatabase() })
afterAll(async () => {
  await db.close()
  await server.stop()
  await rm(folder, { recursive: true })
})
const migrations = new URL('../../migrations/', import.meta.url)

test('what was counted before stays, the log is counted in every dimension, and nothing twice', async () => {
  for (const file of await readdir(migrations))
    if (file < '0005') await copyFile(new URL(file, migrations), join(folder, file))
  await migrate(db, { schema: 'captcha', directory: pathToFileURL(`${folder}/`) })
  await db.pool.query(`
    insert into captcha.sites (solution_id, created_at) values (gen_random_uuid(), now());
    insert into captcha.environments (site_id, name, site_key, domains, created_at, updated_at) values (1, 'Production', 'bsk_a', '{}', now(), now());
    insert into captcha.verifications (id, issued_at, finished_at, site_id, environment_id, round, outcome, score, check_ms, work_ms, work_hashes, hostname, action,
      browser, operating_system, device, network, reasons)
      select gen_random_uuid(), timestamptz '2026-03-10T10:20Z' + n * interval '1 second', now(), 1, 1, 0, n % 4, 0.7, 500, 300, 1, 'shop.example', 0, 'Firefox', 'Linux',
        'desktop', '192.0.2.0/24', 'webdriver 4' from generate_series(1, 2500) n;
    insert into captcha.redemptions (verification_id, issued_at, site_id, fetched_at) select id, issued_at, 1, now() from captcha.verifications where outcome = 0 limit 300;
    -- One hour of before the log, and one of the log itself.
    insert into captcha.counts_hourly values (1, '2026-03-01T10:00Z', 0, 7), (1, '2026-03-01T10:00Z', 2, 2), (1, '2026-03-01T10:00Z', 14, 5), (1, '2026-03-01T10:00Z', 10, 11),
      (1, '2026-03-10T10:00Z', 0, 625), (1, '2026-03-10T10:00Z', 3, 625), (1, '2026-03-10T10:00Z', 10, 3000);
    insert into captcha.check_time_hourly values (1, '2026-03-01T10:00Z', 50, 9), (1, '2026-03-10T10:00Z', 54, 1875);
    insert into captcha.reason_hourly values (1, '2026-03-01T10:00Z', 'webdriver', 2), (1, '2026-03-10T10:00Z', 'webdriver', 625)`)
  await migrate(db, { schema: 'captcha', directory: migrations })
  await createRoller({
    db,
    onError: (error) => {
      throw error
    },
  }).roll()
  // Only what nothing but the former tables knows is not in the log.
  const wrong = await recountRollups(db)
  expect(wrong.filter(({ line }) => !line.includes(' 2026-03-01 '))).toEqual([])
  const lines = await db.query(
    'test-former',
    `select dimension, value, n::int, passed::int, refused::int, fetched::int from captcha.rollup_daily where day = '2026-03-01' order by dimension, value`,
  )
  expect(lines).toEqual([
    { dimension: 0, value: '', n: 9, passed: 7, refused: 2, fetched: 5 },
    { dimension: 1, value: '10', n: 11, passed: 0, refused: 0, fetched: 0 },
    { dimension: 1, value: '16', n: 11, passed: 0, refused: 0, fetched: 0 },
    { dimension: 14, value: 'webdriver', n: 2, passed: 0, refused: 2, fetched: 0 },
    { dimension: 17, value: '50', n: 9, passed: 0, refused: 0, fetched: 0 },
  ])
  const [issued] = await db.query<{ n: number }>(
    'test-issued',
    `select sum(n)::int as n from captcha.rollup_daily where dimension = 1 and value = '10'`,
  )
  expect(issued?.n).toBe(3_011)
})
