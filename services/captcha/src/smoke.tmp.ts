import { startTestDatabase } from '/work/main/packages/testing/src/start-test-database.ts'
import { openDatabase, migrate } from '/work/main/packages/database/src/index.ts'
import { recordVerifications } from '/work/main/services/captcha/src/store/record-verifications.ts'
import { redeemResults } from '/work/main/services/captcha/src/store/redeem-results.ts'
import { keepPartitions } from '/work/main/services/captcha/src/store/keep-partitions.ts'
import { insertSite } from '/work/main/services/captcha/src/store/sites.ts'
import { replaceSecretKey } from '/work/main/services/captcha/src/store/secret-keys.ts'
import { createVerificationId, contextOf, issuedAtOf } from '/work/main/services/captcha/src/verification-id.ts'
import { listVerifications } from '/work/main/services/captcha/src/store/list-verifications.ts'
import { getStatistics } from '/work/main/services/captcha/src/api/get-statistics.ts'
import { randomBytes } from 'node:crypto'
const t = await startTestDatabase({durable: true})
try {
  const db = openDatabase({ connectionString: await t.createDatabase() })
  await migrate(db, { schema: 'captcha', directory: new URL('file:///work/main/services/captcha/src/migrations/') })
  const now = Date.now()
  const row = (at: number) => ({ id: createVerificationId(at, {action: 0, language: 'de'}, randomBytes(8)), round: 0, siteId: 1, issuedAt: at, finishedAt: at + 500, outcome: 2 as const, score: 0.123456, reasons: [['a"b', 1.5], ['c', -2]] as const, checkMs: 500, workMs: 300, workHashes: 2**21, hostname: 'exa"mple.com', action: 0 as number, browser: 'Chrome', operatingSystem: 'Linux', device: 'desktop', language: null, network: '10.0.0.0/24' })
  const site = await insertSite(db, { solutionId: '01941f29-7c00-7000-8000-000000000001', siteKey: 'k', domains: ['localhost'], createdAt: new Date() })
  await db.transaction(tx => replaceSecretKey(tx, { siteId: site, hash: randomBytes(32), prefix: 'bsec_abcd', last4: 'wxyz', createdAt: new Date() }))
  const a = row(now), b = row(now - 3)
  console.log(contextOf(a.id), issuedAtOf(a.id) === now)
  console.log(await recordVerifications(db, [a, b]))
  await keepPartitions(db, now, { daysAhead: 7, retentionDays: 30 })
  await keepPartitions(db, now, { daysAhead: 7, retentionDays: 30 })
  console.log((await db.pool.query('select tableoid::regclass t, count(*) from captcha.verifications group by 1')).rows)
  console.log(await recordVerifications(db, [row(now), a]))
  const req = (id: string, at: number, secretKeyId = 1) => ({ id, issuedAt: at, siteId: 1, secretKeyId, now, finishedAfter: now - 900_000 })
  console.log(JSON.stringify(await redeemResults(db, [req(a.id, now), req(a.id, now), req(b.id, now - 3, 2), req('01941f29-7c00-7000-8000-000000000001', now)])))
  console.log(JSON.stringify(await redeemResults(db, [req(a.id, now)])))
  console.log((await listVerifications(db, { siteId: 1, limit: 2, after: null, outcome: null })).length, (await listVerifications(db, { siteId: 1, limit: 2, after: {id: a.id, issuedAt: new Date(now)}, outcome: 'REFUSED' })).length)
  console.log(JSON.stringify((await getStatistics(db, 1, '24h', now)).totals), (await getStatistics(db, 1, '24h', now)).refusalReasons)
  console.log(t.connectionString)
  for (const n of [60, 60, 60, 200]) {
    const mk = () => Array.from({ length: n }, () => ({...row(Date.now()), outcome: 0 as const, reasons: [['consistent-browser',-0.2],['real-pointer-movement',-0.7],['coalesced-movement',-0.3]] as const}))
    const batches = Array.from({ length: 300 }, mk)
    const c = process.cpuUsage(), s = performance.now()
    for (const bt of batches) await recordVerifications(db, bt)
    const u = process.cpuUsage(c)
    console.log(n, 'node us/row', (u.user / n / 300).toFixed(2), (u.system / n / 300).toFixed(2), 'wall us/row', ((performance.now() - s) * 1000 / n / 300).toFixed(1))
  }
  await db.close()
} finally { await t.stop() }
