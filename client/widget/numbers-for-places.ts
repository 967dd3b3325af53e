import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const source = readFileSync(new URL('../../packages/proof-of-work/src/challenge.ts', import.meta.url), 'utf8')
const table = /export const layout = \{([^}]*)\}/u.exec(source)?.[1] ?? ''
const places = new Map([...table.matchAll(/(\w+): (\d+),/gu)].map(([, name = '', number = '']) => [name, number]))

/**
 * Puts the numbers themselves where the widget names places in a challenge, so that the table of all places, most of which only
 * the service reads, stays out of what visitors load.
 */
export function numbersForPlaces(): Plugin {
  return {
    name: 'numbers-for-places',
    enforce: 'post',
    transform: (code, id) =>
      /\/proof-of-work\/src\//u.test(id) ? { code: code.replaceAll(/\blayout\.(\w+)/gu, (named, name: string) => places.get(name) ?? named), map: null } : null,
  }
}
