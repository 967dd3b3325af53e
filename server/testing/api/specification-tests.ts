import { type ApiClient, ApiProblem, createApiClient } from '@bollard/api-client'
import { type Route, routeTables } from '@bollard/contracts'
import { describe, expect, test } from 'vitest'
import { type Operation, specifiedOperations } from './specified-operations.ts'
import type { World } from './world.ts'

const routes = new Map<string, Route>(routeTables.flatMap((table) => Object.entries(table)))

/** Any call of the client, for values that only this table knows. */
function callOf(client: ApiClient, { call }: Operation): (input: object) => Promise<unknown> {
  return client[call] as (input: object) => Promise<unknown>
}

/** §7 and §8 of the specification against the running services. */
export function specificationTests(world: () => World): void {
  describe('the specification', () => {
    test('has 36 operations, and the contracts have each under the same method and address', () => {
      expect(specifiedOperations).toHaveLength(36)
      const addresses = specifiedOperations.map(({ method, path }) => `${method} ${path}`)
      expect(new Set(addresses).size).toBe(36)
      expect(specifiedOperations.map(({ call }) => `${routes.get(call)?.method} ${routes.get(call)?.path}`)).toEqual(
        addresses,
      )
    })

    test.each(specifiedOperations.map((operation) => ({ operation, call: operation.call })))(
      '$call is answered as its contract says',
      async ({ operation }) => {
        const { people } = world()
        const input = await operation.input(world())
        const answer = await callOf(people[operation.as].client, operation)(input).catch((error: unknown) => error)
        const refusal = answer instanceof ApiProblem ? `${answer.code}: ${answer.problem.detail}` : null
        if (operation.refused) return expect(refusal).toContain(operation.refused)
        expect(refusal).toBeNull()
        const schema = routes.get(operation.call)?.response.schema
        if (schema === null) expect(answer).toBeNull()
        else expect(schema?.safeParse(answer).error?.issues).toBeUndefined()
      },
    )

    const missing = specifiedOperations.flatMap((operation) =>
      operation.required.flatMap((name) =>
        [null, undefined].map((value) => ({ operation, call: operation.call, name, value })),
      ),
    )
    test.each(missing)(
      '$call without $name ($value) throws before any request',
      async ({ operation, call, name, value }) => {
        let requests = 0
        const fetching: typeof fetch = async () => {
          requests += 1
          return Response.json({})
        }
        const client = createApiClient({ baseUrl: world().api.url, fetch: fetching })
        const whole = Object.fromEntries(
          [...operation.required, routes.get(call)?.body?.name ?? 'x'].map((parameter) => [parameter, 'something']),
        )
        const error = await callOf(client, operation)({ ...whole, [name]: value }).catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(Error)
        expect(error).toHaveProperty('message', `Required parameter ${name} was null or undefined when calling ${call}`)
        expect(requests).toBe(0)
        await callOf(client, operation)(whole)
        expect(requests).toBe(1)
      },
    )
  })
}
