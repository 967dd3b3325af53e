import { readFile, writeFile } from 'node:fs/promises'
import type { Labelled } from './labelled.ts'
import { RefitFault } from './refit-fault.ts'

/**
 * Reads labelled verifications, one JSON object a line: `{"codes":["webdriver"],"label":"BOT","n":3}`; `n` is 1 when it is
 * missing. Throws a RefitFault that names the first line that is something else.
 */
export async function readLabelled(path: string): Promise<Labelled[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new RefitFault(`${path} cannot be read: ${error.message}`)
  })
  return text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, `${path}, line ${index + 1}`)]))
}

export async function writeLabelled(path: string, labelled: readonly Labelled[]): Promise<void> {
  await writeFile(path, labelled.map(({ codes, label, n }) => `${JSON.stringify({ codes, label, n })}\n`).join(''))
}

function parseLine(line: string, where: string): Labelled {
  const value = parseJson(line, where)
  if (typeof value !== 'object' || value === null) throw new RefitFault(`${where}: not an object`)
  const codes: unknown = 'codes' in value ? value.codes : undefined
  const label: unknown = 'label' in value ? value.label : undefined
  const n: unknown = 'n' in value ? value.n : 1
  if (!Array.isArray(codes) || !codes.every((code): code is string => typeof code === 'string'))
    throw new RefitFault(`${where}: "codes" is not a list of texts`)
  if (label !== 'PERSON' && label !== 'BOT') throw new RefitFault(`${where}: "label" is neither "PERSON" nor "BOT"`)
  if (typeof n !== 'number' || !Number.isInteger(n) || n < 1)
    throw new RefitFault(`${where}: "n" is not a whole number from 1`)
  return { codes, label, n }
}

function parseJson(line: string, where: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new RefitFault(`${where}: not JSON`)
  }
}
