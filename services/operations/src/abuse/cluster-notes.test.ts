import type { AbuseCluster, ClusterNote, LeakedKey, LeakedKeyDay, Problem } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { knownSolution, people, startService } from '../testing/start-service.ts'

const it = await startService()
afterAll(() => it.stop())

const day = 86_400_000
const cluster = { name: null, solutions: 1, verifications: 9, refused: 8, busiestSolutionId: null }
const inDays = (days: number) => new Date(it.clock.now.getTime() + days * day).toISOString()
const network = { by: 'NETWORK', value: '203.0.113.0/24' }
const note = (more: object = {}) =>
  it.call('operator', 'POST', '/abuse/cluster-notes', {
    ...network,
    note: 'Office of a customer',
    until: inDays(30),
    ...more,
  })
const notesOf = async (by: string) =>
  (await it.call('reader', 'GET', `/abuse/clusters?by=${by}`))
    .json<{ items: AbuseCluster[] }>()
    .items.map((one) => one.note)

test('a cluster that somebody has checked says so until its day, with the note of the last one who did, and no other kind does', async () => {
  it.clusters.push({ ...cluster, value: '203.0.113.0/24' }, { ...cluster, value: '13335' })
  expect(await notesOf('NETWORK')).toEqual([null, null])
  // However it is written: the network is the same.
  expect((await note({ value: '203.0.113.7/24' })).status).toBe(200)
  const [first] = await notesOf('NETWORK')
  expect(first).toEqual({
    note: 'Office of a customer',
    notedBy: people.operator.userId,
    notedAt: it.clock.now.toISOString(),
    until: inDays(30),
  })
  const answers = await Promise.all(['One', 'Two', 'Three'].map((text) => note({ note: text.repeat(2) })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.map((one) => one.json<ClusterNote>().note)).toContain((await notesOf('NETWORK'))[0]?.note)
  expect(await it.db.query('test-open', 'select id from operations.cluster_notes where ended_at is null')).toHaveLength(
    1,
  )
  expect(await notesOf('OPERATOR')).toEqual([null, null])
  const until = it.clock.now
  it.clock.now = new Date(until.getTime() + 30 * day)
  expect(await notesOf('NETWORK')).toEqual([null, null])
  it.clock.now = until
  for (let time = 0; time < 2; time += 1)
    expect((await it.call('operator', 'POST', '/abuse/cluster-note-removals', network)).status).toBe(204)
  expect(await notesOf('NETWORK')).toEqual([null, null])
  const actions = (await it.audited()).map(({ action }) => action)
  expect(actions).toEqual([...Array.from({ length: 4 }, () => 'cluster.noted'), 'cluster.note-removed'])
  await it.service.sweep(new Date(until.getTime() + 431 * day))
  expect(await it.db.query('test-left', 'select id from operations.cluster_notes')).toEqual([])
})

test.for([
  [{ value: 'everything' }, '/value'],
  [{ by: 'OPERATOR', value: 'AS13335' }, '/value'],
  [{ value: '' }, '/value'],
  [{ note: 'x' }, '/note'],
  [{ until: '2026-11-20T12:00:00Z' }, '/until'],
  [{ until: '2028-01-01T00:00:00Z' }, '/until'],
] as const)('%j is refused by the name of its field', async ([more, pointer]) => {
  expect((await note(more)).json<Problem>().errors?.[0]?.pointer).toBe(pointer)
})

test.for(['/abuse/cluster-notes', '/abuse/cluster-note-removals'])(
  '%s is for operators in change mode alone',
  async (path) => {
    const body = path.endsWith('notes') ? { ...network, note: 'Checked', until: inDays(1) } : network
    const codes = (['ada', 'outside', 'reader'] as const).map(
      async (person) => (await it.call(person, 'POST', path, body)).json<Problem>().code,
    )
    expect(await Promise.all(codes)).toEqual(['forbidden', 'operator-session-needed', 'change-mode-needed'])
    expect((await it.call(null, 'POST', path, body)).status).toBe(401)
  },
)

test('locks for a security incident are counted by day and listed without a key', async () => {
  const answer = await it.call('reader', 'GET', '/abuse/keys')
  expect(answer.json<{ items: LeakedKey[]; days: LeakedKeyDay[] }>()).toEqual({
    items: [{ solutionId: knownSolution, lockedAt: it.clock.now.toISOString(), unlockedAt: null, rotated: false }],
    days: [{ day: '2026-11-20', solutions: 1 }],
  })
})
