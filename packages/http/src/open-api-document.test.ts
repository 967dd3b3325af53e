import {
  captchaRoutes,
  identityRoutes,
  problemSchema,
  problemStatus,
  type ProblemCode,
  type Rule,
  solutionRoutes,
} from '@bollard/contracts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { problemsOf } from './describe-operation.ts'
import { openApiDocument } from './open-api-document.ts'

const tables = [identityRoutes, solutionRoutes, captchaRoutes]
const routes = tables.flatMap((table) => Object.values(table))
const document = openApiDocument(tables, { serverUrl: 'http://localhost:8090', version: '1.2.3' })

const reference = z.object({ $ref: z.string() })
const content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }))
const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean(),
      schema: z.record(z.string(), z.unknown()),
    }),
  ),
  requestBody: z.object({ required: z.boolean(), content }).optional(),
  responses: z.record(
    z.string().regex(/^[2-5]\d\d$/u),
    z.object({ description: z.string().min(1), content: content.optional() }),
  ),
})

const operationOf = (route: (typeof routes)[number]) =>
  operationSchema.parse(document.paths[route.path]?.[route.method.toLowerCase()])

test('every route of the contracts is described once, with its parameters, body and security', () => {
  expect(Object.values(document.paths).flatMap((path) => Object.keys(path)).length).toBe(routes.length)
  for (const route of routes) {
    const operation = operationOf(route)
    expect(operation.operationId).toBe(route.id)
    const inPath = operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .map((parameter) => parameter.name)
    expect(inPath).toEqual([...route.path.matchAll(/\{(\w+)\}/gu)].map((match) => match[1]))
    expect(operation.requestBody?.required).toBe('body' in route ? !('optional' in route.body) : undefined)
    const { audience, scope } = route.access as Rule
    expect(operation.security.length).toBe(audience === 'public' ? 0 : scope === undefined ? 1 : 2)
    for (const name of operation.security.flatMap((entry) => Object.keys(entry)))
      expect(document.components.securitySchemes).toHaveProperty(name)
  }
})

test('who may call is told by the rule of a route', () => {
  expect(operationOf(captchaRoutes.createApiKey).description).toBe(
    'Admins only. Refused while the solution is read-only. Once a second factor is due, only people who have one may call. People need a proof of at most ten minutes ago. In a repeated answer `secretKey` is empty.',
  )
  expect(operationOf(captchaRoutes.getSite).description).toBe(
    'Every member, and administrators of the installation. API keys with the scope `statistics` may call as well.',
  )
  expect(operationOf(solutionRoutes.getSolution).description).toBe(
    'Every member, and administrators of the installation.',
  )
  expect(operationOf(solutionRoutes.listLatestSolutions).description).toBe('Administrators of the installation only.')
  expect(operationOf(solutionRoutes.createSolution).description).toBe(
    'Everybody who is signed in. Needs a confirmed e-mail address. In a repeated answer `secretKey` is empty.',
  )
  expect(operationOf(identityRoutes.createAccount).description).toBeUndefined()
  for (const route of routes) {
    const headers = operationOf(route).parameters.filter((parameter) => parameter.in === 'header')
    expect(
      headers.map(({ name }) => name),
      route.id,
    ).toEqual('repeatable' in route ? ['Idempotency-Key'] : [])
  }
})

test('every problem of a route is listed under its status', () => {
  for (const route of routes) {
    const operation = operationOf(route)
    const listed = new Set<ProblemCode>([...route.problems, ...problemsOf(route)])
    if (route.access.audience === 'session') expect(listed, route.id).toContain('unauthenticated')
    for (const code of listed)
      expect(JSON.stringify(operation.responses[problemStatus[code]]), `${route.id} ${code}`).toContain(`"${code}"`)
  }
})

test('every problem has an example with the address of its page', () => {
  const { 'x-problems': problems } = openApiDocument(tables, {
    serverUrl: 'http://localhost:8090',
    version: '1.2.3',
    docsUrl: 'https://docs.example/',
  })
  const listed = new Set(routes.flatMap((route) => problemsOf(route)))
  expect(Object.keys(problems)).toEqual([...listed].toSorted())
  for (const code of listed) {
    expect(problemSchema.parse(problems[code])).toMatchObject({
      type: `https://docs.example/errors/${code}`,
      code,
      status: problemStatus[code],
    })
  }
  expect(problems['rate-limited']).toMatchObject({ retryAfterSeconds: 12 })
  expect(document['x-problems']['not-found']).toMatchObject({ type: 'urn:bollard:problem:not-found' })
})

