import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProbeAssignments } from '@bollard/contracts'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openKeptChecks } from './kept-checks.ts'
import { createProbe, type ProbeNews } from './probe.ts'
import { openSpool } from './spool.ts'

const token = `bmp_${'t'.repeat(43)}`
const instance = '019a9b1c-5d3e-7000-8000-00000000000a'
const serviceId = '019a9b1c-5d3e-7000-8000-000000000001'
const hour = 3_600_000
/** Nothing listens there. */
const away = 'http://127.0.0.1:1'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bollard-kept-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = () => join(folder, 'checks.sealed')
const open = (more: Partial<Parameters<typeof openKeptChecks>[0]> = {}) =>
  openKeptChecks({ folder, instance, token, apiUrl: away, ageMsMax: 24 * hour, ...more })
const target = {
  url: 'https://a.example/',
  method: 'GET' as const,
  headers: [],
  body: null,
  redirectsMax: 5,
  authentication: { kind: 'BASIC' as const, user: 'me', password: 'a secret of the office' },
  statusCodes: '200-299',
  family: 'ANY' as const,
  certificateWarningDays: null,
}
const answer: ProbeAssignments = {
  place: 'office',
  allowPrivate: true,
  isActive: true,
  leaseSeconds: 30,
  delivered: 0,
  version: 'v',
  assignments: [
    {
      serviceId,
      version: 1,
      check: { kind: 'HTTP', target, timeoutMs: 8_000, assertions: [] },
      intervalSeconds: 10,
      retries: 0,
      recoveries: 1,
      slowMs: null,
    },
  ],
}
const kept = (heardAt = Date.now()) => ({ heardAt, clockMs: 7, answer })

test('what is kept is read again by the same probe, is sealed, and nobody else on the machine may read it', () => {
  const now = Date.now()
  open().write(kept(now - hour))
  open().write(kept(now))
  expect(open().read(now)).toEqual(kept(now))
  expect(readFileSync(path(), 'latin1')).not.toMatch(/secret|a\.example/u)
  expect(statSync(path()).mode & 0o777).toBe(0o600)
})

test.for<[string, () => void]>([
  ['a stolen file without its token', () => void open({ token: `bmp_${'u'.repeat(43)}` }).read(Date.now())],
  ['a file of another folder', () => void open({ instance: serviceId }).read(Date.now())],
  ['a file for another installation', () => void open({ apiUrl: 'https://other.example' }).read(Date.now())],
  ['a file that is too old', () => void open().read(Date.now() + 25 * hour)],
  ['a file from the future', () => void open().read(Date.now() - hour)],
  [
    'a file that was changed',
    () => {
      const bytes = readFileSync(path())
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
      writeFileSync(path(), bytes)
    },
  ],
  ['a file that was cut off', () => writeFileSync(path(), readFileSync(path()).subarray(0, 20))],
])('%s says nothing, and is removed', ([, spoil]) => {
  open().write(kept())
  spoil()
  expect(open().read(Date.now())).toBeNull()
  expect(existsSync(path())).toBe(false)
})

test('a disk that takes nothing leaves what was there, and what was half written is replaced', () => {
  open().write(kept(1))
  const before = readFileSync(path())
  mkdirSync(`${path()}.new`)
  expect(() => open().write(kept(2))).toThrow()
  expect(readFileSync(path())).toEqual(before)
  rmSync(`${path()}.new`, { recursive: true })
  writeFileSync(`${path()}.new`, 'half', { mode: 0o644 })
  chmodSync(`${path()}.new`, 0o644)
  open().write(kept(3))
  expect([open().read(3)?.heardAt, statSync(path()).mode & 0o777]).toEqual([3, 0o600])
})

/** A probe that has just been started again, with what it would say and do. */
function restarted(apiUrl: string, now: () => number = Date.now) {
  const spool = openSpool(folder, { bytesMax: 1_000_000, ageMsMax: Number.MAX_SAFE_INTEGER })
  if (spool === null) throw new Error('somebody else has the folder')
  const checks = open({ instance: spool.instance, apiUrl })
  const news: ProbeNews[] = []
  const seen: unknown[] = []
  const start = () => {
    const probe = createProbe({
      apiUrl,
      token,
      spool,
      kept: checks,
      softwareVersion: '1',
      allowPrivate: true,
      tell: (one) => news.push(one),
      now,
      pollMs: 20,
      async check(check, { allowPrivate }) {
        seen.push({ check, allowPrivate })
        const phases = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: 1 }
        return { at: now(), verdict: 'UP', phases, fault: null, detail: null, assertions: [], facts: {}, sample: null }
      },
    })
    probe.start()
    onTestFinished(async () => {
      await probe.stop()
      spool.close()
    })
  }
  return { spool, checks, news, seen, start }
}

test('a probe that starts without a connection checks what it had to, with its secrets, and keeps the results', async () => {
  const one = restarted(away)
  one.checks.write(kept())
  one.start()
  await expect.poll(() => one.spool.figures().waiting).toBe(1)
  expect(one.seen).toEqual([{ check: answer.assignments?.[0]?.check, allowPrivate: true }])
  // By the clock of the product, as far as it was known.
  expect(Date.now() - (one.spool.oldest(1)[0]?.result.at ?? 0)).toBeGreaterThanOrEqual(7)
})

test('without ever hearing from the product it stops when all it knows is too old', async () => {
  let ahead = 0
  const one = restarted(away, () => Date.now() + ahead)
  one.checks.write(kept())
  one.start()
  await expect.poll(() => one.seen.length).toBe(1)
  ahead = 25 * hour
  await expect.poll(() => existsSync(path())).toBe(false)
  const { length } = one.seen
  ahead += hour
  await expect.poll(() => one.news.filter(({ kind }) => kind === 'away').length).toBeGreaterThan(0)
  expect(one.seen.length).toBe(length)
})

test.for<[string, number, object]>([
  [
    'a token that was revoked',
    401,
    { code: 'secret-key-invalid', detail: '', title: '', status: 401, type: '', requestId: '' },
  ],
  ['another process with the token', 200, { ...answer, isActive: false, assignments: null }],
])('%s ends it at the first answer, and nothing stays on the disk', async ([, status, said]) => {
  const server = createServer((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  const one = restarted(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  one.checks.write(kept())
  one.start()
  await expect.poll(() => existsSync(path())).toBe(false)
  expect(one.news.at(-1)?.kind).toBe(status === 401 ? 'refused' : 'connected')
})
