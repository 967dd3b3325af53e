import { createScorer, defaultWork } from '@bollard/bot-score'
import { whatIfRequestSchema } from '@bollard/contracts'
import { migrate, openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { insertPast, insertSite } from '../testing/past-rows.ts'
import { keepPartitions } from '../store/keep-partitions.ts'
import { runWhatIf } from './run-what-if.ts'

const cluster = await startTestDatabase()
const connectionString = await cluster.createDatabase()
const db = openDatabase({ connectionString, statementTimeoutMs: 300_000 })
await migrate(db, { schema: 'captcha', directory: new URL('../migrations/', import.meta.url) })
const day = 86_400_000
const now = Date.now()
const N = Number(process.argv[2] ?? 100_000)
for (let d = 0; d < 31; d++) {
  const from = new Date(now - d * day)
  from.setUTCHours(0, 0, 0, 0)
  const name = 'v' + d
  await db.pool.query(
    `create table captcha.${name} partition of captcha.verifications for values from ('${from.toISOString()}') to ('${new Date(from.getTime() + day).toISOString()}')`,
  )
}
const site = await insertSite(db)
const codes = [
  'no-plugins',
  'busy-network',
  'straight-path',
  'hosting-network',
  'even-typing',
  'missing-chrome-object',
  'never-coalesced',
  'real-pointer-movement',
  'honeypot-filled',
]
const cases: any[] = Array.from({ length: 900 }, (_, i) => ({
  outcome: 0,
  score: 0.04 + i / 10000,
  reasons:
    codes
      .filter((_, c) => (i >> c) & 1)
      .map((c) => c + ' 0.5')
      .join(' ') || 'consistent-browser -0.2',
  country: ['DE', 'US', 'FR', 'AT'][i % 4],
}))
for (let i = 0; i < 50; i++) cases.push({ outcome: 2, score: 0.88, reasons: 'webdriver 5' })
for (let i = 0; i < 50; i++) cases.push({ outcome: 1, score: 0.5, reasons: 'webdriver-hidden 3', round: 1 })
for (let done = 0; done < N; done += 500_000)
  await insertPast(
    db,
    {
      siteId: site.id,
      from: now - 29.9 * day + (done / N) * 29 * day,
      to: now - 29.9 * day + Math.min(1, (done + 500_000) / N) * 29 * day,
      n: Math.min(500_000, N - done),
    },
    cases,
  )
console.log('inserted', (await db.pool.query('select count(*) from captcha.verifications')).rows[0])
await db.pool.query('vacuum analyze captcha.verifications')
const own = openDatabase({ connectionString })
const ports = {
  db: own,
  now: () => now,
  elapsed: () => performance.now(),
  score: createScorer(),
  work: defaultWork,
  mostVisitors: 100_000,
  budgetMs: 18_000,
  nameOfNetwork: () => null,
}
const rule = (i: number, conditions: any) => ({ name: 'r' + i, priority: i, conditions, action: { type: 'BLOCK' } })
const requests: [string, object][] = [
  ['threshold', { settings: { threshold: 0.9 } }],
  ['minimalData', { settings: { minimalData: true } }],
  [
    '200 country rules',
    {
      rules: Array.from({ length: 200 }, (_, i) =>
        rule(i, [
          { field: 'country', values: [i === 199 ? 'US' : 'AQ'] },
          { field: 'asn', values: [i + 1] },
        ]),
      ),
    },
  ],
  ['200 ip rules', { rules: Array.from({ length: 200 }, (_, i) => rule(i, [{ field: 'ip', values: [`10.${i}.0.0/16`, `203.0.113.${i}`] }])) }],
  ['200 userAgent rules, all open', { rules: Array.from({ length: 200 }, (_, i) => rule(i, [{ field: 'userAgent', values: [`*bot${i}*`] }])) }],
]
for (const [name, body] of requests) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const start = performance.now()
  let most = 0, over = 0, before = process.threadCpuUsage(), going = true
  const tick = () => { const c = process.threadCpuUsage(); const d = (c.user + c.system - before.user - before.system) / 1000; before = c; if (d > most) most = d; if (d > 15) over++; if (going) setImmediate(tick) }
  setImmediate(tick)
  const cpu = process.cpuUsage()
  const found = await runWhatIf(ports, site, { ...whatIfRequestSchema.parse({ days: 30, ...body }), environmentId: null })
  const used = process.cpuUsage(cpu)
  delay.disable(); going = false
  console.log(name, {
    ms: Math.round(performance.now() - start),
    cpuMs: Math.round((used.user + used.system) / 1000),
    replayed: found.replayed,
    share: found.share,
    changed: found.changed,
    undecidable: found.undecidable.length,
    mostCpuOfTurnMs: most, over15: over, maxDelayMs: delay.max / 1e6,
    p99: delay.percentile(99) / 1e6,
    mb: Math.round(process.memoryUsage().heapUsed / 1e6),
  })
}
await own.close()
await db.close()
await cluster.stop()
