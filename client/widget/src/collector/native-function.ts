import type { Realm } from './check.ts'
import { owns } from './owns.ts'

/** Whether the getter of a property is the browser's own; undefined when there is no such getter. */
export function isNativeGetter(clean: Realm, owner: object, name: string): boolean | undefined {
  const getter = Object.getOwnPropertyDescriptor(owner, name)?.get
  return getter && isNative(clean, getter, name)
}

/**
 * Whether a function is the browser's own. Asked through an untouched realm, because whoever replaces
 * a function also teaches the page's own `toString` to lie about it; a proxy of a function loses its name.
 */
export function isNative(clean: Realm, candidate: object, name: string): boolean {
  const source: string = clean.Function.prototype.toString.call(candidate)
  return /\{\s*\[native code\]\s*\}$/u.test(source) && source.includes(name) && !owns(candidate, 'prototype')
}

/**
 * Whether something is a proxy. Nothing may have an heir of its own as its prototype, and the browser refuses the circle;
 * behind a proxy it does not see it. A tool may refuse in its place, but it has to try first, and the heir stops it from
 * finding the circle. What was taken is given back at once.
 */
export function isProxied(candidate: unknown): boolean {
  if (candidate === null || (typeof candidate !== 'function' && typeof candidate !== 'object')) return false
  const before = Reflect.getPrototypeOf(candidate)
  try {
    if (!Reflect.setPrototypeOf(candidate, Object.create(candidate, { nonexistentpropertytest: { value: 0 } })))
      return false
    Reflect.setPrototypeOf(candidate, before)
  } catch {
    // The browser itself says no without throwing anything.
  }
  return true
}
