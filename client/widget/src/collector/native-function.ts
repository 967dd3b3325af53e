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
