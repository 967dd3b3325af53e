import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Tables of places: of a challenge, most of which only the service reads, and of a prepared sub-puzzle. */
const tables = { layout: placesIn('challenge', 'layout'), prepared: placesIn('prepare', 'prepared') }
const named = new RegExp(`\\b(${Object.keys(tables).join('|')})\\.(\\w+)`, 'gu')

/** Puts the numbers themselves where the widget names places, so that the tables stay out of what visitors load. */
export function numbersForPlaces(): Plugin {
  return {
    name: 'numbers-for-places',
    enforce: 'post',
    transform: (code, id) =>
      /\/proof-of-work\/src\//u.test(id)
        ? {
            code: code.replaceAll(
              named,
              (whole, table: keyof typeof tables, name: string) => tables[table].get(name) ?? whole,
            ),
            map: null,
          }
        : null,
  }
}

function placesIn(module: string, table: string): ReadonlyMap<string, string> {
  const source = readFileSync(new URL(`../../packages/proof-of-work/src/${module}.ts`, import.meta.url), 'utf8')
  const body = new RegExp(`export const ${table} = \\{([^}]*)\\}`, 'u').exec(source)?.[1] ?? ''
  return new Map([...body.matchAll(/(\w+): (\d+),/gu)].map(([, name = '', number = '']) => [name, number]))
}
