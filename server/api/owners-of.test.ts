import { expect, test } from 'vitest'
import { ownersOf } from './owners-of.ts'

/** Admins of solutions by id, in the order in which the service happens to name them. */
function ownersAmong(admins: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = []
  const find = ownersOf(() => ({
    solution: {
      async findAdmins(id) {
        asked.push(id)
        return (admins[id] ?? []).map((userId) => ({
          userId,
          givenName: userId,
          email: `${userId}@example.org`,
          language: 'en' as const,
        }))
      },
    },
  }))
  return { find, asked }
}

test('solutions of one team have one owner, in whatever order its admins are named', async () => {
  const { find } = ownersAmong({ shop: ['bea', 'ada'], blog: ['ada', 'bea'], other: ['cleo'] })
  expect(await find(['shop', 'blog', 'other'])).toEqual(
    new Map([
      ['shop', 'ada'],
      ['blog', 'ada'],
      ['other', 'cleo'],
    ]),
  )
})

test('a solution without an admin, or one that is gone, has no owner and vouches for nobody', async () => {
  const { find } = ownersAmong({ empty: [] })
  expect(await find(['empty', 'gone'])).toEqual(new Map())
  expect(await find([])).toEqual(new Map())
})

test('no more than two hundred are asked about at a time', async () => {
  const { find, asked } = ownersAmong({})
  await find(Array.from({ length: 500 }, (_, n) => `solution ${n}`))
  expect(asked).toHaveLength(200)
})

test('a service that is away is no answer, and the caller hears of it', async () => {
  const find = ownersOf(() => ({
    solution: {
      findAdmins: async () => {
        throw new Error('away')
      },
    },
  }))
  await expect(find(['shop'])).rejects.toThrow('away')
})
