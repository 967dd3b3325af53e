/**
 * What the roll-ups cost beside recording and redeeming, in CPU time of PostgreSQL: by how many sites are active and how often
 * they are rolled, beside a long dump, and whether a long queue is drained. Sums are checked against what was recorded.
 * Run: node_modules/.bin/node benchmarks/rollups/run.ts [--sites 64,2000,5000] [--queue 2000000] [--folder /tmp] [--print]
 * The queue of `--queue` facts is drained with the most sites. With `--print` nothing is written to results.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { auditMigrations } from '@bollard/audit'
import { keepPartitions, migrations } from '@bollard/captcha-service/storage'
import { migrate, openDatabase } from '@bollard/database'
import { startEmbeddedPostgres } from '@bollard/database/embedded'
import { describeMachine } from '../service/report.ts'
import { measureDrain } from './measure-drain.ts'
import { measureHotPath } from './measure-hot-path.ts'
import { measureOldSnapshot } from './measure-old-snapshot.ts'
import { measureTurns } from './measure-turns.ts'
import { makeTraffic } from './traffic.ts'

const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '64,2000,5000' },
    queue: { type: 'string', default: '2000000' },
    folder: { type: 'string', default: tmpdir() },
    print: { type: 'boolean', default: false },
  },
})
const sizes = values.sites.split(',').map(Number)
const folder = await mkdtemp(join(values.folder, 'bollard-rollups-'))
const server = await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres') })
const db = openDatabase({ connectionString: server.connectionString, max: 12 })
try {
  await migrate(db, auditMigrations)
  await migrate(db, { schema: 'captcha', directory: migrations })
  const now = Date.now()
  await keepPartitions(db, now, { daysAhead: 1, retentionDays: 30 })
  const traffic = await makeTraffic(db, { sites: Math.max(...sizes), now })
  const hotPath = await measureHotPath(db, traffic)
  console.table(hotPath)
  const turns = []
  for (const sites of sizes) turns.push(...(await measureTurns(db, traffic, sites)))
  console.table(turns)
  const oldSnapshot = await measureOldSnapshot(db, traffic)
  console.table(oldSnapshot)
  const drain = await measureDrain(db, traffic, { facts: Number(values.queue) })
  console.log(drain)
  const report = {
    measuredAt: new Date().toISOString(),
    machine: describeMachine(),
    hotPath,
    turns,
    oldSnapshot,
    drain,
  }
  if (!values.print) {
    const file = new URL('../results/rollups.json', import.meta.url)
    await writeFile(file, `${JSON.stringify(report, null, 2)}\n`)
  }
} finally {
  await db.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
