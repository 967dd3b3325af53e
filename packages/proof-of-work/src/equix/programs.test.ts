import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { compile, programs } from './assembly/compile.ts'
import { startProgram, type SolveProgram, type VerifyProgram, writeSeed } from './programs.ts'
import { solveWasm } from './solve-wasm.ts'
import { verifyWasm } from './verify-wasm.ts'

test.each(programs)('$name is what its source compiles to', async (program) => {
  expect(await readFile(program.module, 'utf8')).toBe(await compile(program))
})

test('the programs export what scripts call', async () => {
  expect(Object.keys(await startProgram<SolveProgram>(solveWasm)).toSorted()).toEqual([
    'after',
    'before',
    'compile',
    'find',
    'memory',
  ])
  expect(Object.keys(await startProgram<VerifyProgram>(verifyWasm)).toSorted()).toEqual([
    'interpret',
    'memory',
    'prepare',
    'verify',
  ])
})

test('a program that this place cannot run is refused', async () => {
  await expect(startProgram<SolveProgram>('00')).rejects.toThrow(WebAssembly.CompileError)
})

test('a seed of more than 128 bytes is refused, a shorter one leaves nothing of the one before', () => {
  const memory = new Uint8Array(200)
  expect(() => writeSeed(memory, new Uint8Array(129))).toThrow(RangeError)
  writeSeed(memory, new Uint8Array(128).fill(7))
  writeSeed(memory, Uint8Array.of(1, 2))
  expect([...memory.subarray(0, 128)]).toEqual([1, 2, ...Array<number>(126).fill(0)])
})
