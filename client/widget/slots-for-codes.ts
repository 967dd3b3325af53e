import { permutationOf } from '@bollard/proof-of-work/server'
import { parseAst, type Plugin } from 'vite'
import { catalogue } from './src/collector/catalogue.ts'

const checkFiles = /\/src\/collector\/(?!.*\.test\.)[\w-]+\.ts$/u
const codes: readonly string[] = catalogue

/**
 * Puts the places of a layout where the source has the codes of checks as keys, so that `{ 'no-layout': look }` ships as
 * `{ 17: look }`. Fails the build when a check of the catalogue has no entry.
 */
export function slotsForCodes(layoutNumber: number): Plugin {
  const slots = permutationOf(layoutNumber)
  const done = new Set<string>()
  return {
    name: 'slots-for-codes',
    enforce: 'post',
    transform(source, id) {
      if (!checkFiles.test(id)) return null
      let changed = source
      // From the end to the start, so that the places of those before stay right.
      for (const { code, start, end } of entriesOf(source).toReversed()) {
        done.add(code)
        changed = `${changed.slice(0, start)}${slots[codes.indexOf(code)]}${changed.slice(end)}`
      }
      return { code: changed, map: null }
    },
    buildEnd() {
      const missing = codes.filter((code) => !done.has(code))
      if (done.size > 0 && missing.length > 0) throw new Error(`No entry for these checks: ${missing.join(', ')}`)
    },
  }
}

/** Codes that can be read out of a built file. Names without a hyphen are words of the browser as well, so they do not count. */
export function codesIn(built: string): string[] {
  return codes.filter((code) => code.includes('-') && new RegExp(`["'\`]${code}["'\`]`, 'u').test(built))
}

interface Entry {
  readonly code: string
  readonly start: number
  readonly end: number
}

/** Where the objects that a module exports as constants have a code as a key. */
function entriesOf(source: string): Entry[] {
  return parseAst(source).body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ init }) => {
      if (init?.type !== 'ObjectExpression') return []
      return init.properties.flatMap((property): Entry[] => {
        if (property.type !== 'Property' || property.computed || property.shorthand) return []
        const { key } = property
        const code = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : ''
        return codes.includes(code) ? [{ code, start: key.start, end: key.end }] : []
      })
    })
  })
}
