import { startTestDatabase } from '@bollard/testing'
import { beforeEach, expect, test, vi } from 'vitest'
import { fastestOf } from '../testing/fastest-of.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const hashed: string[] = []
// The hash takes so long that it would hide every other difference; here it is counted, and the rest is timed.
vi.mock(import('../secrets/password-hash.ts'), async (original) => ({
  ...(await original()),
  hashPassword: async (password: string) => {
    hashed.push(password)
    return '$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA'
  },
  verifyPassword: async () => true,
}))
beforeEach(() => void hashed.splice(0))

const start = useTestServices(startTestDatabase)
const plenty = { limit: 100_000, seconds: 3600 }

test('signing up with a known and an unknown address costs the same hash, and otherwise takes the same time', async () => {
  const { call, becomeUser } = await start({
    rateLimits: { signUpPerIp: plenty, mailPerAddressAndIp: plenty, mailPerAddress: plenty },
  })
  await becomeUser()
  hashed.splice(0)
  const signUp = async (email: string, password: string) =>
    expect((await call('POST', '/accounts', { body: { ...ada, email, password } })).statusCode).toBe(201)
  const times = await fastestOf(
    {
      known: () => signUp(ada.email, 'a quiet pond known'),
      fresh: (round) => signUp(`new-${round}@example.org`, 'a quiet pond fresh'),
    },
    { rounds: 40, holds: ({ known, fresh }) => Math.abs(known - fresh) < 5 },
  )
  const [known, fresh] = ['known', 'fresh'].map((kind) => hashed.filter((password) => password.endsWith(kind)).length)
  expect(known).toBeGreaterThanOrEqual(40)
  expect([known, fresh]).toEqual([hashed.length / 2, hashed.length / 2])
  expect(Math.abs(times.known - times.fresh), `${times.known} and ${times.fresh} ms`).toBeLessThan(5)
})
