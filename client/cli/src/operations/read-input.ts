import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Fault } from '../fault.ts'
import type { Terminal } from '../terminal.ts'
import { checkSchema } from './check-schema.ts'
import { kebab, type Operation, propertiesOf, requiredOf, type Schema } from './operations.ts'
import { flagFault, flagOf, hasFlag, type Line } from './read-flags.ts'

/** What an operation is called with; values of parameters are as the schema has them. */
export interface OperationInput {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** Flags of every operation besides those of its own. */
export const generalFlags = ['host', 'json', 'all', 'yes', 'output', 'idempotency-key', 'help', 'data'] as const

/** Own flags of an operation by their name on the command line: `--own-host` where every command has `--host`. */
export function flagsOf(
  operation: Operation,
): Map<string, { place: 'params' | 'query' | 'body'; name: string; schema: Schema }> {
  const flags = new Map<string, { place: 'params' | 'query' | 'body'; name: string; schema: Schema }>()
  for (const [place, schema] of [
    ['body', operation.body?.schema],
    ['query', operation.query],
    ['params', operation.params],
  ] as const)
    for (const [name, inner] of Object.entries(propertiesOf(schema)))
      flags.set(hidden.has(kebab(name)) ? `own-${kebab(name)}` : kebab(name), { place, name, schema: inner })
  return flags
}
/** All but `--all`, which follows pages and is free where there are none. */
const hidden: ReadonlySet<string> = new Set(generalFlags.filter((flag) => flag !== 'all'))

/** Short ways to say what people ask for most, of operations with such a query. */
export function shortcutsOf(operation: Operation): string[] {
  const names = Object.keys(propertiesOf(operation.query))
  return [...(names.includes('from') ? ['since'] : []), ...(names.includes('outcome') ? ['bots'] : [])]
}

/**
 * Reads what the command line says for an operation: path parameters in their order or as flags, the rest as flags, the body as flags
 * or whole with `--data` (JSON, `@file`, or `-` for the standard input). Throws `Fault` naming each flag at fault.
 */
export async function readInput(terminal: Terminal, operation: Operation, line: Line): Promise<OperationInput> {
  const own = flagsOf(operation)
  const input = {
    params: {} as Record<string, unknown>,
    query: {} as Record<string, unknown>,
    body: {} as Record<string, unknown>,
  }
  const words = [...line.words]
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => name)
  const fixed = terminal.env['BOLLARD_SOLUTION_ID']
  // With fewer words than places, the first place may come from the environment.
  const isFixed = inPath.includes('solutionId') && fixed !== undefined && fixed !== '' && words.length < inPath.length
  for (const name of inPath) {
    if (line.flags.has(kebab(name))) continue
    const value = name === 'solutionId' && isFixed ? fixed : words.shift()
    if (value === undefined)
      throw new Fault('usage', 'parameter-missing', `${kebab(name)} is missing.`, {
        fields: [{ pointer: `--${kebab(name)}`, code: 'required' }],
        ...(name === 'solutionId'
          ? { advice: 'Name the solution with --solution-id, or in BOLLARD_SOLUTION_ID.' }
          : {}),
      })
    input.params[name] = value
  }
  const [extra] = words
  if (extra !== undefined) throw new Fault('usage', 'word-unexpected', `"${extra}" is one word too many.`)

  const shortcuts = shortcutsOf(operation)
  for (const flag of line.flags.keys()) {
    const known = own.get(flag)
    if (known) input[known.place][known.name] = valueOf(line, flag, known.schema)
    else if (![...generalFlags, ...shortcuts].includes(flag))
      throw flagFault(flag, 'flag-unknown', 'is unknown to this command')
  }
  if (shortcuts.includes('since') && line.flags.has('since'))
    input.query['from'] = new Date(terminal.now() - msOf(flagOf(line, 'since') ?? '')).toISOString()
  if (shortcuts.includes('bots') && hasFlag(line, 'bots')) input.query['outcome'] = 'REFUSED'

