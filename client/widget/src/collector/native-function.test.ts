import { expect, test } from 'vitest'
import { isProxied } from './native-function.ts'

function sizeGetter(): object {
  return Reflect.getOwnPropertyDescriptor(Map.prototype, 'size')?.get ?? {}
}

const candidates: readonly (readonly [name: string, make: () => unknown])[] = [
  ['a getter of the browser', sizeGetter],
  ['an object', () => new Map()],
  ['a frozen object', () => Object.freeze({})],
  ['a page’s own function', () => sizeGetter.bind(null)],
  ['an object without a prototype', (): object => Object.create(null)],
  ['nothing', () => undefined],
  ['a text', () => 'text'],
]

test.for(candidates)('%s is no proxy, and stays as it was', ([, make]) => {
  const candidate: unknown = make()
  const before =
    typeof candidate === 'object' || typeof candidate === 'function'
      ? Reflect.getPrototypeOf(Object(candidate))
      : undefined
  expect(isProxied(candidate)).toBe(false)
  if (before !== undefined) expect(Reflect.getPrototypeOf(Object(candidate))).toBe(before)
})

test('a proxy is found, and stays as it was', () => {
  for (const target of [sizeGetter(), {}]) {
    const proxy = new Proxy(target, { get: (of, name) => Reflect.get(of, name) })
    const before = Reflect.getPrototypeOf(target)
    expect(isProxied(proxy)).toBe(true)
    expect(Reflect.getPrototypeOf(target)).toBe(before)
  }
})

test('a proxy that refuses the circle is found by how it refuses', () => {
  const throwing = new Proxy(() => 1, {
    setPrototypeOf() {
      throw new TypeError('Cyclic __proto__ value')
    },
  })
  expect(isProxied(throwing)).toBe(true)
  const trying = new Proxy(() => 1, {
    setPrototypeOf(target, prototype) {
      const before = Reflect.getPrototypeOf(target)
      Object.setPrototypeOf(target, prototype)
      try {
        return Reflect.get(target, 'nonexistentpropertytest') !== undefined
      } catch {
        Object.setPrototypeOf(target, before)
        return false
      }
    },
  })
  expect(isProxied(trying)).toBe(true)
})
