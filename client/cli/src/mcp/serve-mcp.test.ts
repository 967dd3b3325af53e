import { afterEach, expect, test } from 'vitest'
import { json, problem, serveAnswers, type AnswerServer } from '../testing/serve-answers.ts'
import { openShell } from '../testing/test-terminal.ts'
import { linesOf } from './lines.ts'
import { createServer, serveMcp } from './serve-mcp.ts'

const solutionId = '01900000-0000-7000-8000-000000000001'
const secret = 'bsec_neverShown'
const servers: AnswerServer[] = []
afterEach(async () => void (await Promise.all(servers.splice(0).map((server) => server.stop()))))

/** A server of the protocol before a service that answers as told. */
async function start(answer: Parameters<typeof serveAnswers>[0], { allowWrites = false, env = {} } = {}) {
  const service = await serveAnswers(answer)
  servers.push(service)
  const { terminal } = openShell({ env: { BOLLARD_API_KEY: secret, ...env } })
  const server = createServer(terminal, service.url, { allowWrites })
  const request = (method: string, params?: object) =>
    server.hear(JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params ? { params } : {}) }))
  const call = async (name: string, given?: unknown) => {
    const { result, error } = (await request('tools/call', { name, arguments: given })) as Answer
    return { error, isError: result?.isError ?? false, text: result?.content[0]?.text ?? '' }
  }
  return { service, server, request, call }
}
interface Answer {
  readonly result?: { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] }
  readonly error?: { readonly code: number; readonly message: string }
}

const empty: Parameters<typeof serveAnswers>[0] = (response) => json(response, 200, { items: [], nextCursor: null })

