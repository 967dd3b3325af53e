import { expect, test } from 'vitest'
import { createCertificate } from '../../tls-fingerprint/src/testing/self-signed-certificate.ts'
import { AcmeFault } from './acme-client.ts'
import { type CertificatePair, keepCertificates } from './keep-certificates.ts'

const day = 86_400_000
const begin = Date.UTC(2026, 0, 1)

function keeperOf(order: (host: string, now: number) => Promise<CertificatePair>) {
  const clock = { now: begin }
  const stored = new Map<string, CertificatePair>()
  const ordered: string[] = []
  const faults: string[] = []
  const keeper = keepCertificates({
    store: { read: (host) => stored.get(host) ?? null, write: (host, pair) => void stored.set(host, pair) },
    order(host) {
      ordered.push(host)
      return order(host, clock.now)
    },
    onPair: () => undefined,
    onFault: (host, { message }, retryAt) => faults.push(`${host} ${message} ${(retryAt - clock.now) / 60_000}`),
    now: () => clock.now,
  })
  return { keeper, clock, ordered, faults, stored }
}

const goodFor90Days = async (name: string, now: number) => createCertificate({ name, from: now, until: now + 90 * day })

test('a certificate is renewed once a third of its time is left, and not before', async () => {
  const { keeper, clock, ordered } = keeperOf(goodFor90Days)
  keeper.configure(['a.example'])
  await keeper.run()
  clock.now += 59 * day
  await keeper.run()
  expect(ordered).toEqual(['a.example'])
  clock.now += 2 * day
  await keeper.run()
  expect(ordered).toEqual(['a.example', 'a.example'])
})

test('never are two orders under way, whoever asks', async () => {
  let underWay = 0
  let most = 0
  const { keeper, ordered } = keeperOf(async (host, now) => {
    most = Math.max(most, ++underWay)
    await Promise.resolve()
    underWay -= 1
    return goodFor90Days(host, now)
  })
  keeper.configure(['a.example', 'b.example'])
  await Promise.all([keeper.run(), keeper.run(), keeper.run()])
  expect([most, ordered]).toEqual([1, ['a.example', 'b.example']])
})

test('after a failure it waits twice as long each time, and as long as the authority asks, and says why', async () => {
  let asked: number | null = null
  const { keeper, clock, ordered, faults } = keeperOf(async () => {
    throw new AcmeFault('rateLimited', 'too many', asked)
  })
  keeper.configure(['a.example'])
  for (const minutes of [1, 2, 4]) {
    await keeper.run()
    expect(faults.at(-1)).toBe(`a.example too many ${minutes}`)
    await keeper.run()
    clock.now += minutes * 60_000
  }
  expect(ordered).toHaveLength(3)
  asked = 3 * 3_600_000
  await keeper.run()
  expect(faults.at(-1)).toBe('a.example too many 180')
  expect(keeper.states()).toMatchObject([
    { host: 'a.example', expiresAt: null, fault: { code: 'rateLimited', message: 'too many' } },
  ])
})

test('what is stored is there at once, and a host that is gone is ordered no more', async () => {
  const { keeper, clock, ordered, stored } = keeperOf(goodFor90Days)
  stored.set('a.example', createCertificate({ name: 'a.example', from: begin, until: begin + 90 * day }))
  keeper.configure(['a.example'])
  await keeper.run()
  expect([ordered, keeper.states()[0]?.expiresAt]).toEqual([[], begin + 90 * day])
  keeper.configure([])
  clock.now += 80 * day
  await keeper.run()
  expect(ordered).toEqual([])
})
