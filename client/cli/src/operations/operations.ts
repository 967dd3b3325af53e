import { readFileSync } from 'node:fs'

/** JSON Schema, draft 2020-12, as the contracts give it. */
export type Schema = Readonly<Record<string, unknown>>

/** One call of the API, as it is written into `operations.json` from the contracts. */
export interface Operation {
  readonly id: string
  readonly service: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `{name}` placeholders. */
  readonly path: string
  readonly summary: string
  readonly audience: 'session' | 'secret-key'
  /** API keys with this scope may call as well as people. */
  readonly scope?: string
  readonly role?: string
  readonly operatorOnly?: true
  readonly proof?: true
  readonly repeatable?: true
  readonly readOnly?: true
  readonly destructive?: true
  readonly secrets?: readonly string[]
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: { readonly schema: Schema; readonly optional?: true }
  readonly answer: 'nothing' | 'json' | 'page' | 'events' | 'file'
  readonly columns?: readonly string[]
}

/** Every call that a person or an API key can make. */
export const operations: readonly Operation[] = JSON.parse(
  readFileSync(new URL('./operations.json', import.meta.url), 'utf8'),
)

/** Where an operation is found: `bollard <group> <verb>`, or with the service before it. */
export interface Command {
  readonly group: string
  readonly verb: string
  readonly operation: Operation
}

/**
 * `listSolutionMembers` is `solution-members list` and `updateSolutionMember` is `solution-members update`: the first word of the id
 * is the verb, the rest the group, in the plural where a list has that name.
 */
export const commands: readonly Command[] = nameCommands(operations)

function nameCommands(named: readonly Operation[]): Command[] {
  const plurals = new Set(named.flatMap(({ id }) => (id.startsWith('list') ? [wordsOf(id.slice(4)).join('-')] : [])))
  return named.map((operation) => {
    const [verb = '', ...rest] = wordsOf(operation.id)
    const noun = rest.join('-')
    const plural = pluralOf(noun)
    return { verb, group: noun === '' ? verb : plurals.has(plural) ? plural : noun, operation }
  })
}

/** The command that the words begin with, and how many of them name it. A group alone means its list, or its one command. */
export function findCommand(words: readonly string[]): { command: Command; used: number } | null {
  const services = new Set(operations.map(({ service }) => service))
  const [first = '', second] = words
  if (services.has(first) && second !== undefined) {
    const found = findCommand(words.slice(1))
    if (found?.command.operation.service === first) return { ...found, used: found.used + 1 }
  }
  const group = commands.filter((command) => command.group === first)
  const named = group.find(({ verb }) => verb === second)
  if (named) return { command: named, used: 2 }
  const [only] = group.length === 1 ? group : group.filter(({ verb }) => verb === 'list')
  if (only) return { command: only, used: 1 }
  const byId = commands.find(({ operation }) => operation.id === first)
  return byId ? { command: byId, used: 1 } : null
}

export function operationOf(id: string): Operation {
  const operation = operations.find((one) => one.id === id)
  if (!operation) throw new Error(`No operation "${id}"`)
  return operation
}

export function propertiesOf(schema: Schema | undefined): Readonly<Record<string, Schema>> {
  return (schema?.['properties'] ?? {}) as Readonly<Record<string, Schema>>
}

export function requiredOf(schema: Schema | undefined): readonly string[] {
  return (schema?.['required'] ?? []) as readonly string[]
}

/** `solutionId` as it is written on a command line: `solution-id`. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)
}

function wordsOf(id: string): string[] {
  return kebab(id.slice(0, 1).toLowerCase() + id.slice(1)).split('-')
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/u.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(?:s|x|ch|sh)$/u.test(noun) ? `${noun}es` : `${noun}s`
}