  const data = flagOf(line, 'data')
  if (data !== undefined && Object.keys(input.body).length > 0)
    throw flagFault('data', 'body-twice', 'and flags of single fields exclude each other')
  const hasBody =
    operation.body !== undefined &&
    !(operation.body.optional && data === undefined && Object.keys(input.body).length === 0)
  const body = !hasBody ? undefined : data === undefined ? input.body : await readData(terminal, data)
  checkInput(operation, { ...input, body })
  return { ...input, body }
}

/** Throws a `Fault` with every field that the contracts refuse. */
function checkInput(operation: Operation, { params, query, body }: OperationInput): void {
  const faults = [
    ...checkSchema(operation.params ?? {}, params, ''),
    // Numbers come as text in an address, and the service reads them.
    ...checkSchema(operation.query ?? {}, query, ''),
    ...(operation.body === undefined || body === undefined ? [] : checkSchema(operation.body.schema, body, '')),
  ]
  if (operation.body && !operation.body.optional && body === undefined) faults.push({ pointer: '', code: 'required' })
  if (faults.length > 0)
    throw new Fault('usage', 'validation-failed', `${operation.id} can't be called like this.`, { fields: faults })
}

function valueOf(line: Line, flag: string, schema: Schema): unknown {
  const values = line.flags.get(flag) ?? []
  const kinds = typesOf(schema)
  if (kinds.has('array')) {
    const texts = values.flatMap((value) => (value === true ? [] : value.startsWith('[') ? [value] : value.split(',')))
    const [only = ''] = texts
    return only.startsWith('[') ? parse(flag, only) : texts.map((text) => scalarOf(text.trim(), itemTypes(schema)))
  }
  if (kinds.has('boolean') && values.length === 1 && values[0] === true) return true
  return scalarOf(flagOf(line, flag) ?? '', kinds, flag)
}

function scalarOf(text: string, kinds: ReadonlySet<string>, flag = ''): unknown {
  if (kinds.has('null') && text === 'null') return null
  if (kinds.has('boolean') && /^(?:true|false)$/u.test(text)) return text === 'true'
  if ((kinds.has('integer') || kinds.has('number')) && /^-?\d+(?:\.\d+)?$/u.test(text)) return Number(text)
  return kinds.has('object') && /^[[{]/u.test(text) ? parse(flag, text) : text
}

/** Types that a value may have, those of alternatives included. */
export function typesOf(schema: Schema): Set<string> {
  const inner = [schema['anyOf'], schema['oneOf'], schema['allOf']].flatMap((list) =>
    Array.isArray(list) ? (list as Schema[]) : [],
  )
  const own = [schema['type']].flat().filter((type) => typeof type === 'string')
  const literal = schema['const'] === undefined ? [] : [typeof schema['const']]
  return new Set([...own, ...literal, ...inner.flatMap((one) => [...typesOf(one)])])
}

function itemTypes(schema: Schema): Set<string> {
  const items = schema['items'] ?? (schema['anyOf'] as Schema[] | undefined)?.find((one) => one['items'])?.['items']
  return typesOf((items ?? {}) as Schema)
}

async function readData(terminal: Terminal, data: string): Promise<unknown> {
  if (data === '-') return parse('data', await terminal.input())
  if (!data.startsWith('@')) return parse('data', data)
  const file = resolve(terminal.cwd, data.slice(1))
  return parse(
    'data',
    await readFile(file, 'utf8').catch(() => {
      throw new Fault('usage', 'file-unreadable', `${file} can't be read.`, {
        fields: [{ pointer: '--data', code: 'file-unreadable' }],
      })
    }),
  )
}

function parse(flag: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw flagFault(flag, 'malformed-json', 'is no JSON')
  }
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Of a time span such as `90s`, `15m`, `1h`, `7d`, `2w`. */
function msOf(span: string): number {
  const [, count = '', unit = ''] = /^(\d{1,5})([smhdw])$/u.exec(span) ?? []
  if (unit === '') throw flagFault('since', 'span-invalid', 'is a time span such as 15m, 1h or 7d')
  return Number(count) * (unitMs[unit] ?? 0)
}

/** Names of required body fields, for the help. */
export function isRequired(operation: Operation, place: 'params' | 'query' | 'body', name: string): boolean {
  const schema = place === 'body' ? operation.body?.schema : operation[place]
  return place === 'params' || requiredOf(schema).includes(name)
}
