import { startEmbeddedPostgres } from '@bollard/database/embedded'
import { openDatabase } from '@bollard/database'
import { measureLog } from './measure-log.ts'
const server = await startEmbeddedPostgres({ dataDirectory: process.argv[2]!, settings: { fsync: 'off' } })
const db = openDatabase({ connectionString: server.connectionString, max: 1 })
await db.pool.query('vacuum analyze captcha.log_chunks')
const now = Math.floor(Date.now() / 86_400_000) * 86_400_000
console.table(await measureLog(db, { siteId: 1, now }))
await db.close(); await server.stop()