test('a client greets, lists tools and calls one', async () => {
  const { request, call, service } = await start(empty)
  expect(
    await request('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: {} }),
  ).toMatchObject({
    jsonrpc: '2.0',
    id: 1,
    result: { protocolVersion: '2025-03-26', capabilities: { tools: {} }, serverInfo: { name: 'bollard' } },
  })
  expect(await request('initialize', { protocolVersion: '1999-01-01' })).toMatchObject({
    result: { protocolVersion: '2025-06-18' },
  })
  const { result } = (await request('tools/list')) as { result: { tools: { name: string; inputSchema: object }[] } }
  expect(result.tools.map(({ name }) => name)).toContain('listVerifications')
  expect(result.tools.map(({ name }) => name)).not.toContain('createRule')
  expect(result.tools.find(({ name }) => name === 'listVerifications')).toMatchObject({
    inputSchema: { type: 'object', required: ['solutionId'], additionalProperties: false },
    annotations: { readOnlyHint: true, destructiveHint: false },
  })
  expect(await call('listVerifications', { solutionId, limit: 5 })).toEqual({
    error: undefined,
    isError: false,
    text: '{"items":[],"nextCursor":null}',
  })
  expect(service.asked[0]?.path).toBe(`/captcha/v1/sites/${solutionId}/verifications?limit=5`)
  expect(service.asked[0]?.headers.authorization).toBe(`Bearer ${secret}`)
})

test('with --allow-writes the tools that change something are there, and say so', async () => {
  const { request, call, service } = await start((response) => response.writeHead(204).end(), { allowWrites: true })
  const { result } = (await request('tools/list')) as { result: { tools: { name: string }[] } }
  expect(result.tools.find(({ name }) => name === 'deleteRule')).toMatchObject({
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  })
  expect(await call('deleteRule', { solutionId, ruleId: solutionId })).toMatchObject({ isError: false, text: 'Done.' })
  expect(service.asked[0]?.method).toBe('DELETE')
})

test('arguments that the contracts refuse are refused by field, and never reach the service', async () => {
  const { call, service } = await start(empty, { allowWrites: true })
  const hostile: [string, unknown, string][] = [
    ['listVerifications', {}, '/solutionId'],
    ['listVerifications', { solutionId: '../../identity/v1/users/me' }, '/solutionId'],
    ['listVerifications', { solutionId, limit: '1; drop table' }, '/limit'],
    ['listVerifications', { solutionId, limit: 1e9 }, '/limit'],
    ['listVerifications', { solutionId, host: 'https://evil.example' }, '/host'],
    ['listVerifications', { solutionId, __proto__: null, constructor: 1 }, '/constructor'],
    ['createRule', { solutionId }, '/body'],
    [
      'createRule',
      { solutionId, body: { name: 'x'.repeat(81), priority: -1, conditions: [], action: {} } },
      '/body/name',
    ],
  ]
  for (const [name, given, pointer] of hostile) {
    const { isError, text } = await call(name, given)
    expect([name, isError]).toEqual([name, true])
    expect(JSON.parse(text).error).toMatchObject({
      code: 'validation-failed',
      fields: expect.arrayContaining([expect.objectContaining({ pointer })]),
    })
  }
  expect(service.asked).toEqual([])
})

test('messages that are none are answered by the code of JSON-RPC, and notifications by nothing', async () => {
  const { server, request, call } = await start(empty)
  const code = async (line: string) => ((await server.hear(line)) as Answer | null)?.error?.code
  expect(await code('{')).toBe(-32_700)
  expect(await code('[]')).toBe(-32_600)
  expect(await code('null')).toBe(-32_600)
  expect(await code('{"jsonrpc":"1.0","id":1,"method":"ping"}')).toBe(-32_600)
  expect(await code('{"jsonrpc":"2.0","id":{},"method":"ping"}')).toBe(-32_600)
  expect(await code('{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}')).toBe(-32_602)
  expect(await code('{"jsonrpc":"2.0","id":1,"method":"resources/list"}')).toBe(-32_601)
  expect(await server.hear('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toBeNull()
  expect(await server.hear('{"jsonrpc":"2.0","id":9,"result":{}}')).toBeNull()
  expect(await request('ping')).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  for (const name of ['deleteRule', 'createApiKey', 'streamSite', 'toString', '', null])
    expect((await call(name as string, { solutionId })).error?.code).toBe(-32_602)
  expect((await call('listRules', 'text')).error?.code).toBe(-32_602)
})

test('a refusal of the service is told with its code, and no secret is in any answer', async () => {
  const { call, request } = await start((response) => problem(response, 401, 'secret-key-invalid'))
  const { isError, text } = await call('listRules', { solutionId })
  expect(isError).toBe(true)
  expect(JSON.parse(text).error).toMatchObject({ code: 'secret-key-invalid' })
  expect(text + JSON.stringify(await request('tools/list'))).not.toContain(secret)
})

test('an answer is cut to what an assistant can take, of a list by whole items', async () => {
  const items = Array.from({ length: 100 }, (_, index) => ({ id: index, text: 'x'.repeat(2_000) }))
  const { call } = await start((response) => json(response, 200, { items, nextCursor: 'more' }))
  const { text } = await call('listRules', { solutionId })
  expect(text.length).toBeLessThan(65_000)
  expect(JSON.parse(text)).toMatchObject({ cut: expect.stringMatching(/^The first \d+ of 100 items/u) })
  const { call: callOne } = await start((response) => json(response, 200, { text: 'x'.repeat(100_000) }))
  expect((await callOne('getSiteSettings', { solutionId })).text).toMatch(/\(Cut: \d+ characters/u)
})

test('the captcha of the settings is meant where none is named', async () => {
  const { call, request, service } = await start(empty, { env: { BOLLARD_SOLUTION_ID: solutionId } })
  expect(await call('listRules', {})).toMatchObject({ isError: false })
  expect(service.asked[0]?.path).toContain(solutionId)
  const { result } = (await request('tools/list')) as { result: { tools: { name: string; inputSchema: object }[] } }
  expect(result.tools.find(({ name }) => name === 'listRules')?.inputSchema).toMatchObject({ required: [] })
})

test('lines come whole out of any pieces, and one without an end is skipped', async () => {
  const lines: (string | null)[] = []
  const bytes = Buffer.from('{"a":"ü"}\r\n\n')
  async function* pieces() {
    yield* [bytes.subarray(0, 7), bytes.subarray(7), 'x'.repeat(60), 'y'.repeat(60), 'z\nlast']
  }
  for await (const line of linesOf(pieces(), 100)) lines.push(line)
  expect(lines.map((line) => line?.trim() ?? null)).toEqual(['{"a":"ü"}', null, 'last'])
})

test('the server answers in order and ends with its input', async () => {
  const written: string[] = []
  const { terminal } = openShell({ write: (text) => void written.push(text) })
  async function* messages() {
    yield '{"jsonrpc":"2.0","id":"a","method":"ping"}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
    yield '{"jsonrpc":"2.0","id":"b","method":"ping"}\n'
  }
  await serveMcp({ ...terminal, messages: messages() }, 'http://127.0.0.1:9', {})
  expect(written.map((line) => JSON.parse(line).id)).toEqual(['a', 'b'])
})
