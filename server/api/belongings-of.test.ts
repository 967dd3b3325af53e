import { expect, test } from 'vitest'
import { belongingsOf } from './belongings-of.ts'

test('what somebody pays for keeps their account where they administrate it, and the others hear when they go', async () => {
  const belonging = { since: new Date(), isSoleAdmin: false, isHeldByLaw: false, kind: 'SOLUTION' as const }
  const forgotten: string[] = []
  const services = {
    solution: {
      listBelongings: async () => [
        { ...belonging, id: 'shop', name: 'Shop', role: 'ADMIN' as const },
        { ...belonging, id: 'blog', name: 'Blog', role: 'ADMIN' as const },
        { ...belonging, id: 'club', name: 'Club', role: 'VIEWER' as const },
      ],
    },
    billing: {
      findPaidBy: async () => new Set(['shop', 'club']),
      forgetPerson: async (userId: string) => void forgotten.push(`${userId} pays nothing`),
    },
    captcha: { forgetPerson: async (userId: string) => void forgotten.push(`${userId} saved nothing`) },
    contact: { forgetPerson: async (userId: string) => void forgotten.push(`${userId} asked nothing`) },
  }
  const port = belongingsOf(() => services as unknown as ReturnType<Parameters<typeof belongingsOf>[0]>)
  expect((await port.list('ada')).filter(({ isPaidByThem }) => isPaidByThem).map(({ id }) => id)).toEqual(['shop'])
  await port.forget('ada')
  expect(forgotten).toEqual(['ada saved nothing', 'ada asked nothing', 'ada pays nothing'])
})
