import { expect, test } from 'vitest'
import type { Scene } from './check.ts'
import { declared } from './declared.ts'
import { noHands } from './watch-hands.ts'

const sceneWith = (toolStacks: number) => ({ hands: { ...noHands(), toolStacks } }) as unknown as Scene

test('a tool that was seen at work stops a visitor, and nothing else does', () => {
  expect(declared['automation-stack'](sceneWith(1))).toBe(true)
  expect(declared['automation-stack'](sceneWith(0))).toBe(false)
})
