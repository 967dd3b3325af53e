import { describeApi } from '@bollard/api-reference'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'

const text = JSON.stringify(
  describeApi({
    serverUrl: 'https://api.operator.example',
    version: '1.2.3',
    contact: { name: 'Example Operator GmbH', email: 'api@operator.example' },
    docsUrl: 'https://docs.operator.example',
  }),
)

/** The recommended rules, and those that Spectral recommends beyond them; Spectral itself reads the description at night (0142). */
const recommended = createConfig({
  extends: ['recommended'],
  rules: {
    // There is no licence to point to.
    'info-license-strict': 'off',
    // The paths of solutions are fixed; ids are UUIDs, so no call fits two of them. A test below holds which they are.
    'no-ambiguous-paths': 'off',
    // Lists to choose from and signing out refuse nobody.
    'operation-4xx-response': 'off',
    'no-invalid-media-type-examples': 'error',
    'no-invalid-parameter-examples': 'error',
    'info-contact': 'error',
    'operation-tag-defined': 'error',
    'rule/info-description': { subject: { type: 'Info', property: 'description' }, assertions: { nonEmpty: true } },
  },
})

test('the description keeps the recommended rules of Redocly', { timeout: 60_000 }, async () => {
  expect(await breaks(text)).toEqual([])
})

const operation = {
  operationId: 'readOne',
  summary: 'Reads',
  tags: ['Ones'],
  responses: { 200: { description: 'It.' } },
}
const sound = {
  openapi: '3.1.0',
  info: {
    title: 'Ones',
    version: '1',
    description: 'Reads ones.',
    contact: { name: 'One' },
    license: { name: 'None' },
  },
  servers: [{ url: 'https://one.example' }],
  tags: [{ name: 'Ones', description: 'What there is.' }],
  security: [],
  paths: { '/ones': { get: operation } },
}
const { description: _, ...undescribed } = sound.info
const { contact: __, ...nobodys } = sound.info
const one = (changes: object, path = '/ones') => ({
  ...sound,
  paths: { [path]: { get: { ...operation, ...changes } } },
})
const answers = (schema: object) =>
  one({ responses: { 200: { description: 'It.', content: { 'application/json': { schema } } } } })
const query = { name: 'first', in: 'query', schema: { type: 'string' } }

test('a sound description keeps them, too', async () => {
  expect(await breaks(JSON.stringify(sound))).toEqual([])
})

