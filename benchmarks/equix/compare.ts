import { parseArgs } from 'node:util'
import { comparePrograms } from '../../packages/proof-of-work/src/equix/compare-programs.ts'
import { randomSeed } from '../../packages/proof-of-work/src/equix/random-seed.ts'

/*
 * Interpreter and compiler against each other over many more programs than the tests have time for, eight inputs each.
 *   node benchmarks/equix/compare.ts [--programs 100000]
 */
const { values } = parseArgs({ options: { programs: { type: 'string', default: '100000' } } })
const programs = Number(values.programs)
const step = 1000
let unusable = 0
for (let first = 0; first < programs; first += step)
  unusable += await comparePrograms(first, Math.min(step, programs - first), randomSeed, 8)
console.log(`${programs} seeds, ${unusable} without a program, no difference`)
