import type { Reported } from '@bollard/guard'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { measureGateway } from './measure-gateway.ts'
import { reportDecisions } from './report-decisions.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const reported = (conclusion: 'ALLOW' | 'DENY' = 'ALLOW', more: Partial<Reported> = {}) =>
  ({
    decision: { conclusion, failedOpen: false },
    wouldBe: conclusion,
    site: 'shop.example',
    policy: 'all',
    isProbe: false,
    ...more,
  }) as Reported

test('decisions are told in groups as they come, and the rest after a second', () => {
  const groups: number[] = []
  const reporter = reportDecisions(
    (group) => void groups.push(group.length),
    () => undefined,
  )
  for (let index = 0; index < 130; index += 1) reporter.take(reported())
  expect(groups).toEqual([16, 16, 16, 16, 16, 16, 16, 16])
  vi.advanceTimersByTime(1_000)
  expect(groups).toEqual([16, 16, 16, 16, 16, 16, 16, 16, 2])
  reporter.take(reported())
  reporter.stop()
  expect(groups).toEqual([16, 16, 16, 16, 16, 16, 16, 16, 2, 1])
})

test('in a second no more are told than a gateway can write, the others are counted, and the next second begins anew', () => {
  let told = 0
  const untold: number[] = []
  const reporter = reportDecisions(
    (group) => void (told += group.length),
    (count) => void untold.push(count),
  )
  for (let index = 0; index < 20_007; index += 1) reporter.take(reported())
  vi.advanceTimersByTime(1_000)
  expect([told, untold]).toEqual([20_000, [7]])
  for (let index = 0; index < 64; index += 1) reporter.take(reported())
  expect([told, untold]).toEqual([20_064, [7]])
  reporter.stop()
})

test('a group of different decisions is counted one by one', async () => {
  const registry = new Registry()
  const figures = measureGateway(registry)
  const open = reported('ALLOW', { decision: { conclusion: 'ALLOW', failedOpen: true } as Reported['decision'] })
  const probe = reported('ALLOW', { isProbe: true })
  figures.note([reported(), reported(), probe, reported('DENY'), open, reported('ALLOW', { policy: 'second' })])
  const text = await registry.metrics()
  const counted = (policy: string, conclusion: string) =>
    new RegExp(`decisions_total\\{[^}]*policy="${policy}",conclusion="${conclusion}"[^}]*\\} (\\d+)`, 'u').exec(
      text,
    )?.[1]
  expect([counted('all', 'ALLOW'), counted('all', 'DENY'), counted('second', 'ALLOW')]).toEqual(['3', '1', '1'])
  expect(text).toMatch(/probes_total\{site="shop.example"\} 1\n/u)
  expect(text).toMatch(/failed_open_total\{[^}]*\} 1\n/u)
})
