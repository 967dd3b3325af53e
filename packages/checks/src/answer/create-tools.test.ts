import { expect, test } from 'vitest'
import { createTools } from './create-tools.ts'

test('paths and expressions look at a body', () => {
  const tools = createTools()
  expect(tools.readJsonPath('$.a', '{"a":1}')).toBe(1)
  expect(tools.readJsonPath('$.a', '{"a":2}')).toBe(2)
  expect(tools.readJsonPath('$[*]', '[1,2]')).toEqual([1, 2])
  expect(tools.matches('a+', 'caat')).toBe(true)
})

test('all expressions of a check share a budget, which one check after another has whole', () => {
  const slow = '\\ba.{400}\\b\\B[^ab ]'
  const text = 'ab c'.repeat(10_000)
  const tools = createTools()
  expect(tools.matches(slow, text)).toBe(false)
  expect(() => tools.matches(slow, text)).toThrow(/too complex for a text/u)
  expect(createTools().matches(slow, text)).toBe(false)
  expect(() => createTools().matches(slow, 'a'.repeat(1_048_576))).toThrow(/too complex for a text/u)
  expect(createTools().matches('"status":"(?:ok|up)"', `${'a'.repeat(500_000)}"status":"up"`)).toBe(true)
})

test('all paths that search share a budget, and those that lead to one place need none', () => {
  const wide = JSON.stringify(Array.from({ length: 10_000 }, (_one, id) => ({ id })))
  const tools = createTools()
  for (let time = 0; time < 20; time += 1) expect(tools.readJsonPath(`$[${time}].id`, wide)).toBe(time)
  expect(tools.readJsonPath('$..id', wide)).toHaveLength(10_000)
  expect(() => tools.readJsonPath('$..id', wide)).toThrow(/too many values/u)
  // What is found may be found again within itself, level by level.
  const deep = `${'{"a":['.repeat(20)}${'1,'.repeat(3_000)}1${']}'.repeat(20)}`
  expect(() => createTools().readJsonPath('$..a', deep)).toThrow(/too many values/u)
})

test('nobody survives a document without end by luck', () => {
  expect(() => createTools().readJsonPath('$..a', `${'['.repeat(50_000)}${']'.repeat(50_000)}`)).toThrow(/./u)
  expect(() => createTools().readJsonPath('$.a', '<html>')).toThrow(SyntaxError)
})
