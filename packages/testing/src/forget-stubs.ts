/**
 * For the test runner, before each file: what the last test of the file before has put in place of globals, variables and timers
 * is gone. The runner removes globals before the next test alone, and a file asks for its database before it has any.
 */
import { vi } from 'vitest'

vi.unstubAllGlobals()
vi.unstubAllEnvs()
vi.useRealTimers()
vi.restoreAllMocks()
