import { expect, test, vi } from 'vitest'
import type { Realm, Scene } from './check.ts'
import { debuggers } from './debugger.ts'
import { sceneOn } from './scene-for-test.ts'

/** The errors of the empty frame. */
class FrameError extends Error {}

interface Given {
  readonly console?: object
  readonly engine?: 'v8' | 'other'
  readonly coarseClock?: boolean
}

/** A scene with no more than an empty frame, whose console a test writes. */
function sceneOf({ console = {}, engine = 'other', coarseClock = false }: Given): Scene {
  const eval37 = { toString: () => 'function eval() {\n    [native code]\n}' }
  const eval33 = { toString: () => 'function eval() { [native code] }' }
  const frame = { Error: FrameError, console, eval: engine === 'v8' ? eval33 : eval37 }
  const clean = frame as unknown as Realm
  return sceneOn(clean, { clean, coarseClock })
}

test('a debugger that reads the stack of an error is found, and the hook is taken away again', () => {
  const reading = { groupEnd: () => FrameError.prepareStackTrace?.(new FrameError(), []) }
  const verdict = debuggers['debugger-protocol'](sceneOf({ engine: 'v8', console: reading }))
  expect(verdict).toBe(true)
  expect(Object.hasOwn(FrameError, 'prepareStackTrace')).toBe(false)
  expect(debuggers['debugger-protocol'](sceneOf({ engine: 'v8', console: { groupEnd: () => {} } }))).toBe(false)
})

test('other engines are not asked for stacks, and this one not for times', () => {
  expect(debuggers['debugger-protocol'](sceneOf({}))).toBeUndefined()
  expect(debuggers['console-cost'](sceneOf({ engine: 'v8' }))).toBeUndefined()
})

/** A console on a clock of its own, where one call takes this many milliseconds. */
function costs({ timeStamp, assert, ...given }: { timeStamp: number; assert: number } & Given) {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const console = { timeStamp: () => void (now += timeStamp), assert: () => void (now += assert) }
  const verdict = debuggers['console-cost'](sceneOf({ console, ...given }))
  vi.restoreAllMocks()
  return { verdict, tookMs: now }
}

test('whoever hears the console makes it slow', () => {
  expect(costs({ timeStamp: 0.075, assert: 0.0005 }).verdict).toBe(true)
  expect(costs({ timeStamp: 0.0007, assert: 0.0005 }).verdict).toBe(false)
})

test('a device on which everything is slow has no debugger for that', () => {
  expect(costs({ timeStamp: 0.1, assert: 0.02 }).verdict).toBe(false)
})

test('a coarse clock says nothing', () => {
  expect(costs({ timeStamp: 0.075, assert: 0.0005, coarseClock: true }).verdict).toBeUndefined()
})

test('however slow the console is, the page is not held up', () => {
  expect(costs({ timeStamp: 0.3, assert: 0.0005 }).tookMs).toBeLessThan(8)
})
