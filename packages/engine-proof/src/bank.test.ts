import { expect, test } from 'vitest'
import { seededRandom } from '../../testing/src/seed.ts'
import { type AnsweredProgram, type Bank, createBank, freshInAnHour, reserve, usesOfProgram } from './bank.ts'
import type { EngineName } from './engine-of.ts'

/** The right answer to a program, in this test. */
const truth = (program: number) => (Math.imul(program, 0x9e3779b1) ^ 0x55aa) >>> 0
const seed = (bank: Bank, count: number) => {
  for (let n = 1; n <= count; n++) bank.add({ program: n, answer: truth(n), source: 'SEEDED', usesLeft: usesOfProgram })
}

function bankOf(name: string, seeds = 500) {
  const drawn = seededRandom(name)
  const clock = { now: 1_800_000_000_000 }
  const told: string[] = []
  const random = () => Math.floor(drawn() * 2 ** 32)
  const bank = createBank({
    random,
    now: () => clock.now,
    onUse: () => told.push('use'),
    onRetire: () => told.push('retire'),
    onLearn: () => told.push('learn'),
  })
  seed(bank, seeds)
  return { bank, clock, random, told }
}

test('without a known program there is nothing to compute', () => {
  expect(bankOf('empty', 0).bank.draw('n', true)).toBeNull()
})

test('one of the two is known, in either place, and its answer is judged', () => {
  const { bank } = bankOf('draw')
  const places = new Set<number>()
  for (let n = 0; n < 200; n++) {
    const programs = bank.draw(`n${n}`, true) ?? [0, 0]
    const judged = bank.judge(programs, programs.map(truth)) ?? []
    expect(judged.filter(({ right }) => right === true)).toHaveLength(1)
    expect(bank.judge(programs, [1, 2])?.some(({ right }) => right === false)).toBe(true)
    places.add(judged.findIndex(({ source }) => source === 'SEEDED'))
  }
  expect(places).toEqual(new Set([0, 1]))
})

test('a program is shown to twelve networks and then retired, and an answer on its way still counts', () => {
  const { bank, clock, told } = bankOf('uses')
  const shown = new Map<number, number>()
  for (let n = 0; n < 4_000; n++)
    for (const program of bank.draw(`n${n}`, true) ?? [])
      if (program <= 500) shown.set(program, (shown.get(program) ?? 0) + 1)
  expect(Math.max(...shown.values())).toBe(usesOfProgram)
  const [retired = 0] = [...shown].find(([, uses]) => uses === usesOfProgram) ?? []
  expect(bank.judge([retired, 0], [truth(retired), 0])?.[0]).toMatchObject({ right: true })
  clock.now += 31 * 60_000
  expect(bank.judge([retired, 0], [truth(retired), 0])).toBeNull()
  expect(told.filter((what) => what === 'retire')).toHaveLength(500 - bank.size('SEEDED'))
})

test('one network cannot use the bank up: it is shown a few new programs an hour, and then those again', () => {
  const { bank, clock, told } = bankOf('drain')
  const seen = new Set<number>()
  for (let n = 0; n < 10_000; n++)
    for (const program of bank.draw('farm', true) ?? []) if (program <= 500) seen.add(program)
  expect(seen.size).toBe(freshInAnHour)
  expect(told.filter((what) => what === 'use')).toHaveLength(freshInAnHour)
  clock.now += 3_600_000
  for (let n = 0; n < 1_000; n++)
    for (const program of bank.draw('farm', true) ?? []) if (program <= 500) seen.add(program)
  expect(seen.size).toBeGreaterThan(freshInAnHour)
})

test('a thousand networks cannot empty it either: the last programs stay until an operator brings new ones', () => {
  const { bank } = bankOf('empty by a thousand')
  for (let n = 0; n < 30_000; n++) expect(bank.draw(`n${n % 1_000} ${n}`, true)).not.toBeNull()
  expect(bank.size('SEEDED')).toBe(reserve)
  for (let n = 0; n < 100; n++)
    bank.add({ program: 10_000 + n, answer: truth(10_000 + n), source: 'SEEDED', usesLeft: usesOfProgram })
  expect(bank.size('SEEDED')).toBe(100)
  expect(bank.judge([10_000, 0], [truth(10_000), 0])?.[0]?.right).toBe(true)
})

/** Visits of many networks: `engine` says who comes, `answer` what they say. */
function visit(
  { bank, random }: Pick<ReturnType<typeof bankOf>, 'bank' | 'random'>,
  who: {
    network: string
    operator: number
    engine: EngineName
    site?: number
    answer: (program: number) => number
    seeded?: boolean
  },
) {
  const programs = bank.draw(who.network, who.seeded ?? true)
  if (programs === null) throw new Error('empty')
  const judged = bank.judge(programs, programs.map(who.answer)) ?? []
  const known = judged.filter(({ source }) => source !== undefined)
  const right = known.every((one) => one.right === true)
  if (right)
    for (const answered of judged)
      if (answered.source === undefined) bank.learn(answered, { site: 1 + (random() % 5), ...who })
  return { judged, right }
}