/** A fault for each rule that Spectral recommends for this version of OpenAPI, but those about callbacks and webhooks: there are none. */
test.each<[string, string, object]>([
  ['operation-success-response', 'operation-2xx-response', one({ responses: { 404: { description: 'None.' } } })],
  [
    'operation-operationId-unique',
    'operation-operationId-unique',
    { ...sound, paths: { '/ones': { get: operation, post: operation } } },
  ],
  ['operation-parameters', 'operation-parameters-unique', one({ parameters: [query, query] })],
  ['operation-tag-defined', 'operation-tag-defined', one({ tags: ['Others'] })],
  ['operation-tags', 'operation-tag-defined', one({ tags: undefined })],
  ['path-params, not described', 'path-parameters-defined', one({}, '/ones/{id}')],
  [
    'path-params, not in the path',
    'path-parameters-defined',
    one({ parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] }),
  ],
  ['duplicated-entry-in-enum', 'no-duplicated-enum-values', answers({ type: 'string', enum: ['a', 'a'] })],
  ['info-contact', 'info-contact', { ...sound, info: nobodys }],
  ['info-description', 'rule/info-description', { ...sound, info: undescribed }],
  ['no-script-tags-in-markdown', 'no-unsafe-markdown', one({ description: '<script>read()</script>' })],
  ['openapi-tags-uniqueness', 'no-duplicated-tag-names', { ...sound, tags: [...sound.tags, ...sound.tags] }],
  ['operation-operationId', 'operation-operationId', one({ operationId: undefined })],
  ['operation-operationId-valid-in-url', 'operation-operationId-url-safe', one({ operationId: 'read one?' })],
  ['path-declarations-must-exist', 'path-declaration-must-exist', one({}, '/ones/{}')],
  ['path-keys-no-trailing-slash', 'no-path-trailing-slash', one({}, '/ones/')],
  ['path-not-include-query', 'path-not-include-query', one({}, '/ones?all')],
  ['typed-enum', 'no-enum-type-mismatch', answers({ type: 'string', enum: ['a', 1] })],
  ['oas3-api-servers', 'no-empty-servers', { ...sound, servers: [] }],
  [
    'oas3-examples-value-or-externalValue',
    'no-example-value-and-externalValue',
    one({
      parameters: [{ ...query, examples: { one: { value: 'a', externalValue: 'https://one.example/a' } } }],
    }),
  ],
  ['oas3-operation-security-defined', 'security-defined', one({ security: [{ nobody: [] }] })],
  ['oas3-server-trailing-slash', 'no-server-trailing-slash', { ...sound, servers: [{ url: 'https://one.example/' }] }],
  ['oas3-server-variables', 'no-undefined-server-variable', { ...sound, servers: [{ url: 'https://{at}.example' }] }],
  ['oas3-valid-schema-example', 'no-invalid-schema-examples', answers({ type: 'string', examples: [1] })],
  [
    'oas3-valid-media-example',
    'no-invalid-media-type-examples',
    one({
      responses: {
        200: { description: 'It.', content: { 'application/json': { schema: { type: 'string' }, example: 1 } } },
      },
    }),
  ],
  ['oas3-schema, a field too many', 'struct', one({ responds: {} })],
  ['oas3-schema, a field of another type', 'struct', one({ summary: 1 })],
  ['oas3-schema, a field too few', 'struct', one({ parameters: [{ in: 'query', schema: {} }] })],
  [
    'oas3-unused-component',
    'no-unused-components',
    { ...sound, components: { schemas: { None: { type: 'string' } } } },
  ],
  ['a reference to nothing', 'no-unresolved-refs', answers({ $ref: '#/components/schemas/None' })],
])('what Spectral calls %s is found by the rule %s', async (_spectral, rule, description) => {
  const found = await breaks(JSON.stringify(description))
  expect(found.map((finding) => finding.split(' ')[0])).toContain(rule)
})

test('every list says what it holds, and no text calls eval, for which Redocly has no rules', () => {
  const lists: { items?: unknown }[] = []
  JSON.parse(text, (_, value) => {
    if (value?.type === 'array') lists.push(value)
    return value
  })
  expect(lists.length).toBeGreaterThan(0)
  expect(lists.filter(({ items }) => items === undefined)).toEqual([])
  expect(text).not.toContain('eval(')
})

test('paths with two meanings are only those below /solution/v1/solutions that are fixed', async () => {
  const config = await createConfig({ rules: { 'no-ambiguous-paths': 'error' } })
  const findings = await lintFromString({ source: text, absoluteRef: '/openapi.json', config })
  expect(findings.length).toBeGreaterThan(0)
  const fixed = /`\/solution\/v1\/solutions\/(?:members\/\{userId\}|invoiceAddresses\/\{|payment-methods\/\{)/u
  expect(findings.map(({ message }) => message).filter((message) => !fixed.test(message))).toEqual([])
})

test('calls that nothing refuses are these', () => {
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { responses: object }>> }
  const unrefused = Object.values(paths).flatMap((methods) =>
    Object.values(methods).filter(({ responses }) => !Object.keys(responses).some((status) => status.startsWith('4'))),
  )
  expect(unrefused).toMatchObject([
    { operationId: 'deleteCurrentSession' },
    { operationId: 'endView' },
    { operationId: 'listTimezones' },
    { operationId: 'listLocales' },
    { operationId: 'listPlans' },
  ])
})

/** What breaks the rules in a description, as `rule place: message`. */
async function breaks(source: string): Promise<string[]> {
  const findings = await lintFromString({ source, absoluteRef: '/openapi.json', config: await recommended })
  return findings.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
}
