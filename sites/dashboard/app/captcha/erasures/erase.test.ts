import { expect, test } from 'vitest'
import { countErasable, erase } from './erase.server.ts'

type Api = Parameters<typeof erase>[0]
const id = (number: number) => `019a9b1c-5d3e-7abc-8def-${String(number).padStart(12, '0')}`
const countedAt = '2026-11-19T10:00:00.000Z'

/** A log of so many verifications, in pages of a hundred. */
function makeApi(rows: number) {
  const listed: object[] = []
  const asked: { verificationIds?: string[] }[] = []
  const api = {
    async countVerifications() {
      return { count: Math.min(rows, 1_000), isComplete: rows <= 1_000 }
    },
    async listVerifications({ cursor = '0', limit = 25, ...query }: { cursor?: string; limit?: number }) {
      listed.push(query)
      const from = Number(cursor)
      const items = Array.from({ length: Math.min(limit, rows - from) }, (_, at) => ({ verificationId: id(from + at) }))
      return { items, nextCursor: from + limit < rows ? String(from + limit) : null, searchedUntil: null }
    },
    async createErasure({ erasureNewDto }: { erasureNewDto: { verificationIds?: string[] } }) {
      asked.push(erasureNewDto)
      return {
        erased: erasureNewDto.verificationIds?.length ?? 0,
        status: erasureNewDto.verificationIds ? 'DONE' : 'RUNNING',
      }
    },
  }
  return { api: api as unknown as Api, listed, asked }
}

test('a filter erases each verification that it fitted when it was counted, a hundred at a time', async () => {
  const { api, listed, asked } = makeApi(250)
  const meant = { counted: [{ country: 'DE' }], request: { filters: { country: 'DE' } } }
  expect(await erase(api, 's', meant, countedAt)).toEqual({ erased: 250, isRunning: false, problem: null })
  expect(asked.map(({ verificationIds }) => verificationIds?.length)).toEqual([100, 100, 50])
  expect(asked.flatMap(({ verificationIds }) => verificationIds)).toEqual(
    Array.from({ length: 250 }, (_, at) => id(at)),
  )
  // What came in since then stays.
  for (const query of listed) expect(query).toMatchObject({ country: 'DE', to: countedAt })
})

test('a filter that ends before it was counted keeps its end', async () => {
  const { api, listed } = makeApi(1)
  const to = '2026-11-18T10:00:00.000Z'
  await erase(api, 's', { counted: [{ to }], request: { filters: { to } } }, countedAt)
  expect(listed).toEqual([{ solutionId: 's', to }])
})

test('a network, a period and the whole log are one request that runs in the background', async () => {
  for (const request of [{ network: '192.0.2.0/24' }, { before: countedAt }, { all: true } as const]) {
    const { api, asked } = makeApi(5_000)
    expect(await erase(api, 's', { counted: [{}], request }, countedAt)).toMatchObject({
      isRunning: true,
      problem: null,
    })
    expect(asked).toEqual([request])
  }
})

test('counts of several ids add up, and are complete only when each of them is', async () => {
  expect(await countErasable(makeApi(2).api, 's', { counted: [{}, {}], request: { all: true } })).toEqual({
    count: 4,
    isComplete: true,
  })
  expect(await countErasable(makeApi(2_000).api, 's', { counted: [{}], request: { all: true } })).toEqual({
    count: 1_000,
    isComplete: false,
  })
})