test('four of two engines, each of another network and operator, make an answer known', () => {
  const { bank, told } = bankOf('learn')
  const [program = 0] = (bank.draw('n', true) ?? []).filter((one) => one > 500)
  const answered: AnsweredProgram = { program, answer: truth(program), source: undefined, right: undefined }
  const vote = (network: string, operator: number, engine: EngineName) =>
    bank.learn(answered, { network, operator, engine, site: 1 })
  vote('a', 1, 'Chromium')
  vote('a', 2, 'Firefox')
  vote('b', 1, 'Firefox')
  vote('c', 3, 'Chromium')
  vote('d', 4, 'Chromium')
  vote('e', 5, 'Chromium')
  expect(bank.size('LEARNED')).toBe(0)
  vote('f', 6, 'Firefox')
  expect(bank.size('LEARNED')).toBe(1)
  expect(told).toContain('learn')
  expect(bank.judge([program, 1], [truth(program), truth(1)])?.map(({ source }) => source)).toEqual([
    'LEARNED',
    'SEEDED',
  ])
})

/** How many of the programs that visitors taught are wrong, when this share of the trusted ones lies, all alike. */
function poison(name: string, share: number, operatorsOfFarm: number) {
  const world = bankOf(name)
  const { bank, clock, random } = world
  const right = new Map<number, boolean>()
  const lie = (program: number) => (program <= 500 ? truth(program) : truth(program) ^ 1)
  let before = 0
  for (let n = 0; n < 40_000; n++) {
    clock.now += 2_000
    const isFarm = random() % 100 < share * 100
    const operator = isFarm ? 900_000 + (random() % operatorsOfFarm) : random() % 60
    const { judged } = visit(world, {
      network: isFarm ? `farm ${operator} ${random() % 50}` : `home ${random() % 5_000}`,
      operator,
      engine: random() % 5 === 0 ? 'Firefox' : 'Chromium',
      answer: isFarm ? lie : truth,
    })
    const learned = bank.size('LEARNED')
    if (learned > before)
      for (const { program, source } of judged) if (source === undefined) right.set(program, !isFarm)
    before = learned
  }
  const all = [...right.values()]
  return { learned: all.length, poisoned: all.filter((isRight) => !isRight).length }
}

test('a farm of one operator teaches nothing, be it half of the visitors', () => {
  expect(poison('one operator', 0.5, 1).poisoned).toBe(0)
})

test('a farm of three operators that is a fifth of the visitors poisons no program', () => {
  const { learned, poisoned } = poison('a fifth', 0.2, 3)
  expect(learned).toBeGreaterThan(1_000)
  expect(poisoned).toBe(0)
})

test('half of all visitors from sixty operators poison half: this is what it cannot do, and nobody is held to it before it agrees', () => {
  const { learned, poisoned } = poison('half', 0.5, 60)
  expect(poisoned / learned).toBeGreaterThan(0.2)
})

test('a poisoned program ends with the second honest visitor who says what it really is', () => {
  const { bank } = bankOf('quarantine')
  bank.add({ program: 9_000, answer: 1, source: 'LEARNED', usesLeft: 12 })
  const wrong = (network: string, operator: number, answer = truth(9_000)) => {
    const [one] = bank.judge([9_000, 1], [answer, 0]) ?? []
    return one !== undefined && bank.dissent(one, network, operator)
  }
  expect(wrong('a', 1)).toBe(false)
  // Once more from there is once more the same.
  expect(wrong('a', 1)).toBe(false)
  expect(wrong('b', 1)).toBe(false)
  expect(wrong('b', 2)).toBe(true)
  expect(bank.judge([9_000, 0], [truth(9_000), 0])).toBeNull()
})

test('one operator with many networks and answers keeps nobody from ending a poisoned program', () => {
  const { bank } = bankOf('room for others')
  bank.add({ program: 9_000, answer: 1, source: 'LEARNED', usesLeft: 12 })
  const dissent = (network: string, operator: number, answer: number) => {
    const [one] = bank.judge([9_000, 1], [answer, 0]) ?? []
    return one !== undefined && bank.dissent(one, network, operator)
  }
  for (let n = 0; n < 100; n++) expect(dissent(`n${n}`, 1, 10 + n)).toBe(false)
  expect(dissent('a', 2, truth(9_000))).toBe(false)
  expect(dissent('b', 3, truth(9_000))).toBe(true)
})

test('random answers end no program, from however many networks', () => {
  const world = bankOf('random answers')
  for (let n = 0; n < 3_000; n++) {
    const { judged } = visit(world, { network: `n${n}`, operator: n, engine: 'Chromium', answer: () => world.random() })
    for (const one of judged) expect(world.bank.dissent(one, `n${n}`, n)).toBe(false)
  }
})

test('what was learned is forgotten as a whole, and what was about to be', () => {
  const world = bankOf('forget')
  world.bank.add({ program: 9_000, answer: 1, source: 'LEARNED', usesLeft: 12 })
  world.bank.forgetLearned()
  expect(world.bank.size('LEARNED')).toBe(0)
  expect(world.bank.size('SEEDED')).toBe(500)
  expect(world.bank.judge([9_000, 0], [1, 0])).toBeNull()
})

test('what visitors taught is measured beside what the operator knows', () => {
  const { bank } = bankOf('beside')
  for (let n = 0; n < 40; n++)
    bank.add({ program: 20_000 + n, answer: truth(20_000 + n), source: 'LEARNED', usesLeft: 12 })
  let both = 0
  for (let n = 0; n < 200; n++) {
    const programs = bank.draw(`n${n}`, true) ?? [0, 0]
    const sources = (bank.judge(programs, programs.map(truth)) ?? []).map(({ source }) => source)
    expect(sources).toContain('SEEDED')
    if (sources.includes('LEARNED')) both++
  }
  expect(both).toBeGreaterThan(20)
  // Cohorts that are held to nothing use none of the operator's up.
  const others = bank.draw('other', false) ?? [0, 0]
  expect((bank.judge(others, [0, 0]) ?? []).map(({ source }) => source)).not.toContain('SEEDED')
})
