import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { compile, programs } from './assembly/compile.ts'

test.each(programs)('$name is what its source compiles to', async (program) => {
  expect(await readFile(program.module, 'utf8')).toBe(await compile(program))
})

test('the solver that visitors download stays under 3 kB', async () => {
  const { solverWasm } = await import('./solver-wasm.ts')
  expect(solverWasm.length / 2).toBeLessThan(3000)
})
