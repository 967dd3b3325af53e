import { expect, test } from 'vitest'
import { bodyEntries, gatherFields, queryEntries, readFields, repeatsField } from './read-fields.ts'

const read = async (type: string | undefined, text: string) => {
  const entries = await bodyEntries(Buffer.from(text), type)
  return entries === null ? null : gatherFields(entries)
}

test('what is missing or null is empty, and unknown names are left alone', () => {
  expect(readFields({ secret: 'a', remoteip: null, toString: 5 })).toEqual({
    secret: 'a',
    response: '',
    remoteip: '',
    sitekey: '',
    idempotency_key: '',
  })
})

test('a field that is no text makes all of it unreadable', () => {
  for (const value of [5, true, [], {}, ['a']]) expect(readFields({ secret: 'a', response: value })).toBeNull()
  for (const body of [null, undefined, 5, 'secret=a', [], [['secret', 'a']]]) expect(readFields(body)).toBeNull()
})

test('a prototype in a body brings no fields', () => {
  expect(readFields(JSON.parse('{"__proto__":{"secret":"a"}}'))?.secret).toBe('')
})

test('a field given twice counts only when it says the same', () => {
  expect(
    gatherFields([
      ['secret', 'a'],
      ['secret', 'a'],
    ])?.secret,
  ).toBe('a')
  expect(
    gatherFields([
      ['secret', 'a'],
      ['secret', 'b'],
    ]),
  ).toBeNull()
  expect(
    gatherFields([
      ['response', 'a'],
      ['response', ''],
    ]),
  ).toBeNull()
  expect(
    gatherFields([
      ['response', ''],
      ['response', 'a'],
    ]),
  ).toBeNull()
})

test('an idempotency key in an address is no UUID any more', () => {
  const key = crypto.randomUUID()
  expect(gatherFields(queryEntries(`/x?secret=a&idempotency_key=${key}`))).toMatchObject({
    secret: 'a',
    idempotency_key: 'in the address',
  })
  expect([queryEntries(undefined), queryEntries('/x'), queryEntries('/x?')]).toEqual([[], [], []])
})

test('the content type decides how a body is read, and its absence is no fault', async () => {
  expect(await read('application/json', '{"secret":"a"}')).toMatchObject({ secret: 'a' })
  expect(await read('Application/JSON ; charset=utf-8', ' {"secret":"a"}')).toMatchObject({ secret: 'a' })
  expect(await read('application/x-www-form-urlencoded', 'secret=a%20b')).toMatchObject({ secret: 'a b' })
  expect(await read(undefined, 'secret=a')).toMatchObject({ secret: 'a' })
  expect(await read(undefined, '{"secret":"a"}')).toMatchObject({ secret: 'a' })
  expect(await read(undefined, '')).toMatchObject({ secret: '' })
  expect(await read('application/json', '[]')).toBeNull()
  expect(await read('application/json', 'secret=a')).toBeNull()
  expect(await read('image/png', 'secret=a')).toBeNull()
})

test('a field twice in JSON is refused, however its name is written, and only then', async () => {
  expect(await read('application/json', '{"secret":"a","response":"b","secret":"c"}')).toBeNull()
  expect(await read(undefined, '{"secret":"a","s\\u0065cret" : "c"}')).toBeNull()
  for (const text of [
    '{"response":"\\"secret\\":","secret":"a"}',
    '{"secret":"response","response":"secret"}',
    '{"a":1,"a":2,"secret":"\\\\"}',
  ])
    expect(repeatsField(text)).toBe(false)
})
