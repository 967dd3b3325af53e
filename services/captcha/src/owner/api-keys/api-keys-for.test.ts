import { captchaRoutes, problemSchema } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { startKeyRoutes } from '../../testing/start-key-routes.ts'

const it = await startKeyRoutes({ apiKeysFor: 'operators' })
afterAll(() => it.stop())
const { solutionId } = await it.makeSite()
const apiKey = captchaRoutes.createApiKey.response.schema
const create = (caller: string, scopes: readonly string[]) =>
  it.call('POST', `${solutionId}/api-keys`, caller, { name: 'Server', scopes })
const codeOf = (response: { json(): unknown }) => problemSchema.parse(response.json()).code

test('where API keys are for operators, an admin of the solution makes keys that verify and no others', async () => {
  expect((await create('ada', ['verify'])).statusCode).toBe(201)
  for (const scopes of [['statistics'], ['manage'], ['verify', 'statistics']]) {
    expect(codeOf(await create('ada', scopes)), scopes.join()).toBe('forbidden')
    expect(codeOf(await create('oscar', scopes)), scopes.join()).toBe('second-factor-needed')
    expect((await create('olga', scopes)).statusCode, scopes.join()).toBe(201)
  }
  expect(codeOf(await create('mia', ['manage'])), 'the role comes first').toBe('role-too-low')
})

test('such a key is rotated and changed by operators too, and revoked by every admin', async () => {
  const { id, version } = apiKey.parse((await create('olga', ['manage'])).json())
  const path = `${solutionId}/api-keys/${id}`
  const change = { name: 'Longer', networks: [], expiresAt: null, version }
  expect(codeOf(await it.call('PUT', path, 'ada', change))).toBe('forbidden')
  expect(codeOf(await it.call('POST', `${path}/rotations`, 'ada', { overlapHours: 1 }))).toBe('forbidden')
  expect((await it.call('PUT', path, 'olga', change)).statusCode).toBe(200)
  const replaced = await it.call('POST', `${path}/rotations`, 'olga', { overlapHours: 1 })
  const { id: next } = apiKey.parse(replaced.json())
  expect((await it.call('DELETE', `${solutionId}/api-keys/${next}`, 'ada')).statusCode).toBe(204)
})

test('a secret key of an environment stays every admin’s', async () => {
  const { id, version } = apiKey.parse((await create('ada', ['verify'])).json())
  const path = `${solutionId}/api-keys/${id}`
  const change = { name: 'Checkout', networks: [], expiresAt: null, version }
  expect((await it.call('PUT', path, 'ada', change)).statusCode).toBe(200)
  expect((await it.call('POST', `${path}/rotations`, 'ada', { overlapHours: 24 })).statusCode).toBe(201)
})
