import { mkdtemp } from 'node:fs/promises'
import { startEmbeddedPostgres } from '@bollard/database/embedded'
import { openDatabase, migrate } from '@bollard/database'
import { fillLog } from './fill-log.ts'
import { chunkLog } from '../../services/captcha/src/log/chunk-log.ts'
import { keepPartitions } from '../../services/captcha/src/store/keep-partitions.ts'
const rows = Number(process.argv[2] ?? 1_000_000)
const dir = process.argv[3]!
const server = await startEmbeddedPostgres({ dataDirectory: dir, settings: { synchronous_commit: 'off', wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB', shared_buffers: '512MB', maintenance_work_mem: '256MB', autovacuum: 'off' , fsync:'off'} })
const db = openDatabase({ connectionString: server.connectionString, statementTimeoutMs: 3_600_000, max: 4 })
await migrate(db, { schema: 'captcha', directory: new URL('../../services/captcha/src/migrations/', import.meta.url) })
const now = Math.floor(Date.now() / 86_400_000) * 86_400_000
let t = performance.now()
const lap = (what: string) => { console.log(what, Math.round(performance.now() - t), 'ms'); t = performance.now() }
await fillLog(db, { rows, now, onDay: (d) => {} })
lap('fill')
await keepPartitions(db, now, { daysAhead: 3, retentionDays: 31 })
lap('partitions')
console.log(await chunkLog(db, { now, longestMs: 1_200_000, retentionDays: 30 }))
lap('chunks')
await db.pool.query('vacuum analyze captcha.log_chunks')
await db.close(); await server.stop()
