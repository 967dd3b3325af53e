import { startTestDatabase } from '@bollard/testing'
import { beforeEach, expect, test, vi } from 'vitest'
import { ada, useTestServices } from '../start-test-service.ts'

const hashed: string[] = []
// The hash takes so long that it would hide every other difference; here it is counted, and the rest is timed.
vi.mock(import('../auth/password-hash.ts'), async (original) => ({
  ...(await original()),
  hashPassword: async (password: string) => {
    hashed.push(password)
    return '$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA'
  },
  verifyPassword: async () => true,
}))
beforeEach(() => void hashed.splice(0))

const start = useTestServices(startTestDatabase)
const rounds = 40
const plenty = { limit: 100_000, seconds: 3600 }

test(
  'signing up with a known and an unknown address costs the same hash, and otherwise takes the same time',
  { retry: 4 },
  async () => {
    const { call, becomeUser } = await start({
      rateLimits: { signUpPerIp: plenty, mailPerAddressAndIp: plenty, mailPerAddress: plenty },
    })
    await becomeUser()
    hashed.splice(0)
    const times = { known: [] as number[], fresh: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of round % 2 ? (['known', 'fresh'] as const) : (['fresh', 'known'] as const)) {
        const email = kind === 'known' ? ada.email : `new-${round}@example.org`
        const began = performance.now()
        const answer = await call('POST', '/accounts', { body: { ...ada, email, password: `a quiet pond ${kind}` } })
        times[kind].push(performance.now() - began)
        expect(answer.statusCode).toBe(201)
      }
    }
    expect(hashed.filter((password) => password.endsWith('known'))).toHaveLength(rounds)
    expect(hashed.filter((password) => password.endsWith('fresh'))).toHaveLength(rounds)
    const [known, fresh] = [undisturbed(times.known), undisturbed(times.fresh)]
    expect(Math.abs(known - fresh), `${known} and ${fresh} ms`).toBeLessThan(5)
  },
)

/** Milliseconds that a tenth of the calls stay below: what else the machine does lies above. */
function undisturbed(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)] ?? Number.NaN
}
