import { readExamples } from '@bollard/api-reference'
import { readFileSync } from 'node:fs'
import { problemStatus, type Route, routeTables } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { exitCodes, exitOfStatus } from '../client/cli/src/fault.ts'
import { offeredOperations, toolOf } from '../client/cli/src/mcp/tools.ts'
import { checkSchema, schemaWords } from '../client/cli/src/operations/check-schema.ts'
import { commands, findCommand, operations, type Schema } from '../client/cli/src/operations/operations.ts'
import { flagsOf, generalFlags, shortcutsOf } from '../client/cli/src/operations/read-input.ts'
import { helpOf, listCommands, ownHelp } from '../client/cli/src/help-texts.ts'
import { ownCommands } from '../client/cli/src/run-bollard.ts'
import { version } from '../client/cli/src/version.ts'
import { operationsFile, operationsText } from './testing/client-tools/write-operations.ts'

const routes: readonly Route[] = routeTables.flatMap((table) => Object.values(table))
const again = 'Run "node_modules/.bin/node server/testing/client-tools/write-operations.ts".'

test('the command line knows the calls of the contracts as they are now', () => {
  expect(readFileSync(operationsFile, 'utf8') === operationsText(), again).toBe(true)
})

test('every call that a person or an API key can make is a command, and each is found by its words', () => {
  const callable = routes.filter(({ access }) => access.audience !== 'public').map(({ id }) => id)
  expect(commands.map(({ operation }) => operation.id).toSorted()).toEqual(callable.toSorted())
  const lost = commands.filter(({ group, verb, operation }) =>
    [[group, verb], [operation.service, group, verb], [operation.id]].some(
      (words) => findCommand(words)?.command.operation.id !== operation.id,
    ),
  )
  expect(lost.map(({ operation }) => operation.id)).toEqual([])
  expect(new Set(commands.map(({ group, verb }) => `${group} ${verb}`)).size).toBe(commands.length)
})

test('the words of the documentation mean what it says', () => {
  const idOf = (words: string) => findCommand(words.split(' '))?.command.operation.id
  expect(idOf('solutions list')).toBe('listSolutions')
  expect(idOf('captcha verifications')).toBe('listVerifications')
  expect(idOf('verifications count')).toBe('countVerifications')
  expect(idOf('solution-members update')).toBe('updateSolutionMember')
  expect(idOf('statistics')).toBe('getStatistics')
  expect(idOf('nonsense')).toBeUndefined()
})

test('no field of a call is hidden by a flag that every command has', () => {
  const hidden = operations.flatMap((operation) => {
    // --all follows pages, so a call without pages may have a field of that name.
    const general = generalFlags.filter((flag) => flag !== 'all' || operation.answer === 'page')
    return [...flagsOf(operation).keys()]
      .filter((flag) => [...general, ...shortcutsOf(operation)].includes(flag))
      .map((flag) => `${operation.id} --${flag}`)
  })
  expect(hidden).toEqual([])
})

test('path, query and body of a call never share a name', () => {
  const names = (schema: Schema | undefined) => Object.keys((schema?.['properties'] ?? {}) as object)
  const twice = operations.filter(({ params, query, body }) => {
    const all = [...names(params), ...names(query), ...names(body?.schema)]
    return new Set(all).size !== all.length
  })
  expect(twice.map(({ id }) => id)).toEqual([])
})

test('every command that is more than one call has a help, and hides no call', () => {
  expect(Object.keys(ownHelp).toSorted()).toEqual(Object.keys(ownCommands).toSorted())
  for (const [words, { flags }] of Object.entries(ownCommands)) {
    expect(ownHelp[words]).toContain(`bollard ${words}`)
    expect(flags.filter((flag) => flag !== 'host' && !`${ownHelp[words]}`.includes(`--${flag}`))).toEqual([])
    expect(findCommand(words.split(' '))?.used ?? 1).toBe(1)
  }
})

test('the version is that of the packages', () => {
  for (const folder of ['cli', 'create-bollard'])
    expect(JSON.parse(readFileSync(new URL(`../client/${folder}/package.json`, import.meta.url), 'utf8')).version).toBe(
      version,
    )
})

test('every help names its command, and the list names every command', () => {
  const list = listCommands()
  for (const command of commands) {
    expect(helpOf(command)).toContain(command.operation.summary)
    expect(list).toContain(command.group)
  }
})

test('the check of schemas knows every word of them, and takes the examples of every call', () => {
  const words = operations.flatMap(({ params, query, body }) => [params, query, body?.schema].flatMap(wordsIn))
  expect([...new Set(words)].filter((word) => !schemaWords.includes(word))).toEqual([])
  const examples = readExamples()
  const faults = operations.flatMap(({ id, params, query, body }) => {
    const { params: told = {}, query: asked = {}, body: sent } = examples[id] ?? {}
    return [
      ...checkSchema(params ?? {}, told),
      ...checkSchema(query ?? {}, typed(query, asked)),
      ...(body && sent !== undefined ? checkSchema(body.schema, sent) : []),
    ].map(({ pointer, code }) => `${id} ${pointer} ${code}`)
  })
  expect(faults).toEqual([])
})

