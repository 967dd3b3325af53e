import { expect, test } from 'vitest'
import { LimitFault } from '../limit/limit-fault.ts'
import { factsOf } from '../testing/facts.ts'
import { compileKey } from './compile-key.ts'
import type { Facts } from './facts.ts'
import type { KeyPart } from './key-part.ts'
import { countedCookies, countedEmail, countedHeaders, countedPath } from './counted-values.ts'

function valuesOf(part: KeyPart, facts: Partial<Facts>): unknown {
  return compileKey([part])(factsOf(facts))[0]
}

test('nobody gets a new key by another spelling of the same', () => {
  const same: readonly [KeyPart, keyof Facts, string, string][] = [
    [{ from: 'network' }, 'address', '2001:db8::1', '2001:0DB8:0:0:ffff::2'],
    [{ from: 'network' }, 'address', '192.0.2.7', '::ffff:192.0.2.7'],
    [{ from: 'network', v4: 24 }, 'address', '192.0.2.7', '192.0.2.255'],
    [{ from: 'network', v6: 48 }, 'address', '2001:db8:0:1::1', '2001:db8:0:ffff::1'],
    [{ from: 'path' }, 'path', '/login', '//%6Cogin/./x/../?again=1#top'],
    [{ from: 'path' }, 'path', '/a/b', '/a%2Fb/'],
    // Many a server answers both alike, and nobody gains a count of their own by it.
    [{ from: 'path' }, 'path', '/login', '/LogIn'],
    // Two thousand letters that change nothing.
    [{ from: 'path' }, 'path', '/login', `${'/.'.repeat(1_000)}/login`],
    [{ from: 'email' }, 'email', 'jane.doe@gmail.com', ' JaneDoe+offers@GoogleMail.com. '],
    [{ from: 'email' }, 'email', 'jane@example.com', `${' '.repeat(2_000)}jane@example.com`],
    [{ from: 'email' }, 'email', 'jane@bücher.example', 'jane+1@xn--bcher-kva.example'],
    [{ from: 'country' }, 'country', 'de', 'DE'],
    [{ from: 'expression', text: '{method} {path[1]}' }, 'path', '/api/one', '/api/./two'],
  ]
  for (const [part, field, one, other] of same) {
    const value = valuesOf(part, { [field]: one })
    expect(value, one).not.toBeNull()
    expect(valuesOf(part, { [field]: other }), other).toEqual(value)
  }
})

test('what is different stays different', () => {
  const different: readonly [KeyPart, keyof Facts, string, string][] = [
    [{ from: 'network' }, 'address', '2001:db8::1', '2001:db8:0:1::1'],
    [{ from: 'network' }, 'address', '192.0.2.7', '192.0.2.8'],
    [{ from: 'path' }, 'path', '/a/b', '/a/c'],
    [{ from: 'email' }, 'email', 'jane.doe@example.com', 'janedoe@example.com'],
  ]
  for (const [part, field, one, other] of different)
    expect(valuesOf(part, { [field]: one })).not.toEqual(valuesOf(part, { [field]: other }))
})

test('what a request does not have is missing, which is not empty, and nothing is inherited', () => {
  expect(valuesOf({ from: 'network' }, { address: 'not an address' })).toBeNull()
  expect(valuesOf({ from: 'network' }, { address: '192.0.2.0/8' })).toBeNull()
  expect(valuesOf({ from: 'email' }, { email: 'nobody' })).toBeNull()
  expect(valuesOf({ from: 'header', name: 'toString' }, {})).toBeNull()
  expect(valuesOf({ from: 'header', name: 'X-Team' }, { headers: { 'x-team': '' } })).toBe('')
  expect(valuesOf({ from: 'expression', text: '{cookie.cart}' }, {})).toBeNull()
})

test('text that has no end makes neither keys nor work without end', () => {
  const long = 'x'.repeat(1_000_000)
  expect(valuesOf({ from: 'user' }, { user: long })).toBe('x'.repeat(1_024))
  expect(countedPath(`/${long}`)).toHaveLength(1_024)
  expect(countedEmail(`${long}@example.com`)).toBeNull()
})

test('a key that cannot be used is refused with a code', () => {
  const refused: readonly [readonly KeyPart[], string][] = [
    [[], 'too-many-key-parts'],
    [Array.from({ length: 5 }, () => ({ from: 'user' })), 'too-many-key-parts'],
    [[{ from: 'header', name: 'a b' }], 'bad-name'],
    [[{ from: 'cookie', name: '' }], 'bad-name'],
    [[{ from: 'network', v6: 128 } as never], 'bad-width'],
    [[{ from: 'shoe size' } as never], 'unknown-key-part'],
    [[{ from: 'expression', text: 'always the same' }], 'bad-expression'],
    [[{ from: 'expression', text: '{path' }], 'bad-expression'],
    [[{ from: 'expression', text: '{constructor}' }], 'bad-expression'],
    [[{ from: 'expression', text: '' }], 'bad-expression'],
  ]
  for (const [parts, code] of refused) {
    let caught: unknown = null
    try {
      compileKey(parts)
    } catch (error) {
      caught = error
    }
    expect(caught, code).toBeInstanceOf(LimitFault)
    expect(caught).toMatchObject({ code, field: 'key' })
  }
})

test('two values for one name are counted by the network, whichever of them a server reads', () => {
  const cookie = (header: string): Partial<Facts> => ({ address: '192.0.2.7', cookies: countedCookies(header) })
  const header = (...values: readonly string[]): Partial<Facts> => ({
    address: '192.0.2.7',
    headers: countedHeaders({ host: 'a', 'x-key': values.join(', ') }, [
      'Host',
      'a',
      ...values.flatMap((value) => ['X-Key', value]),
    ]),
  })
  for (const read of [
    (facts: Partial<Facts>, name: 'cookie' | 'header') =>
      compileKey([{ from: name, name: name === 'cookie' ? 'id' : 'X-Key' }])(factsOf(facts))[0],
    (facts: Partial<Facts>, name: 'cookie' | 'header') =>
      compileKey([{ from: 'expression', text: name === 'cookie' ? '{cookie.id}' : '{header.x-key}' }])(
        factsOf(facts),
      )[0],
  ]) {
    const twice = read(cookie('id=mine; id=1'), 'cookie')
    for (const sent of ['id=mine; id=2', 'id=3; id=mine', 'id=4; other=1; id = mine; id=5', 'id=bollard:given-twice'])
      expect(read(cookie(sent), 'cookie'), sent).toBe(twice)
    expect(read({ ...cookie('id=mine; id=1'), address: '192.0.2.8' }, 'cookie')).not.toBe(twice)
    const single = read(cookie('id=mine'), 'cookie')
    expect(single).not.toBe(twice)
    // Some servers take away quotes and escapes.
    for (const sent of ['id="mine"', 'id=%6dine', 'id="%6Dine"', 'id=mine; id=mine'])
      expect(read(cookie(sent), 'cookie'), sent).toBe(single)
    const repeated = read(header('mine', '1'), 'header')
    for (const sent of [
      ['mine', '2'],
      ['3', 'mine'],
      ['mine', 'mine'],
      ['mine', 'mine', 'mine'],
    ])
      expect(read(header(...sent), 'header'), sent.join()).toBe(repeated)
    expect(read(header('mine'), 'header')).not.toBe(repeated)
  }
})
