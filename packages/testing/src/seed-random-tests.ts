/** For the test runner, before each file: every property draws its inputs from the seed of the run. */
import { configureGlobal, readConfigureGlobal } from 'fast-check'
import { runs, seed } from './seed.ts'

// 100 is what fast-check tries where a property says nothing.
configureGlobal({ ...readConfigureGlobal(), seed, numRuns: runs(100) })
