import { seededRandom } from '@bollard/testing'
import { expect, test } from 'vitest'
import { createAgenda, type SharedClock } from './agenda.ts'
import { browsers } from './browsers.ts'
import { cells } from './cells.ts'
import { luck } from './genuine.ts'
import { addressIn, readNetworks } from './networks.ts'
import { type CellReport, centsPer1000, table } from './report.ts'
import { createStandIn, isStandIn } from './service/stand-in.ts'

function clockAt(now: number): SharedClock {
  const clock: SharedClock = new Float64Array(new SharedArrayBuffer(8))
  clock[0] = now
  return clock
}

test('the agenda goes through the hours in their order and sets the clock to each', async () => {
  const clock = clockAt(0)
  const agenda = createAgenda(clock, 1)
  const seen: [string, number | undefined][] = []
  const note = (name: string) => async () => void seen.push([name, clock[0]])
  agenda.at(300, note('third'))
  agenda.at(100, async () => {
    await note('first')()
    agenda.at(200, note('second'))
  })
  agenda.at(900, note('later'))
  await agenda.runUntil(500)
  expect(seen).toEqual([
    ['first', 100],
    ['second', 200],
    ['third', 300],
  ])
  expect(clock[0]).toBe(500)
})

test('what is to be measured goes on alone', async () => {
  const agenda = createAgenda(clockAt(0), 4)
  let running = 0
  let beside = 0
  const act = async () => {
    running += 1
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  }
  for (let at = 0; at < 20; at++) agenda.at(at, act)
  agenda.at(
    10,
    async () => {
      beside = running
      await act()
    },
    'alone',
  )
  await agenda.runUntil(30)
  expect(beside).toBe(0)
})

test('what fails ends the run', async () => {
  const agenda = createAgenda(clockAt(0))
  agenda.at(1, async () => {
    throw new Error('refused')
  })
  await expect(agenda.runUntil(5)).rejects.toThrow('refused')
})

test('networks are of the kind that is asked for, and of as many operators', () => {
  const networks = readNetworks(seededRandom('price curve test'))
  const drawn = networks.draw('access', 100, 25)
  expect(new Set(drawn.map(({ prefix }) => prefix)).size).toBe(100)
  expect(new Set(drawn.map(({ asn }) => asn)).size).toBe(25)
  expect(networks.draw('tor', 3, 1).map(({ prefix }) => networks.declared.get(prefix))).toEqual(['tor', 'tor', 'tor'])
  expect(addressIn({ prefix: '192.0.2.', kind: 'access', asn: 0 }, () => 0.5)).toBe('192.0.2.128')
})

test('a stand-in counts only where its secret is known, and has the spelling of a solution', () => {
  const [mine, other] = [createStandIn(), createStandIn()]
  const solution = mine.solution()
  expect(solution).toHaveLength(171)
  expect([isStandIn(solution, mine.mark), isStandIn(solution, other.mark)]).toEqual([true, false])
})

test('work takes as long as expected on average', () => {
  const random = seededRandom('luck')
  const drawn = Array.from({ length: 2_000 }, () => luck(random))
  expect(drawn.reduce((sum, one) => sum + one, 0) / drawn.length).toBeCloseTo(1, 1)
})

test('there are 24 cells at most, and browsers of all engines', () => {
  expect(cells.length).toBeLessThanOrEqual(24)
  expect(new Set(browsers.map(({ name }) => name)).size).toBe(browsers.length)
})

test('a price is processor time and traffic', () => {
  // A thread for an hour is a quarter of a cent.
  expect(centsPer1000({ cpuSecondsPerToken: 3.6, bytesPerToken: 0 })).toBeCloseTo(0.25, 2)
  expect(centsPer1000({ cpuSecondsPerToken: 0, bytesPerToken: 1e6 })).toBeCloseTo(89)
})

test('the table has a row for each attack and peer, and says where nothing was gained', () => {
  const full: CellReport['full'] = {
    gained: 0,
    refused: 3,
    tooLate: 0,
    throttled: 7,
    stepUps: 0,
    real: { attempts: 1, tokens: 0 },
    cpuSecondsPerToken: Number.NaN,
    firstTokenCpuSeconds: Number.NaN,
    waitSecondsPerToken: Number.NaN,
    networksPerToken: Number.POSITIVE_INFINITY,
    bytesPerToken: 3_000,
    dearest: 1,
    codes: {},
    evidence: {},
    score: { median: 0, most: 0 },
    people: {
      visitors: 100,
      refused: 0,
      throttled: 0,
      askedForMore: 1,
      medianLongerS: 0.1,
      p95LongerS: 1.25,
      worstLongerS: 2,
    },
  }
  const cell = { method: 'script', kind: 'access', networks: 1, operators: 1, tokens: 1_000, aged: false } as const
  const lines = table(
    {
      cells: [
        { ...cell, full, minimal: null },
        {
          ...cell,
          networks: 10,
          full: { ...full, gained: 1_000, cpuSecondsPerToken: 0.25, waitSecondsPerToken: 3 },
          minimal: null,
        },
      ],
      peers: [{ name: 'Cap', tokens: 30, of: 30, cpuSecondsPerToken: 0.05 }],
      baselineCpuSeconds: 0.025,
    },
    'de',
  ).split('\n')
  expect(lines).toHaveLength(5)
  expect(lines[2]).toContain('| Skript | 1 Haushalt | 1.000 | keines | 7, 3, 0 | – |')
  expect(lines[3]).toContain('| 10 Haushalte | 1.000 | 1.000 |')
  expect(lines[3]).toContain('| 0,25 s | 10 |')
  expect(new Set(lines.map((row) => row.split('|').length)).size).toBe(1)
  expect(lines.join('')).not.toMatch(/NaN|∞/u)
})
