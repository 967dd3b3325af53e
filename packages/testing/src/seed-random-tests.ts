/** For the test runner, before each file: every property draws its inputs from the seed of the run. */
import { configureGlobal, readConfigureGlobal } from 'fast-check'
import { vi } from 'vitest'
import { runs, seed, timeLimit } from './seed.ts'

// 100 is what fast-check tries where a property says nothing.
configureGlobal({ ...readConfigureGlobal(), seed, numRuns: runs(100) })

// More inputs need more time. Tests with a limit of their own ask for it themselves.
if (timeLimit(1) > 1) vi.setConfig({ testTimeout: timeLimit(30_000) })
