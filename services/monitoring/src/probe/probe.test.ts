import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Probe as ProbeShown, ProbeAssignments, ProbedResult } from '@bollard/contracts'
import { createProbe, openSpool, type Probe, type ProbeNews } from '@bollard/probe'
import { deriveProbeKey } from '@bollard/probe/signature'
import type { CheckResult } from '@bollard/uptime'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ours, pathOf, resultOf, services, startService, type TestService } from '../testing/start-service.ts'

let world: TestService
let apiUrl: string
let token: string
let probeId: string
beforeAll(async () => {
  world = await startService()
  apiUrl = await world.listen()
})
afterAll(() => world?.stop())
beforeEach(async () => {
  await world.db.pool.query('delete from monitoring.services; delete from monitoring.probes')
  const made = await world.call('ada', 'POST', pathOf('createProbe'), { name: 'Office', place: 'office' })
  ;({ id: probeId, secretKey: token } = made.json<ProbeShown & { secretKey: string }>())
  await world.service.engine.turn()
})

/** A folder of a probe that calls by hand: its instance and its nonces. */
function handProbe(secret = token) {
  const [instance, key] = [randomUUID(), deriveProbeKey(secret)]
  let nonce = 0
  const headerOf = (path: string, body: string, more: { time?: number; nonce?: number } = {}) => {
    const time = world.clock.now.getTime()
    return key.authorize({ method: 'POST', path, body: Buffer.from(body), time, nonce: (nonce += 1), ...more })
  }
  const send = async (path: string, body: string, authorization: string) => {
    const headers = { 'content-type': 'application/json', authorization }
    const answer = await fetch(`${apiUrl}${path}`, { method: 'POST', headers, body })
    return { status: answer.status, body: (await answer.json()) as { code?: string; delivered?: number } }
  }
  const report = { softwareVersion: '1', known: null, clockMs: null, waiting: 0, dropped: 0, hasLine: true }
  const asked = JSON.stringify({ instance, ...report })
  return {
    instance,
    send,
    headerOf,
    asked,
    ask: async () => {
      const answer = await send(assignmentsPath, asked, headerOf(assignmentsPath, asked))
      return { status: answer.status, body: answer.body as unknown as ProbeAssignments & { code?: string } }
    },
    deliver: async (results: object[]) => {
      const body = JSON.stringify({ instance, results })
      return send(resultsPath, body, headerOf(resultsPath, body))
    },
  }
}
const assignmentsPath = '/monitoring/v1/probe/assignments'
const resultsPath = '/monitoring/v1/probe/results'
const found = (sequence: number, serviceId: string, more: Partial<ProbedResult> = {}, result: CheckResult = up()) => ({
  sequence,
  serviceId,
  version: 1,
  isOffline: false,
  result,
  ...more,
})
const up = (secondsAgo = 0) => resultOf('UP', new Date(world.clock.now.getTime() - secondsAgo * 1_000))
const down = () => resultOf('DOWN', world.clock.now)
const storedOf = async (serviceId: string) =>
  (
    await world.db.pool.query('select place, verdict from monitoring.results where service_id = $1 order by at', [
      serviceId,
    ])
  ).rows
const atOffice = { places: ['office'], retries: 0 }
const shown = async () =>
  (await world.call('vic', 'GET', pathOf('listProbes')))
    .json<{ items: ProbeShown[] }>()
    .items.find(({ id }) => id === probeId)

test('a probe gets services of its place alone, with their secrets, and its solution’s alone', async () => {
  const check = {
    kind: 'HTTP',
    target: { url: 'https://a.example/', authentication: { kind: 'BEARER', token: 'open sesame' } },
  }
  const { id } = await world.monitor('a', { ...atOffice, check })
  await world.monitor('elsewhere')
  await world.monitor('paused', atOffice)
  const probe = handProbe()
  const { body } = await probe.ask()
  expect(body).toMatchObject({ place: 'office', isActive: true, allowPrivate: false, delivered: 0 })
  expect(body.assignments?.map(({ check: { target } }) => target)).toMatchObject([
    { url: 'https://a.example/', authentication: { kind: 'BEARER', token: 'open sesame' } },
    { url: 'https://paused.example/' },
  ])
  // What it does not check is not checked here either, and nobody else's probe hears of it.
  world.ran.length = 0
  await world.pass(61)
  expect(world.ran.map(({ host }) => host)).toEqual(['elsewhere.example'])
  const theirs = await world.call(
    'eve',
    'POST',
    pathOf('createProbe').replace(ours, '019a9b1c-5d3e-7000-8000-0000000000b1'),
    {
      name: 'Spy',
      place: 'office',
    },
  )
  const spy = handProbe(theirs.json<{ secretKey: string }>().secretKey)
  expect((await spy.ask()).body.assignments).toEqual([])
  await spy.deliver([found(1, id, {}, down())])
  await world.service.engine.turn()
  expect(await storedOf(id)).toEqual([])
})

