import { expect, test } from 'vitest'
import { jsonPathFault, readJsonPath } from './read-json-path.ts'

const body = {
  a: { b: [1, 2, { c: 'd' }] },
  'x y': null,
  list: [
    { id: 1, ok: true },
    { id: 2, ok: false },
  ],
}

test.for<[string, unknown]>([
  ['$.a.b[0]', 1],
  ['$.a.b[-1].c', 'd'],
  ["$['x y']", null],
  ['$.a.z', undefined],
  ['$.list[*].id', [1, 2]],
  ['$..c', ['d']],
  ['$.list[?@.ok == true].id', [1]],
  ['$.list[?length(@.id) > 3]', undefined],
  ['$', body],
])('%s leads to %o', ([path, value]) => expect(readJsonPath(path, body)).toEqual(value))

test.for<[string, string]>([
  ['', 'syntax'],
  ['a.b', 'syntax'],
  ['$.a[', 'syntax'],
  ['$.a[?(@.b)', 'syntax'],
  ["$[?match(@.a, '(a+)+$')]", 'syntax'],
  ["$[?search(@.a, '(a+)+$')]", 'syntax'],
  ['$[?count(@..*) > 1]', 'syntax'],
  ["$.a.constructor.constructor('return process')()", 'syntax'],
  ['$[?(@.constructor.constructor("return process")())]', 'syntax'],
  ['$[?process.exit()]', 'syntax'],
  ['$..*..*', 'too-complex'],
  ['$[*,*][*,*][*,*]', 'too-complex'],
  ["$['a','a']", 'too-complex'],
  ['$[?@..a]', 'too-complex'],
  ['$[?$..a]', 'too-complex'],
  ['$[?@[?@.a]]', 'too-complex'],
  [`$${'.a'.repeat(300)}`, 'too-long'],
])('%s is refused: %s', ([path, fault]) => {
  expect(jsonPathFault(path)).toBe(fault)
  expect(() => readJsonPath(path, body)).toThrow(/JSON path/u)
})

test('no path reaches what is not in the document', () => {
  for (const path of ['$.constructor', '$.__proto__', '$.toString', '$.list.length', '$.a.b.map'])
    expect(readJsonPath(path, body)).toBeUndefined()
})
