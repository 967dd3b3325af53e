import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOfKey, createKeyNames, createSipHash } from './limit-key.ts'

test('texts have the SipHash-2-4 of 128 bits that OpenSSL computes of their code units', () => {
  // openssl mac -macopt size:16 -macopt hexkey:000102030405060708090a0b0c0d0e0f SIPHASH, of the text in UTF-16LE.
  const hash = createSipHash(Buffer.from(Array.from({ length: 16 }, (_, index) => index)))
  const known = [
    ['', 'a3817f04ba25a8e66df67214c7550293'],
    ['1', 'b24a0e55ce1e3b419a470bba56a13897'],
    ['1234', '0a84ada6a3029e1801b2abcd124a8af6'],
    ['{a}:é€😀, more than eight', '95d6f09731ee45defb1a511d7ad5a6ee'],
    ['12:192.0.2.7', '93a8c9bd351400c9cf1b053b80d36bd5'],
  ] as const
  for (const [text, hex] of known) expect(bytesOfKey(hash(text)).toString('hex'), text).toBe(hex)
})

test('no two lists of values have one name, whatever is in them, and no name tells its values', () => {
  const nameOf = createKeyNames(Buffer.from('secret'), 'a')
  const values = fc.array(fc.option(fc.string({ maxLength: 4 })), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(values, values, (one, other) => {
      const same = JSON.stringify(one) === JSON.stringify(other)
      expect(JSON.stringify(nameOf(one)) === JSON.stringify(nameOf(other))).toBe(same)
    }),
  )
  expect(nameOf([null])).not.toEqual(nameOf(['']))
  expect(nameOf(['1:b-'])).not.toEqual(nameOf(['', 'b', null]))
  expect(createKeyNames(Buffer.from('another'), 'a')(['x'])).not.toEqual(nameOf(['x']))
  expect(createKeyNames(Buffer.from('secret'), 'b')(['x'])).not.toEqual(nameOf(['x']))
})

test('names of addresses in a row differ in half of their bits, in every word', () => {
  const nameOf = createKeyNames(Buffer.from('secret'), 'a')
  const [total, changed] = [2_000, [0, 0, 0, 0]]
  for (let number = 0; number < total; number++) {
    const [one, next] = [number, number + 1].map((each) => nameOf([`10.0.${each >> 8}.${each & 255}`]))
    for (const word of [0, 1, 2, 3])
      changed[word] = (changed[word] ?? 0) + bitsOf((one?.[word] ?? 0) ^ (next?.[word] ?? 0))
  }
  for (const bits of changed) expect(Math.abs(bits / total / 32 - 0.5)).toBeLessThan(0.01)
})

function bitsOf(word: number): number {
  return (word >>> 0).toString(2).replaceAll('0', '').length
}
