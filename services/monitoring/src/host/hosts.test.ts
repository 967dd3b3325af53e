import type { StatusPage } from '@bollard/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MonitoringService } from '../create-monitoring-service.ts'
import { ours, startService, type TestService, theirs } from '../testing/start-service.ts'
import { startDns, type TestDns } from '../testing/start-dns.ts'

const host = 'status.acme.example'
const day = 86_400

let world: TestService
let dns: TestDns
let upkeep: MonitoringService
beforeAll(async () => {
  dns = await startDns()
  world = await startService({ runCheck: dns.runCheck })
  upkeep = world.another()
})
afterAll(async () => {
  await world?.stop()
  dns?.close()
})
beforeEach(async () => {
  await world.db.pool.query('delete from monitoring.status_pages')
  world.clock.now = new Date(world.clock.now.getTime() + day * 1_000)
  world.sent.mails.length = 0
  dns.texts.clear()
  dns.addresses.clear()
  dns.fails = false
})

const pathOf = (solutionId: string, id = '') => `/monitoring/v1/solutions/${solutionId}/status-pages${id && `/${id}`}`
async function make(solutionId: string, more: object = {}): Promise<StatusPage> {
  const slug = solutionId === ours ? 'ours' : 'theirs'
  const settings = { slug, name: slug, languages: ['en'], published: true, host, ...more }
  const made = await world.call(solutionId === ours ? 'mia' : 'eve', 'POST', pathOf(solutionId), settings)
  expect(made.status, made.text).toBe(201)
  return made.json()
}
const whoOf = (solutionId: string) => (solutionId === ours ? 'mia' : 'eve')
const press = (solutionId: string, { id }: StatusPage) =>
  world.call(whoOf(solutionId), 'POST', `${pathOf(solutionId, id)}/host-proofs`)
const prove = async (solutionId: string, page: StatusPage) => {
  const { state, found } = (await press(solutionId, page)).json<StatusPage>().hostProof ?? {}
  return [state, found]
}
const stateOf = async (solutionId: string, { id }: StatusPage) =>
  (await world.call(whoOf(solutionId), 'GET', pathOf(solutionId, id))).json<StatusPage>().hostProof
const set = (...pages: StatusPage[]) =>
  dns.texts.set(
    `_bollard-challenge.${host}`,
    pages.map(({ hostProof }) => hostProof?.value ?? ''),
  )
const served = async (name = host) => {
  const answer = await world.call(null, 'GET', `/monitoring/v1/status-pages?host=${name}`)
  return answer.json<{ slug?: string }>().slug ?? null
}
const pass = async (seconds: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + seconds * 1_000)
  await Promise.all([upkeep.sweep(), world.service.sweep()])
}
const audited = async () => {
  const text = `select scope_id, action, actor_kind from audit.entries where action like 'status-page.host-%' and at > $1 order by scope_id, action`
  const { rows } = await world.db.pool.query(text, [new Date(world.clock.now.getTime() - day * 1_000)])
  return rows.map((row) => Object.values(row).join(' '))
}

test('a host shows nothing until its record is found, by a press or by upkeep, and then the page that has proven it', async () => {
  const page = await make(ours)
  expect(page.hostProof).toMatchObject({ name: `_bollard-challenge.${host}`, state: 'UNPROVEN', found: null })
  expect(await served()).toBeNull()
  expect(await prove(ours, page)).toEqual(['UNPROVEN', 'NO_RECORD'])
  dns.addresses.set(host, '192.0.2.7').set('status.example', '192.0.2.7')
  set(page)
  await pass(3_601)
  expect(await stateOf(ours, page)).toMatchObject({ state: 'PROVEN', found: 'RECORD', pointsHere: true })
  expect(await served('Status.Acme.example')).toBe('ours')
  expect(await served('acme.example')).toBeNull()
  expect(await audited()).toEqual([`${ours} status-page.host-proven SYSTEM`])
  dns.addresses.set(host, '198.51.100.1')
  await press(ours, page)
  expect((await stateOf(ours, page))?.pointsHere).toBe(false)
})

test('hosts are one name in capitals, with a dot at the end and in letters of any script; another host starts anew, and the first one again is proven by the same record', async () => {
  const page = await make(ours, { host: ' Status.ACME.example. ' })
  expect(page.host).toBe(host)
  set(page)
  expect(await prove(ours, page)).toEqual(['PROVEN', 'RECORD'])
  const change = async (wanted: string | null, version: number) => {
    const settings = { slug: 'ours', name: 'ours', languages: ['en'], published: true, host: wanted, version }
    return (await world.call('mia', 'PUT', pathOf(ours, page.id), settings)).json<StatusPage>()
  }
  expect((await change(host, 1)).hostProof?.state).toBe('PROVEN')
  const umlaut = await change('bücher.example', 2)
  expect(umlaut).toMatchObject({ host: 'xn--bcher-kva.example', hostProof: { state: 'UNPROVEN', provenAt: null } })
  expect(umlaut.hostProof?.value).not.toBe(page.hostProof?.value)
  expect(await served()).toBeNull()
  expect((await change(null, 3)).hostProof).toBeNull()
  expect((await press(ours, page)).json()).toMatchObject({ code: 'state-conflict' })
  expect((await change(host, 4)).hostProof).toMatchObject({ state: 'UNPROVEN', value: page.hostProof?.value })
  expect(await prove(ours, page)).toEqual(['PROVEN', 'RECORD'])
})