test('a call tells the rule it is guarded by, and what limits it', () => {
  const limit = { name: 'captcha.tryChange', limit: 10, seconds: 60, per: 'solution', counted: 'process' } as const
  const { paths } = openApiDocument([captchaRoutes], {
    serverUrl: 'http://localhost:8090',
    version: '1.2.3',
    rateLimits: { tryChange: [limit] },
  })
  const { path, access } = captchaRoutes.tryChange
  const { counted: _store, ...told } = limit
  expect(paths[path]?.['post']).toMatchObject({ 'x-access': access, 'x-rate-limits': [told] })
  expect(paths[captchaRoutes.getSite.path]?.['get']).not.toHaveProperty('x-rate-limits')
})

test('every reference leads somewhere, and the document survives JSON', () => {
  const text = JSON.stringify(document)
  expect(JSON.parse(text)).toEqual(document)
  const found: string[] = []
  JSON.parse(text, (_key, value: unknown) => {
    const parsed = reference.safeParse(value)
    if (parsed.success) found.push(parsed.data.$ref)
    return value
  })
  expect(found.length).toBeGreaterThan(20)
  for (const target of new Set(found)) {
    expect(target.startsWith('#/components/schemas/')).toBe(true)
    expect(document.components.schemas).toHaveProperty(target.split('/').at(-1) ?? '')
  }
})

test('what calls answer and take has a name, and no name stands for two schemas', () => {
  for (const route of routes) {
    const { requestBody, responses } = operationOf(route)
    const answered = 'mediaTypes' in route.response ? undefined : responses[route.response.status]?.content
    const bodies = [requestBody?.content, answered].flatMap((types) => Object.entries(types ?? {}))
    for (const [mediaType, { schema }] of bodies)
      expect(Object.keys(schema), `${route.id} ${mediaType}`).toEqual(['$ref'])
    if (requestBody && 'body' in route)
      expect(requestBody.content['application/json']?.schema).toEqual({
        $ref: `#/components/schemas/${route.body.name}`,
      })
  }
  // Generated clients write names with a capital.
  const names = Object.keys(document.components.schemas).map((name) => name.toLowerCase())
  expect(new Set(names).size).toBe(names.length)
})

test('patterns mean the same with and without the Unicode flag', () => {
  const patterns: string[] = []
  JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') patterns.push(value)
    return value
  })
  expect(patterns.filter((pattern) => pattern.includes('\\u0000-\\u001f')).length).toBeGreaterThan(20)
  expect(patterns.filter((pattern) => /\\p\{|\\u\{/u.test(pattern))).toEqual([])
  for (const pattern of new Set(patterns)) expect(() => [new RegExp(pattern, 'u'), new RegExp(pattern)]).not.toThrow()
  const name = new RegExp(patterns.find((pattern) => pattern.startsWith('^[^\\u0000')) ?? '')
  expect(['Ada Löve 🦊', 'two\nlines', 'turned \u202e round'].map((text) => name.test(text))).toEqual([
    true,
    false,
    false,
  ])
})

test('an example stands at the parameters, the body and the answer that it is of', () => {
  const example = {
    params: { solutionId: '01900000-0000-7000-8000-000000000001' },
    query: { limit: '5' },
    status: 200,
    mediaType: 'application/json',
    answer: { items: [] },
  }
  const { paths } = openApiDocument([captchaRoutes], {
    serverUrl: 'http://localhost:8090',
    version: '1.2.3',
    examples: { listVerifications: example, createRule: { ...example, body: { name: 'No bots' }, status: 403 } },
  })
  const { path, method } = captchaRoutes.listVerifications
  const listed = paths[path]?.[method.toLowerCase()] as ReturnType<typeof operationOf>
  expect(listed.parameters.find(({ name }) => name === 'limit')).toMatchObject({ example: 5 })
  expect(listed.parameters.find(({ name }) => name === 'solutionId')).toMatchObject({
    example: example.params.solutionId,
  })
  expect(listed.responses['200']?.content?.['application/json']).toMatchObject({ example: { items: [] } })
  const created = paths[captchaRoutes.createRule.path]?.['post'] as ReturnType<typeof operationOf>
  expect(created.requestBody?.content['application/json']).toMatchObject({ example: { name: 'No bots' } })
  // Problems are no JSON of another kind.
  expect(JSON.stringify(created.responses)).not.toContain('"example"')
})

test('a body that may leave out what an answer always has, has a schema of its own', () => {
  const { schemas } = document.components
  const twins = Object.keys(schemas).filter((name) => name.endsWith('Input'))
  for (const name of twins) expect(schemas[name]).not.toEqual(schemas[name.replace(/Input$/u, '')])
  expect(schemas['Verification']).toMatchObject({ type: 'object' })
})
