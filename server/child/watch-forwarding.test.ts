import { createClientIp } from '@bollard/http'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { watchForwarding } from './watch-forwarding.ts'

function watch(trustedProxies: string[]) {
  const registry = new Registry()
  const warned: unknown[] = []
  const clock = { at: 0 }
  const note = watchForwarding(registry, {
    trustedProxies,
    log: { warn: (text: unknown) => void warned.push(text) },
    now: () => clock.at,
  })
  const readIp = createClientIp({ internalSecret: 'x'.repeat(32), trustedProxies })
  return {
    note,
    warned,
    clock,
    ask: (remoteAddress: string, headers: Record<string, string> = { 'x-forwarded-for': '198.51.100.7' }) =>
      readIp({ headers, socket: { remoteAddress } }),
    count: async () => {
      const [figure] = await registry.getMetricsAsJSON()
      return figure?.values[0]?.value
    },
  }
}

test('headers of a proxy that nobody has named are counted, and warned of once an hour', async () => {
  const { ask, note, warned, clock, count } = watch([])
  expect(ask('127.0.0.1', {})).toBe('127.0.0.1')
  expect([warned.length, await count()]).toEqual([0, 0])
  expect(ask('127.0.0.1')).toBe('127.0.0.1')
  note()
  clock.at = 3_599_999
  ask('127.0.0.1')
  expect([warned, await count()]).toEqual([[expect.stringContaining('TRUSTED_PROXIES is empty')], 3])
  clock.at = 3_600_000
  ask('127.0.0.1')
  expect([warned.length, await count()]).toEqual([2, 4])
})

test('where proxies are named nobody is warned, since anyone can send such headers', async () => {
  const { ask, warned, count } = watch(['10.0.0.0/8'])
  expect(ask('10.1.2.3')).toBe('198.51.100.7')
  expect(await count()).toBe(0)
  expect(ask('203.0.113.9')).toBe('203.0.113.9')
  expect([warned, await count()]).toEqual([[], 1])
})
