import { type Route, routeTables } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { createApiClient } from './create-api-client.ts'

const routes: Route[] = routeTables.flatMap((table) => Object.values(table))
const requests: string[] = []
const client = createApiClient({
  baseUrl: 'http://localhost:1',
  fetch: async (input) => {
    requests.push(String(input))
    return Response.json({})
  },
})

/** Methods are called here as untyped JavaScript would call them. */
function callLoosely(id: string, input: unknown): Promise<unknown> {
  const method: unknown = Reflect.get(client, id)
  if (typeof method !== 'function') throw new Error(`The client has no method ${id}`)
  return Reflect.apply(method, client, [input])
}

const requiredOf = (route: Route) => [
  ...Object.keys(route.params?.shape ?? {}),
  ...(route.body && !route.body.optional ? [route.body.name] : []),
]
const cases = routes.flatMap((route) =>
  requiredOf(route).flatMap((name) => [null, undefined].map((value) => ({ route, id: route.id, name, value }))),
)

test('the client has one method per route and no other', () => {
  expect(Object.keys(client).toSorted()).toEqual(routes.map((route) => route.id).toSorted())
})

test.each(cases)('$id without $name ($value) fails before any request', async ({ route, name, value }) => {
  const complete = Object.fromEntries(requiredOf(route).map((other) => [other, other === route.body?.name ? {} : 'x']))
  requests.length = 0
  await expect(callLoosely(route.id, { ...complete, [name]: value })).rejects.toThrow(
    new Error(`Required parameter ${name} was null or undefined when calling ${route.id}`),
  )
  expect(requests).toEqual([])
})

test.each(routes.filter((route) => requiredOf(route).length > 0))(
  '$id without any argument names its first parameter',
  async (route) => {
    await expect(callLoosely(route.id, undefined)).rejects.toThrow(
      `Required parameter ${requiredOf(route)[0]} was null or undefined when calling ${route.id}`,
    )
  },
)

test.each(routes)('$id goes to its path with its method', async (route) => {
  requests.length = 0
  await callLoosely(
    route.id,
    Object.fromEntries(requiredOf(route).map((name) => [name, name === route.body?.name ? {} : 'a/b'])),
  ).catch(() => null)
  expect(requests).toEqual([`http://localhost:1${route.path.replaceAll(/\{\w+\}/gu, 'a%2Fb')}`])
})

test('a body that may be missing is sent where it is given, and else nothing is', async () => {
  const bodies: [string, unknown][] = []
  const listening = createApiClient({
    baseUrl: 'http://localhost:1',
    fetch: async (input, init) => {
      bodies.push(
        [new URL(String(input)).pathname, init?.body ?? null],
        ['content-type', new Headers(init?.headers).get('content-type')],
      )
      return new Response(null, { status: 204 })
    },
  })
  await listening.leaveSolutions({ userId: 'u1' })
  await listening.leaveSolutions({ userId: 'u1', leaveDto: { solutionIds: [] } })
  expect(bodies).toEqual([
    ['/solution/v1/solutions/members/u1/leave', null],
    ['content-type', null],
    ['/solution/v1/solutions/members/u1/leave', '{"solutionIds":[]}'],
    ['content-type', 'application/json'],
  ])
  expect(routes.filter(({ body }) => body?.optional).map(({ id }) => id)).toEqual([
    'rejectConversion',
    'unlockSolution',
    'leaveSolutions',
    'sendHeartbeat',
  ])
})

test('a path parameter cannot climb out of its path', async () => {
  requests.length = 0
  for (const solutionId of ['..', '.', ''])
    await expect(client.getSolution({ solutionId })).rejects.toThrow('cannot be part of an address')
  expect(requests).toEqual([])
})