test('an assistant gets every call that reads, except files, streams and what holds a secret', () => {
  const offered = new Set(offeredOperations(false).map(({ id }) => id))
  const left = operations.filter(({ id, method }) => method === 'GET' && !offered.has(id)).map(({ id }) => id)
  expect(left).toEqual([
    'downloadAccountExport',
    'downloadConversionExport',
    'downloadPersonExport',
    'exportSolution',
    'exportOrganization',
    'downloadInvoice',
    'downloadBookings',
    'downloadDatevBookings',
    'downloadPayoutDocument',
    'downloadPayoutRunFile',
    'downloadExport',
    'exportDirectly',
    'streamSite',
    // Counts as a retrieval.
    'getVerificationResult',
    'getHeartbeatAddress',
    'exportSubscribers',
    'getMonitoringConfiguration',
    'exportMonitoringFigures',
    // Waits for a newer one, as programs do.
    'fetchProtectionPolicy',
    'exportDecisions',
    'getJointReportFile',
  ])
  const writing = [...offered].filter((id) => operations.find((one) => one.id === id)?.method !== 'GET')
  expect(writing).toEqual([
    'listSolutionsByIds',
    'listOrganizationsByIds',
    'previewSolutionPlan',
    'previewAccountingCorrection',
    'tryRules',
    'tryChange',
    'tryLimiter',
    'tryProtectedForm',
  ])
})

test('no tool takes or tells a secret, even with --allow-writes', () => {
  const offered = new Set(offeredOperations(true).map(({ id }) => id))
  const secret = operations.filter(({ secrets }) => secrets !== undefined)
  expect(secret.map(({ id }) => id)).toEqual([
    'proveSession',
    'changePassword',
    'startTotp',
    'confirmTotp',
    'createRecoveryCodes',
    'addPasskey',
    'createSolution',
    'acceptInvitation',
    'createOrganizationInviteToken',
    'redeemInviteToken',
    'createWebhook',
    'rotateWebhookSecret',
    'createEnvironment',
    'createApiKey',
    'rotateApiKey',
    'createBypassKey',
    'createMonitoredService',
    'updateMonitoredService',
    'tryMonitoredService',
    'getHeartbeatAddress',
    'putHeartbeatAddress',
    'createMonitoringKey',
    'createProbe',
    'createChannel',
    'putChannel',
    'createStatusPage',
    'updateStatusPage',
  ])
  expect(secret.filter(({ id }) => offered.has(id))).toEqual([])
  const named = offeredOperations(true).filter((operation) =>
    /"(?:password|secretKey|recoveryCodes)"/u.test(JSON.stringify(toolOf(operation, {}))),
  )
  expect(named.map(({ id }) => id)).toEqual([])
})

test('tools that overwrite or delete say so', () => {
  const gentle = offeredOperations(true)
    .map((operation) => toolOf(operation, {}))
    .filter(({ annotations }) => !annotations.readOnlyHint && !annotations.destructiveHint)
  expect(gentle.every(({ name }) => !/^(?:delete|remove|revoke|archive|leave|lock|put|update|set)/u.test(name))).toBe(
    true,
  )
  expect(gentle.map(({ name }) => name)).toContain('createRule')
  expect(gentle.map(({ name }) => name)).not.toContain('createErasure')
})

test('every problem code has an exit code that says what kind it is', () => {
  const exits = Object.fromEntries(Object.entries(problemStatus).map(([code, status]) => [code, exitOfStatus(status)]))
  expect(exits).toMatchObject({
    'validation-failed': 'usage',
    unauthenticated: 'credentials',
    'scope-missing': 'forbidden',
    'not-found': 'not-found',
    'version-conflict': 'conflict',
    'rate-limited': 'limited',
    unavailable: 'unavailable',
  })
  expect(new Set(Object.values(exitCodes)).size).toBe(Object.keys(exitCodes).length)
})

function wordsIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(wordsIn)
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([word, inner]) => {
    if (word === 'properties') return [word, ...Object.values(inner as object).flatMap(wordsIn)]
    return ['default', 'const', 'enum', 'required'].includes(word) ? [word] : [word, ...wordsIn(inner)]
  })
}

/** Values of an address are text; the schema says which of them are numbers. */
function typed(schema: Schema | undefined, values: Readonly<Record<string, string>>): object {
  const properties = (schema?.['properties'] ?? {}) as Record<string, Schema>
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      ['integer', 'number'].includes(String(properties[name]?.['type'])) ? Number(value) : value,
    ]),
  )
}