test('results are stored once however often they are sent, change states, and name their place', async () => {
  const { id } = await world.monitor('a', atOffice)
  const probe = handProbe()
  await probe.ask()
  const sample = { headers: { server: 'a\0b' }, body: '\0\ud83d' }
  const batch = [found(5, id, {}, up(2)), found(9, id, {}, { ...down(), sample })]
  expect((await probe.deliver(batch)).body).toEqual({ delivered: 9 })
  expect((await probe.deliver(batch)).body).toEqual({ delivered: 9 })
  await world.service.engine.turn()
  expect(await world.read(id)).toMatchObject({ state: 'DOWN', fault: 'status' })
  expect(await storedOf(id)).toEqual([
    { place: 'office', verdict: 'UP' },
    { place: 'office', verdict: 'DOWN' },
  ])
  expect((await probe.ask()).body.delivered).toBe(9)
  const latest = await world.call('vic', 'GET', pathOf('listLatestResults', { serviceId: id }))
  expect(latest.json<{ items: object[] }>().items).toMatchObject([{ place: 'office', verdict: 'DOWN' }])
})

test('an offline probe says nothing of a service, and results of former settings nothing of its state', async () => {
  const { id } = await world.monitor('a', atOffice)
  const probe = handProbe()
  await probe.ask()
  await probe.deliver([
    found(1, id, {}, up(3)),
    found(2, id, { isOffline: true }, down()),
    found(3, id, { version: 7 }, resultOf('DOWN', new Date(world.clock.now.getTime() + 1_000))),
  ])
  await world.service.engine.turn()
  expect(await world.read(id)).toMatchObject({ state: 'UP' })
  expect((await storedOf(id)).map(({ verdict }) => verdict)).toEqual(['UP', 'UNKNOWN', 'DOWN'])
})

test('a call counts once, in its time, as it was signed, and only while its token works', async () => {
  const probe = handProbe()
  const header = probe.headerOf(assignmentsPath, probe.asked)
  const codeOf = async (body: string, authorization: string) =>
    (await probe.send(assignmentsPath, body, authorization)).body.code
  expect(await codeOf(probe.asked, header)).toBeUndefined()
  expect(await codeOf(probe.asked, header)).toBe('state-conflict')
  expect(await codeOf(probe.asked.replace('"1"', '"2"'), probe.headerOf(assignmentsPath, probe.asked))).toBe(
    'secret-key-invalid',
  )
  const late = world.clock.now.getTime() - 301_000
  expect(await codeOf(probe.asked, probe.headerOf(assignmentsPath, probe.asked, { time: late }))).toBe('token-expired')
  expect(await codeOf(probe.asked, `Bearer ${token}`)).toBe('secret-key-invalid')
  expect((await handProbe(`bmp_${'x'.repeat(43)}`).ask()).body.code).toBe('secret-key-invalid')
  await world.call('ada', 'DELETE', pathOf('revokeProbe', { probeId }))
  expect((await probe.ask()).status).toBe(401)
  expect((await shown())?.state).toBe('REVOKED')
})

test('of two processes with one token one checks, until it was silent for the lease', async () => {
  const [first, second] = [handProbe(), handProbe()]
  const isActive = async (one: typeof first) => (await one.ask()).body.isActive
  expect([await isActive(first), await isActive(second)]).toEqual([true, false])
  world.clock.now = new Date(world.clock.now.getTime() + 31_000)
  expect([await isActive(second), await isActive(first)]).toEqual([true, false])
  expect(await shown()).toMatchObject({ state: 'CONNECTED', softwareVersion: '1', hasLine: true })
  world.clock.now = new Date(world.clock.now.getTime() + 61_000)
  expect((await shown())?.state).toBe('AWAY')
})

