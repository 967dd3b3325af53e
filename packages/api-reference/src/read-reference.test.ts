import { compatOperations, type Route, routeTables } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { describeApi } from './describe-api.ts'
import { readReference } from './read-reference.ts'
import { whoMayCall } from './who-may-call.ts'
import { limitInWords, writeOperation } from './write-operation.ts'

const reference = readReference(
  describeApi({ serverUrl: 'https://api.example', version: '1.2.3', docsUrl: 'https://docs.example' }),
)
const routes: readonly Route[] = routeTables.flatMap((table) => Object.values(table))
const operationOf = (id: string) => {
  const operation = reference.operations.get(id)
  if (operation === undefined) throw new Error(`No ${id}`)
  return operation
}

test('every operation of the contracts is in exactly one group', () => {
  const ids = [...routes, ...compatOperations].map(({ id }) => id)
  expect([...reference.operations.keys()].toSorted()).toEqual(ids.toSorted())
  const grouped = reference.groups.flatMap(({ areas }) => areas.flatMap(({ operations }) => operations))
  expect(grouped.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const groups = reference.groups.flatMap(({ service, areas }) => areas.map(({ title }) => `${service}: ${title}`))
  expect(new Set(groups).size).toBe(groups.length)
})

test('no two operations have the same title', () => {
  const titles = [...reference.operations.values()].map(({ title }) => title)
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
})

test('every problem that an operation lists has an example whose type leads to its page', () => {
  const codes = new Set(
    [...reference.operations.values()].flatMap(({ problems }) => problems.flatMap((one) => one.codes)),
  )
  expect([...codes].toSorted()).toEqual([...reference.problems.keys()].toSorted())
  for (const [code, { type, status }] of reference.problems) {
    expect(type).toBe(`https://docs.example/errors/${code}`)
    const listed = [...reference.operations.values()].flatMap(({ problems }) =>
      problems.filter((one) => one.codes.includes(code)).map((one) => one.status),
    )
    expect(new Set(listed), code).toEqual(new Set([status]))
  }
})

test('an operation tells who may call it, with what, and how often', () => {
  expect(whoMayCall(operationOf('createApiKey'))).toEqual([
    'People with a session.',
    'Admins only.',
    'Refused while the solution is read-only.',
    'Once a second factor is due, only people who have one may call.',
    'People need a proof of at most ten minutes ago.',
    'In a repeated answer `secretKey` is empty.',
    'The session is sent as its cookie.',
  ])
  expect(whoMayCall(operationOf('siteverify'))[0]).toBe('Your server, with the secret key.')
  expect(whoMayCall(operationOf('startVerification'))).toEqual(['Anybody, without a key or a session.'])
  expect(operationOf('createApiKey').access).toMatchObject({ audience: 'session', role: 'ADMIN', factor: true })
  expect(operationOf('tryChange').rateLimits.map((limit) => limitInWords(limit))).toEqual([
    '10 a minute for each solution',
    '30 a minute for each account',
    '200 in 10 seconds for each account: all calls together',
  ])
})

test('the example is the executed one', () => {
  const { example } = operationOf('listVerifications')
  expect(example).toMatchObject({
    params: { solutionId: expect.stringMatching(/^01900000-/u) },
    query: { environmentId: expect.any(String) },
    status: 200,
    mediaType: 'application/json',
    answer: { items: expect.any(Array) },
  })
  expect(operationOf('deleteRule').example).toMatchObject({ status: 204 })
})

test('a page as Markdown has every field, every problem and no text of the programs behind it', () => {
  for (const operation of reference.operations.values()) {
    const markdown = writeOperation(operation, reference.serverUrl)
    expect(markdown.startsWith(`# ${operation.title}\n`), operation.id).toBe(true)
    expect(markdown.match(/^# /gmu), operation.id).toHaveLength(1)
    for (const { codes } of operation.problems)
      for (const code of codes) expect(markdown).toContain(`[${code}](/errors/${code})`)
    for (const { name } of [...operation.parameters, ...(operation.body?.shape.fields ?? [])])
      expect(markdown, operation.id).toContain(`\`${name}\``)
    expect(markdown, operation.id).not.toMatch(/\[object |undefined|NaN|9007199254740991/u)
  }
})

test('the same document is read once', () => {
  const document = describeApi({ serverUrl: 'https://api.example', version: '1.2.3' })
  expect(readReference(document)).toBe(readReference(document))
})
