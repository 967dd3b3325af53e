import { randomBytes } from 'node:crypto'
import { conductSignal } from '@bollard/bot-score'
import { seededRandom } from '@bollard/testing/seed'
import { expect, test } from 'vitest'
import { createInteractionMemory } from './interaction-memory.ts'

const dayMs = 86_400_000
const repeated = conductSignal.interactionRepeated

function scene(size?: number) {
  const clock = { now: 1_000_000_000 }
  const memory = createInteractionMemory(() => clock.now, randomBytes, { size })
  return {
    clock,
    memory,
    learn: (digests: readonly number[], page = 1, site = 1) => memory.look(site, page, digests).learn(),
  }
}

test('what one visitor left is a repetition when two of three parts come again with another page', () => {
  const { memory, learn } = scene()
  learn([11, 22, 33])
  expect(memory.look(1, 2, [11, 22, 33]).conduct).toBe(repeated)
  expect(memory.look(1, 2, [11, 99, 33]).conduct).toBe(repeated)
  expect(memory.look(1, 2, [11, 98, 99]).conduct).toBe(0)
  expect(memory.look(1, 2, [33, 11, 22]).conduct, 'each kind is a list of its own').toBe(0)
})

test('too little of a kind is no kind: visitors who only type are not alike', () => {
  const { memory, learn } = scene()
  learn([11, 0, 0])
  expect(memory.look(1, 2, [11, 0, 0]).conduct).toBe(0)
  expect(memory.look(1, 2, [0, 0, 0]).conduct).toBe(0)
})

test('nothing is learned from a visitor who did not pass', () => {
  const { memory } = scene()
  memory.look(1, 1, [11, 22, 33])
  expect(memory.look(1, 2, [11, 22, 33]).conduct).toBe(0)
})

test('the same page may send once more what was lost on its way, and a program that names no page may not', () => {
  const { memory, learn } = scene()
  learn([11, 22, 33], 7)
  expect(memory.look(1, 7, [11, 22, 33]).conduct).toBe(0)
  expect(memory.look(1, 0, [11, 22, 33]).conduct).toBe(repeated)
  learn([11, 22, 33], 8)
  expect(memory.look(1, 8, [11, 22, 33]).conduct, 'the first page stays the one that may').toBe(repeated)
  learn([11, 22, 33], 7)
  expect(memory.look(1, 7, [11, 22, 33]).conduct, 'a third time').toBe(repeated)
  expect(memory.look(1, 8, [11, 22, 33]).conduct).toBe(repeated)
})

test('sites learn nothing of each other', () => {
  const { memory, learn } = scene()
  learn([11, 22, 33], 1, 1)
  expect(memory.look(2, 2, [11, 22, 33]).conduct).toBe(0)
})

test('it is remembered for a day at least and for two at most', () => {
  const { memory, learn, clock } = scene()
  learn([11, 22, 33])
  clock.now += dayMs + 1
  expect(memory.look(1, 2, [11, 22, 33]).conduct).toBe(repeated)
  clock.now += dayMs + 1
  expect(memory.look(1, 2, [11, 22, 33]).conduct).toBe(0)
  learn([44, 55, 66])
  clock.now -= 10 * dayMs
  expect(memory.look(1, 2, [44, 55, 66]).conduct).toBe(0)
})

test('different visitors are not taken for each other, also where the memory is full', () => {
  const random = seededRandom('digests')
  const drawn = () => [0, 0, 0].map(() => Math.floor(random() * 2 ** 32))
  const { memory, learn } = scene(2 ** 8)
  let taken = 0
  for (let page = 1; page <= 20_000; page++) {
    const digests = drawn()
    if (memory.look(1, page, digests).conduct !== 0) taken++
    learn(digests, page)
  }
  expect(taken).toBe(0)
})
