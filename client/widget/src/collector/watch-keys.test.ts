import { expect, test } from 'vitest'
import { handsOf } from './listen-for-test.ts'
import { watchKeys } from './watch-keys.ts'

const keyboard = () => handsOf(watchKeys)
const down = (key: string, more: object = {}) => ({
  key,
  code: `Key${key.toUpperCase()}`,
  keyCode: key.toUpperCase().charCodeAt(0),
  getModifierState: () => false,
  ...more,
})

test('how long keys are down and how long nothing happens between them', () => {
  const { hands, send } = keyboard()
  send('keydown', down('a', { timeStamp: 500 }))
  send('keydown', down('b', { timeStamp: 560 }))
  send('keyup', down('a', { timeStamp: 580 }))
  send('keyup', down('b', { timeStamp: 640 }))
  expect(hands).toMatchObject({ keyPauses: [60], keyHolds: [80, 80], firstPressAt: 500 })
})

test('held keys, input methods, scripts and keys without a character say nothing', () => {
  const { hands, send } = keyboard()
  for (const more of [{ repeat: true }, { isComposing: true }, { isTrusted: false }, { key: 'Enter' }])
    for (let i = 1; i < 4; i++) {
      send('keydown', down('b', { timeStamp: i * 10, ...more }))
      send('keyup', down('b', { timeStamp: i * 10 + 1, ...more }))
    }
  expect(hands).toMatchObject({ keyPauses: [], keyHolds: [], incompleteKeys: 0, capitalsWithoutShift: 0 })
})

test('no more times are kept than anybody needs', () => {
  const { hands, send } = keyboard()
  for (let i = 1; i < 200; i++) {
    send('keydown', down('b', { timeStamp: i * 10 }))
    send('keyup', down('b', { timeStamp: i * 10 + 5 }))
  }
  expect([hands.keyPauses.length, hands.keyHolds.length]).toEqual([64, 64])
})

test('a capital letter without Shift', () => {
  const { hands, send } = keyboard()
  send('keydown', down('B'))
  expect(hands.capitalsWithoutShift).toBe(1)
})

test.for([
  { why: 'Shift is down', getModifierState: (name: string) => name === 'Shift' },
  { why: 'Caps Lock is on', getModifierState: (name: string) => name === 'CapsLock' },
  { why: 'text modules on Windows have no key', code: '', keyCode: 231 },
  { why: 'text modules on Macs always press A', code: 'KeyA' },
  { why: 'writers on Linux take any key that is free', code: 'KeyQ' },
])('a capital letter although nobody gave one away: $why', (more) => {
  const { hands, send } = keyboard()
  send('keydown', down('B', more))
  expect(hands).toMatchObject({ capitalsWithoutShift: 0, incompleteKeys: 0 })
})

test('a letter without its number comes from no keyboard', () => {
  const { hands, send } = keyboard()
  send('keydown', down('b', { code: '', keyCode: 0 }))
  expect(hands.incompleteKeys).toBe(1)
  for (const key of ['ä', 'ж', '€', 'Dead']) send('keydown', down(key, { keyCode: 0 }))
  expect(hands.incompleteKeys).toBe(1)
})
