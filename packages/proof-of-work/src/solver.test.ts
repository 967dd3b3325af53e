import { seededBytes } from '@bollard/testing/seed'
import { afterEach, expect, test, vi } from 'vitest'
import { headOf } from './challenge-fixture.ts'
import { createSolver, type Solver } from './index.ts'

afterEach(() => void vi.unstubAllGlobals())
const randomBytes = seededBytes('blocks to solve')
const solvers: readonly Solver[] = [await createSolver({ wasm: true }), await createSolver({ wasm: false })]

test('both ways of computing are there', () => {
  expect(solvers.map(({ kind }) => kind)).toEqual(['wasm', 'script'])
})

test.each(solvers)('$kind finds what node:crypto finds, first and only, on 400 random blocks', ({ solve }) => {
  for (let round = 0; round < 400; round++) {
    const prefix = randomBytes(64)
    const index = round % 33 === 32 ? 0xffff_ffff : round % 32
    const start = round % 3 === 0 ? 2 ** 32 - 256 : randomBytes(3).readUIntBE(0, 3)
    const target = 2 ** 32 / 64
    let expected = -1
    for (let counter = start; expected < 0 && counter < start + 256; counter++)
      if (headOf(prefix, counter, index) < target) expected = counter
    expect(solve({ prefix, target, index, start, count: 256 })).toBe(expected)
  }
})

test.each(solvers)('$kind compares without sign and never looks past its stretch', ({ solve }) => {
  for (let round = 0; round < 200; round++) {
    const prefix = randomBytes(64)
    const head = headOf(prefix, round, 7)
    expect(solve({ prefix, target: head, index: 7, start: round, count: 1 })).toBe(-1)
    if (head < 2 ** 32 - 1) expect(solve({ prefix, target: head + 1, index: 7, start: round, count: 1 })).toBe(round)
  }
})

test.each([new WebAssembly.CompileError('policy'), new EvalError('policy')])(
  'a page that forbids WebAssembly with %o gets the script',
  async (refusal) => {
    vi.stubGlobal('WebAssembly', { instantiate: () => Promise.reject(refusal) })
    expect((await createSolver({ wasm: true })).kind).toBe('script')
  },
)

test('a browser without WebAssembly gets the script', async () => {
  vi.stubGlobal('WebAssembly', undefined)
  expect((await createSolver({ wasm: true })).kind).toBe('script')
})