test('bad results and unknown places are refused with their field', async () => {
  const { id } = await world.monitor('a', atOffice)
  const refused = await handProbe().deliver([found(2, id), found(1, id)])
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { code: 'validation-failed', errors: [{ pointer: '/results', code: 'not-ascending' }] },
  ])
  const errorsOf = async (method: 'POST' | 'PUT', path: string, payload: object) =>
    (await world.call('mia', method, path, payload)).json<{ errors: object[] }>().errors
  const check = { kind: 'TCP', target: { host: 'a.example', port: 1 } }
  expect(await errorsOf('POST', services, { name: 'b', check, places: ['main', 'moon'] })).toMatchObject([
    { pointer: '/places/1', code: 'unknown' },
  ])
  const change = { action: 'SET_PLACES', places: ['moon'] }
  expect(await errorsOf('POST', `${services}/changes`, { serviceIds: [id], change })).toMatchObject([
    { pointer: '/change/places/0', code: 'unknown' },
  ])
  const taken = await world.call('ada', 'POST', pathOf('createProbe'), { name: 'Second', place: 'main' })
  expect(taken.json()).toMatchObject({ code: 'in-use', errors: [{ pointer: '/place', code: 'duplicate' }] })
  const places = await world.call('vic', 'GET', pathOf('listMonitoringPlaces'))
  expect(places.json<{ items: object[] }>().items).toEqual([
    { name: 'main', probeId: null },
    { name: 'office', probeId },
  ])
})

test('a service moves between places with a change of it or of many', async () => {
  const { id } = await world.monitor('a', atOffice)
  const checked = async () => {
    world.ran.length = 0
    await world.pass(61)
    return world.ran.length
  }
  expect(await checked()).toBe(0)
  const change = (places: string[]) => ({ serviceIds: [id], change: { action: 'SET_PLACES', places } })
  expect((await world.call('mia', 'POST', `${services}/changes`, change(['main', 'office']))).status).toBe(200)
  expect(await checked()).toBe(1)
  const { check, version } = await world.read(id)
  const put = { name: 'a', check, version, places: ['office'] }
  expect((await world.call('mia', 'PUT', `${services}/${id}`, put)).status).toBe(200)
  expect([await checked(), (await world.read(id)).places]).toEqual([0, ['office']])
})

const running: Probe[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()))
})

/** For a machine that has much else to do. */
const patience = { timeout: 20_000 }

test('a probe checks, dates what it finds by our clock, delivers it, and stops once its token is revoked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bollard-probe-'))
  const spool = openSpool(folder, { bytesMax: 1_000_000, ageMsMax: Number.MAX_SAFE_INTEGER })
  if (spool === null) throw new Error('somebody else has the folder')
  try {
    world.clock.now = new Date()
    const { id } = await world.monitor('a', { ...atOffice, intervalSeconds: 10 })
    const seen: { url: string; allowPrivate: boolean | undefined }[] = []
    const news: ProbeNews[] = []
    // Its own clock is an hour ahead.
    const ahead = 3_600_000
    const probe = createProbe({
      apiUrl,
      token,
      spool,
      kept: null,
      softwareVersion: '0.1.0',
      allowPrivate: true,
      tell: (one) => news.push(one),
      now: () => Date.now() + ahead,
      pollMs: 100,
      check: async (check, { allowPrivate }) => {
        seen.push({ url: (check.target as { url: string }).url, allowPrivate })
        return resultOf('UP', new Date(Date.now() + ahead))
      },
    })
    running.push(probe)
    probe.start()
    const stored = async () => (await world.service.engine.turn(), (await storedOf(id)).length)
    await expect.poll(stored, patience).toBeGreaterThan(0)
    expect(seen[0]).toEqual({ url: 'https://a.example/', allowPrivate: false })
    expect(news[0]).toEqual({ kind: 'connected', place: 'office', services: 1, isActive: true })
    const { rows } = await world.db.pool.query('select at from monitoring.results where service_id = $1', [id])
    expect(Math.abs(rows[0].at.getTime() - Date.now())).toBeLessThan(60_000)
    await expect.poll(async () => Math.abs(((await shown())?.clockMs ?? 0) - ahead), patience).toBeLessThan(60_000)
    await world.call('ada', 'DELETE', pathOf('revokeProbe', { probeId }))
    await expect.poll(() => news.at(-1)?.kind, patience).toBe('refused')
    expect(JSON.stringify(news)).not.toContain(token)
  } finally {
    await Promise.all(running.splice(0).map((one) => one.stop()))
    spool.close()
    rmSync(folder, { recursive: true })
  }
})
