import { expect, test } from 'vitest'
import { z } from 'zod'
import { entityKindOf } from './route.ts'
import { problemStatus } from './problem.ts'
import { routeTables } from './route-tables.ts'

const routes = routeTables.flatMap((table) => Object.entries(table).map(([key, route]) => ({ key, route })))

test('placeholders of a path and names of its params are the same', () => {
  for (const { route } of routes) {
    const placeholders = [...route.path.matchAll(/\{(\w+)\}/gu)].map((match) => match[1])
    expect(placeholders, route.id).toEqual(Object.keys(route.params?.shape ?? {}))
  }
})

test('a route is listed under its id, and ids, body names and addresses are unique', () => {
  for (const { key, route } of routes) expect(key).toBe(route.id)
  const bodies = routes.flatMap(({ route }) => (route.body ? [route.body.name] : []))
  for (const names of [
    routes.map(({ route }) => route.id),
    bodies,
    routes.map(({ route }) => `${route.method} ${route.path}`),
  ]) {
    expect(new Set(names).size).toBe(names.length)
  }
})

test('path parameters, query parameters and the body never share a name, since the client takes them in one object', () => {
  for (const { route } of routes) {
    const names = [
      ...Object.keys(route.params?.shape ?? {}),
      ...Object.keys(route.query?.shape ?? {}),
      ...(route.body ? [route.body.name] : []),
    ]
    expect(new Set(names).size, route.id).toBe(names.length)
  }
})

test('every path starts with its service and version', () => {
  for (const { route } of routes)
    expect(route.path).toMatch(
      /^\/(identity|solution|captcha|monitoring|protection|contact|telemetry|operations)\/v1\//u,
    )
})

test('every problem has a status', () => {
  for (const { route } of routes)
    for (const code of route.problems) expect(problemStatus, route.id).toHaveProperty(code)
})

test('a version is no greater than what the database holds, so that a greater one is refused and no fault of ours', () => {
  const versioned = routes.flatMap(({ route }) => {
    const schema = route.body?.schema
    return schema instanceof z.ZodObject && schema.shape['version'] instanceof z.ZodNumber
      ? [{ id: route.id, version: schema.shape['version'] }]
      : []
  })
  expect(versioned.length).toBeGreaterThan(10)
  for (const { id, version } of versioned)
    expect([version.safeParse(2_147_483_647).success, version.safeParse(2_147_483_648).success], id).toEqual([
      true,
      false,
    ])
})

test('reading calls carry no body, and an answer without a body is 204', () => {
  for (const { route } of routes) {
    if (route.method === 'GET') expect(route.body, route.id).toBeUndefined()
    expect(route.response.schema === null, route.id).toBe(route.response.status === 204)
  }
})

test('a rule that needs a role says so of every path that names an entity, and what only a row names is listed here', () => {
  const ofEntities = routes.filter(({ route }) => entityKindOf(route) !== null && route.access.audience === 'session')
  expect(ofEntities.length).toBeGreaterThan(100)
  for (const { route } of ofEntities)
    expect(route.access.role !== undefined || route.access.operator === 'only', route.id).toBe(true)
  // The service asserts these once it has read whose they are.
  const byRow = routes.filter(({ route }) => route.access.role !== undefined && entityKindOf(route) === null)
  expect(byRow.map(({ key }) => key).toSorted()).toEqual([
    'downloadInvoice',
    'getInvoice',
    'resendInvitation',
    'revokeInvitation',
    'startPaymentConfirmation',
  ])
})

test('only calls that create are repeatable, and their secrets are fields of the answer', () => {
  for (const { route } of routes) {
    if (route.repeatable === undefined) continue
    expect([route.method, route.access.audience], route.id).toEqual(['POST', 'session'])
    expect(route.problems, route.id).toContain('idempotency-mismatch')
    const answer = JSON.stringify(z.toJSONSchema(route.response.schema ?? z.null(), { io: 'output' }))
    for (const secret of route.repeatable.secrets ?? []) expect(answer, route.id).toContain(`"${secret}"`)
  }
})
