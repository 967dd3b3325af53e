import { startEmbeddedPostgres } from '@bollard/database/embedded'
import { openDatabase } from '@bollard/database'
import { readFileSync } from 'node:fs'
const server = await startEmbeddedPostgres({ dataDirectory: process.argv[2]!, settings: { fsync: 'off' } })
const db = openDatabase({ connectionString: server.connectionString, statementTimeoutMs: 600_000, max: 1 })
for (const text of readFileSync(0, 'utf8').split(';;')) {
  if (!text.trim()) continue
  const t = performance.now()
  const r = await db.pool.query(text).catch((e) => ({ rows: [{ e: String(e) }] }))
  console.log('>>', text.trim().slice(0, 100).replaceAll('\n', ' '), (performance.now() - t).toFixed(1), 'ms')
  for (const row of (r as any).rows.slice(0, 400)) if (!String(Object.values(row)[0]).includes("never exec") && !/Index Cond|Buffers|Searches/.test(String(Object.values(row)[0]))) console.log(Object.values(row).join(' | '))
}
await db.close(); await server.stop()