test('another tenant may name the same host, and gets it neither by its own word, nor with our record, nor while ours is there', async () => {
  const [page, other] = [await make(ours), await make(theirs)]
  expect(other.hostProof?.value).not.toBe(page.hostProof?.value)
  // The host points here, and only our record is there: a name that was left behind is nobody's.
  dns.addresses.set(host, '192.0.2.7').set('status.example', '192.0.2.7')
  set(page)
  expect(await prove(theirs, other)).toEqual(['UNPROVEN', 'NO_RECORD'])
  expect(await prove(ours, page)).toEqual(['PROVEN', 'RECORD'])
  set(page, other)
  expect(await prove(theirs, other)).toEqual(['UNPROVEN', 'HELD'])
  expect(await served()).toBe('ours')
  expect((await world.call('eve', 'POST', `${pathOf(theirs, page.id)}/host-proofs`)).status).toBe(404)
  expect((await world.call('vic', 'POST', `${pathOf(ours, page.id)}/host-proofs`)).status).toBe(403)
})

test('a host whose name has a new owner changes hands at once, both logs say so, and the former owner gets a mail', async () => {
  const [page, other] = [await make(ours), await make(theirs)]
  set(page)
  await press(ours, page)
  set(other)
  expect(await prove(theirs, other)).toEqual(['PROVEN', 'RECORD'])
  expect(await served()).toBe('theirs')
  expect(await stateOf(ours, page)).toMatchObject({ state: 'UNPROVEN', provenAt: null })
  expect(world.sent.mails.map(({ mail }) => [mail.to, mail.tag])).toEqual([
    [`admin@${ours}.example`, 'status-host-lost'],
  ])
  expect(await audited()).toEqual([
    `${ours} status-page.host-lost SYSTEM`,
    `${ours} status-page.host-proven USER`,
    `${theirs} status-page.host-proven USER`,
  ])
})

test('a record that is gone ends the proof after seven days, after one mail; a DNS without an answer ends nothing', async () => {
  const page = await make(ours)
  set(page)
  await press(ours, page)
  dns.fails = true
  await pass(30 * day)
  expect(await stateOf(ours, page)).toMatchObject({ state: 'PROVEN', found: 'NO_ANSWER' })
  dns.fails = false
  dns.texts.clear()
  await pass(day)
  const endsAt = new Date(world.clock.now.getTime() + 7 * day * 1_000).toISOString()
  expect(await stateOf(ours, page)).toMatchObject({ state: 'ENDING', found: 'NO_RECORD', endsAt })
  await pass(6 * day)
  expect(await served()).toBe('ours')
  set(page)
  await pass(3_601)
  expect(await stateOf(ours, page)).toMatchObject({ state: 'PROVEN', endsAt: null })
  dns.texts.clear()
  await pass(day + 1)
  await pass(7 * day + 1)
  expect(await served()).toBeNull()
  const kinds = world.sent.mails.map(({ mail }) => mail.tag)
  expect(kinds).toEqual(['status-host-ending', 'status-host-ending', 'status-host-lost'])
})

test('of two pages that prove a host at the same moment, exactly one gets it', async () => {
  const [page, other] = [await make(ours), await make(theirs)]
  set(page, other)
  const found = await Promise.all([prove(ours, page), prove(theirs, other)])
  expect(found.map(([state]) => state).toSorted()).toEqual(['PROVEN', 'UNPROVEN'])
  expect(await served()).toBe(found[0]?.[0] === 'PROVEN' ? 'ours' : 'theirs')
})

test('no call can say that a host is proven: a new one never is, and nobody but upkeep may write it', async () => {
  const page = await make(ours)
  const bound = world.db.pool.query(
    `update monitoring.status_pages set host = 'other.example', host_served = true where id = $1 returning host_served`,
    [page.id],
  )
  expect((await bound).rows).toEqual([{ host_served: false }])
  const rights = `select has_column_privilege('bollard_monitoring', 'monitoring.status_pages', 'host_served', 'update') as may`
  expect((await world.db.pool.query(rights)).rows).toEqual([{ may: false }])
})

test('hosts from before proofs are served for a while and their owners told, and another page that proves one gets it', async () => {
  const page = await make(ours)
  const former = `update monitoring.status_pages set host_served = true, host_ends_at = $2, host_due_at = $3 where id = $1`
  const ends = new Date(world.clock.now.getTime() + 30 * day * 1_000)
  await world.db.pool.query(former, [page.id, ends, world.clock.now])
  await pass(1)
  expect(await stateOf(ours, page)).toMatchObject({ state: 'ENDING', provenAt: null, endsAt: ends.toISOString() })
  expect(world.sent.mails.map(({ mail }) => mail.tag)).toEqual(['status-host-ending'])
  const other = await make(theirs)
  set(other)
  expect(await prove(theirs, other)).toEqual(['PROVEN', 'RECORD'])
  expect(await served()).toBe('theirs')
})
