import { type Operation, operations, propertiesOf, requiredOf, type Schema } from '../operations/operations.ts'

/** A tool as `tools/list` of the Model Context Protocol names it. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: Schema
  readonly annotations: {
    readonly title: string
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

/**
 * Operations that an assistant gets: those that read, and with `allowWrites` those that write. Left out are calls that take or tell a
 * secret, which a conversation would keep, and files and streams, which aren't answers to read. `services` narrows them, because an assistant
 * reads the description of every tool.
 */
export function offeredOperations(allowWrites: boolean, services: readonly string[] = []): Operation[] {
  return operations.filter(
    ({ service, secrets, answer, readOnly }) =>
      (services.length === 0 || services.includes(service)) &&
      secrets === undefined &&
      answer !== 'file' &&
      answer !== 'events' &&
      (readOnly === true || allowWrites),
  )
}

/** The parameters of path and query beside each other, and the body under `body`. */
export function toolOf(operation: Operation, fixed: Readonly<Record<string, string>>): Tool {
  const { id, summary, params, query, body, readOnly, destructive, method } = operation
  const names = Object.keys(propertiesOf(params))
  const required = [
    ...names.filter((name) => fixed[name] === undefined),
    ...requiredOf(query),
    ...(body && !body.optional ? ['body'] : []),
  ]
  return {
    name: id,
    title: titleOf(id),
    description: `${summary}${describeFixed(names, fixed)} ${whoMayCall(operation)}`,
    inputSchema: {
      type: 'object',
      properties: { ...propertiesOf(params), ...propertiesOf(query), ...(body ? { body: body.schema } : {}) },
      required,
      additionalProperties: false,
    },
    annotations: {
      title: titleOf(id),
      readOnlyHint: readOnly === true,
      destructiveHint: destructive === true,
      idempotentHint: readOnly === true || method === 'PUT' || method === 'DELETE',
      openWorldHint: false,
    },
  }
}

function titleOf(id: string): string {
  const words = id.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function describeFixed(names: readonly string[], fixed: Readonly<Record<string, string>>): string {
  return names.some((name) => fixed[name] !== undefined)
    ? ' Without solutionId it is about the captcha of the settings.'
    : ''
}

function whoMayCall({ operatorOnly, scope, role }: Operation): string {
  if (operatorOnly) return 'For administrators of the installation.'
  const people = role === undefined ? 'For everybody who is signed in' : `For members with the role ${role} or higher`
  return scope ? `${people}, and API keys with the scope ${scope}.` : `${people}.`
}
