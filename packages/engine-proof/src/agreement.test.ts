import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { agreedEngines } from './agreed.ts'
import { grammarVersion } from './grammar.ts'
import { referenceAnswers } from './reference-answers.ts'
import { sourceHash } from './source-hash.ts'

const stored = new URL('../../../benchmarks/results/engine-agreement.json', import.meta.url)
const result: {
  grammar: number
  source: string
  programs: number
  distinct: number
  reference: unknown
  setUps: SetUp[]
  emulators: Emulator[]
} = JSON.parse(readFileSync(stored, 'utf8'))
interface SetUp {
  readonly name: string
  readonly engine: string
  readonly major: number
  readonly agreed: number
}
interface Emulator {
  readonly programs: number
  readonly right: number
}

/** The hash of the interpreter that each grammar was shipped with. Another interpreter is another grammar: add a line, and measure it. */
const shipped: Readonly<Record<number, string>> = { 1: '73f8de6e3cab3811' }

test('the shipped grammar is the one whose engines were measured', () => {
  const source = sourceHash(readFileSync(new URL('interpret.ts', import.meta.url), 'utf8'))
  expect({ grammar: result.grammar, source: result.source }).toEqual({ grammar: grammarVersion, source })
  expect(shipped[grammarVersion]).toBe(source)
})

test('engines that visitors are held to gave every answer alike in every set-up', () => {
  const measured = result.setUps.filter(({ engine }) => engine in agreedEngines)
  expect(measured.filter(({ agreed }) => agreed < result.programs)).toEqual([])
  const majors = (engine: string) => [
    ...new Set(measured.filter((one) => one.engine === engine).map(({ major }) => major)),
  ]
  expect(Object.fromEntries(Object.keys(agreedEngines).map((engine) => [engine, majors(engine).toSorted()]))).toEqual(
    agreedEngines,
  )
  expect(measured.length).toBeGreaterThanOrEqual(12)
  expect(result.programs).toBeGreaterThanOrEqual(3_000)
})

test('a browser that seeds tests itself by answers that were measured', () => {
  expect(referenceAnswers).toEqual(result.reference)
  expect(referenceAnswers).toHaveLength(8)
})

test('answers cannot be guessed, and nothing that only imitates a browser gives one', () => {
  expect(result.distinct).toBeGreaterThan(result.programs * 0.99)
  for (const { right, programs } of result.emulators) expect([right, programs]).toEqual([0, 200])
})

test('a comment or a line break makes no other interpreter, a number does', () => {
  expect(sourceHash('// a\nconst a = [\n  1,\n]\n')).toBe(sourceHash('const a = [1]'))
  expect(sourceHash('const a = [2]')).not.toBe(sourceHash('const a = [1]'))
})
