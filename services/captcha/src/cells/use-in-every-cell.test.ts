import { hash } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type Database, openDatabase } from '@bollard/database'
import { isDatabaseAway } from '@bollard/http'
import { patience } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { createUseRecord, type SignatureUse } from '../edge/credentials/used-signatures.ts'
import { startDatabases } from '../testing/start-database.ts'
import { useInEveryCell } from './use-in-every-cell.ts'

const databases = await startDatabases()
const [zero, one] = [await databases.create(), await databases.create()]
/** Takes connections and never says a word. */
const sockets = new Set<Socket>()
const silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve))
const at = (port: number) =>
  openDatabase({ connectionString: `postgresql://nobody@127.0.0.1:${port}/none`, ...patience })
/** Nothing listens at port 1. */
const [gone, hanging] = [at(1), at((silent.address() as AddressInfo).port)]
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => void silent.close(resolve))
  await Promise.all([gone.close(), hanging.close(), databases.stop()])
})

/** A process with these two cells. A busy machine is no outage, so it waits long unless a test says otherwise. */
const processOf = (first: Database, second: Database, waitMsMax: number = patience.statementTimeoutMs) =>
  useInEveryCell([createUseRecord(first), createUseRecord(second)], waitMsMax)
const now = 1_800_000_000_000
const useOf = (name: string): SignatureUse => ({
  digest: hash('sha256', name, 'buffer'),
  expiresAt: new Date(now + 60_000),
  now: new Date(now),
})
const knows = async ({ db }: { db: Database }, name: string) =>
  (
    await db.query<{ n: number }>(
      'test-knows',
      'select count(*)::int as n from captcha.used_signatures where digest = $1',
      [useOf(name).digest],
    )
  )[0]?.n === 1

test('a caught signature, sent at once to twenty processes for sites of both cells, passes once', async () => {
  const processes = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const [first, second] = await Promise.all([zero, one].map((cell) => databases.create(cell.connectionString)))
      return processOf(first?.db ?? zero.db, second?.db ?? one.db)
    }),
  )
  for (const name of ['first', 'second', 'third']) {
    const uses = await Promise.all(processes.flatMap((use) => [1, 0].map((own) => use(own, useOf(name)))))
    expect([name, uses.filter(Boolean).length]).toEqual([name, 1])
    expect([await knows(zero, name), await knows(one, name)]).toEqual([true, true])
  }
})

test.for([0, 1])('used at a site of cell %i, a signature is used up at those of the other', async (own) => {
  expect(await processOf(zero.db, one.db)(own, useOf(`at ${own}`))).toBe(true)
  expect(await processOf(zero.db, one.db)(1 - own, useOf(`at ${own}`))).toBe(false)
  expect(await processOf(zero.db, one.db)(own, useOf(`at ${own}`))).toBe(false)
})

test.for([0, 1])('while the other cell refuses connections, a bot of cell %i passes, and never twice', async (own) => {
  const name = `gone ${own}`
  const away = own === 0 ? processOf(zero.db, gone) : processOf(gone, one.db)
  expect([await away(own, useOf(name)), await away(own, useOf(name))]).toEqual([true, false])
  const back = processOf(zero.db, one.db)
  expect([await back(1 - own, useOf(name)), await back(own, useOf(name))]).toEqual([false, false])
})

test('of a cell that hangs one signature finds out whether it answers again, the others pass without a wait, and none passes twice', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `hanging ${index}`)
  const use = processOf(hanging, one.db, 20)
  // In turn, so that each of them could be the one that waits; a wait for the pool would take a minute.
  for (const name of names) expect([name, await use(1, useOf(name))]).toEqual([name, true])
  await expect.poll(() => sockets.size).toBe(1)
  const back = processOf(zero.db, one.db)
  for (const own of [0, 1])
    expect(await Promise.all(names.map((name) => back(own, useOf(name))))).toEqual(names.map(() => false))
})

test('a second use passes where each cell was passed over at the use of the other, and nowhere else', async () => {
  expect(await processOf(zero.db, gone)(0, useOf('split'))).toBe(true)
  expect(await processOf(gone, one.db)(1, useOf('split'))).toBe(true)
  for (const own of [0, 1]) expect(await processOf(zero.db, one.db)(own, useOf('split'))).toBe(false)
})

test.for([0, 1])(
  'while the own cell %i is away, nobody passes, and the signature is used up elsewhere',
  async (own) => {
    const name = `own ${own}`
    const use = own === 0 ? processOf(gone, one.db) : processOf(zero.db, gone)
    const fault: unknown = await use(own, useOf(name)).catch((error: unknown) => error)
    expect(isDatabaseAway(fault)).toBe(true)
    // Cell 0 is asked first.
    expect([await knows(zero, name), await knows(one, name)]).toEqual([own === 1, false])
  },
)

test('a cell with a fault that is no outage is not passed over, however many ask at once', async () => {
  const broken = await databases.createOwn()
  await broken.db.pool.query('drop table captcha.used_signatures')
  const use = processOf(zero.db, broken.db)
  const asked = await Promise.allSettled(['x', 'y', 'z'].map((name) => use(0, useOf(`fault ${name}`))))
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})
