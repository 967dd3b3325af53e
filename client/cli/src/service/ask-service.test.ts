import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { type AnswerServer, json, problem, serveAnswers } from '../testing/serve-answers.ts'
import { openShell, type TestShell } from '../testing/test-terminal.ts'
import { readHost } from './read-host.ts'

const solutionId = '01900000-0000-7000-8000-000000000001'
const servers: AnswerServer[] = []
const shells: TestShell[] = []
afterEach(async () => {
  shells.splice(0).forEach((shell) => shell.remove())
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

async function against(answer: Parameters<typeof serveAnswers>[0], env: Record<string, string> = {}) {
  const server = await serveAnswers(answer)
  servers.push(server)
  const shell = openShell({ env: { BOLLARD_HOST: server.url, BOLLARD_API_KEY: 'bsec_key', ...env } })
  shells.push(shell)
  return { server, shell }
}

const page = { items: [], nextCursor: null }

test('Retry-After is respected in both of its forms, and a call is tried again only if that does no harm', async () => {
  const limited = await against((response, _asked, count) =>
    count === 1 ? problem(response, 429, 'rate-limited', { 'retry-after': '7' }) : json(response, 200, page),
  )
  expect(await limited.shell.run(['rules', 'list', solutionId])).toMatchObject({ code: 0, out: 'None.\n' })
  expect(limited.shell.waits).toEqual([7_000])

  const away = await against((response, _asked, count) =>
    count < 3
      ? problem(response, 503, 'unavailable', { 'retry-after': new Date(Date.now() + 3_000).toUTCString() })
      : json(response, 200, page),
  )
  expect(await away.shell.run(['rules', 'list', solutionId])).toMatchObject({ code: 0 })
  expect(away.shell.waits).toHaveLength(2)
  expect(away.shell.waits.every((ms) => ms >= 1_000 && ms <= 4_000)).toBe(true)

  const writing = await against((response) => problem(response, 503, 'unavailable', { 'retry-after': '1' }))
  const put = await writing.shell.run(['rules', 'order', solutionId, '--rule-ids', solutionId])
  expect(put).toMatchObject({ code: 8, err: expect.stringContaining('unavailable') })
  expect(writing.server.asked).toHaveLength(1)
})

test('a creation is repeated with one idempotency key, so that it has one effect', async () => {
  const { shell, server } = await against((response, _asked, count) =>
    count === 1
      ? problem(response, 503, 'unavailable', { 'retry-after': '1' })
      : json(response, 201, { id: solutionId }),
  )
  const rule = { name: 'A', priority: 1, conditions: [{ field: 'country', values: ['FR'] }], action: { type: 'FLAG' } }
  expect(await shell.run(['rules', 'create', solutionId, '--data', JSON.stringify(rule)])).toMatchObject({ code: 0 })
  const keys = server.asked.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/u)
  expect(keys[1]).toBe(keys[0])
})

test('a wait that is too long ends the command at once with the exit of a rate limit', async () => {
  const { shell } = await against((response) => problem(response, 429, 'quota-exceeded', { 'retry-after': '3600' }))
  expect(await shell.run(['rules', 'list', solutionId])).toMatchObject({
    code: 7,
    err: expect.stringContaining('quota-exceeded'),
  })
  expect(shell.waits).toEqual([])
})

test('no redirect is followed, so no key leaves for another host', async () => {
  const trap = await against((response) => json(response, 200, page))
  const { shell } = await against((response) => void response.writeHead(302, { location: trap.server.url }).end())
  const run = await shell.run(['rules', 'list', solutionId])
  expect(run).toMatchObject({ code: 8, err: expect.stringContaining('redirected') })
  expect(trap.server.asked).toEqual([])
})

test('answers that are huge, broken, foreign or none of JSON end with a code', async () => {
  const answers: [Parameters<typeof serveAnswers>[0], string][] = [
    [(response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{'), 'answer-invalid'],
    [(response) => json(response, 200, { items: 'many' }), 'answer-invalid'],
    [
      (response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
      'foreign-answer',
    ],
    [
      (response) => void response.writeHead(200, { 'content-length': '90' }).write('{', () => response.destroy()),
      'unreachable',
    ],
    [(response) => void response.destroy(), 'unreachable'],
    [(response) => void response.end(Buffer.alloc(33 * 2 ** 20, 32)), 'answer-too-large'],
  ]
  for (const [answer, code] of answers) {
    const { shell } = await against(answer)
    expect(await shell.run(['rules', 'list', solutionId, '--all'])).toMatchObject({
      code: 8,
      err: expect.stringContaining(code),
    })
  }
  const { shell } = await against((response) => json(response, 200, page))
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  expect(await shell.run(['rules', 'list', solutionId])).toMatchObject({
    code: 8,
    err: expect.stringContaining('timeout'),
  })
  vi.restoreAllMocks()
})

test('a service that repeats a cursor is left, instead of asked for ever', async () => {
  const { shell } = await against((response) => json(response, 200, { items: [{ id: 'a' }], nextCursor: 'same' }))
  expect(await shell.run(['verifications', 'list', solutionId, '--all'])).toMatchObject({
    code: 8,
    err: expect.stringContaining('cursor-repeated'),
  })
})

test('what visitors wrote moves no cursor and colours nothing in the terminal', async () => {
  const items = [{ verificationId: 'a', hostname: '\u001b[2Jshop\u202e.example\u0007', browser: 'Fire\nfox' }]
  const { shell } = await against((response) => json(response, 200, { items, nextCursor: null }))
  const { out } = await shell.run(['verifications', 'list', solutionId])
  expect(out).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u)
  expect(out).toContain('shop')
  expect(out).toContain('Fire fox')
})

test('an address in a path stays one part of it', async () => {
  const { shell, server } = await against((response) => json(response, 200, {}))
  expect(await shell.run(['rules', 'get', solutionId, '..'])).toMatchObject({ code: 2 })
  expect(await shell.run(['rules', 'get', solutionId, 'a/../../b'])).toMatchObject({ code: 2 })
  expect(server.asked).toEqual([])
})

test('a key with characters that no key has is sent nowhere', async () => {
  const { shell, server } = await against((response) => json(response, 200, page), {
    BOLLARD_API_KEY: 'bsec_\u00fc\r\nx: y',
  })
  expect(await shell.run(['rules', 'list', solutionId])).toMatchObject({
    code: 3,
    err: expect.stringContaining('api-key-invalid'),
  })
  expect(server.asked).toEqual([])
})

test('a file is saved for its owner alone, and never over another or through a link', async () => {
  const { shell } = await against(
    (response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b\n'),
  )
  const download = ['exports', 'download', solutionId, solutionId]
  expect(await shell.run(download)).toMatchObject({ code: 0, out: 'a,b\n' })
  expect(await shell.run([...download, '--output', 'log.csv'])).toMatchObject({ code: 0 })
  expect(await shell.run([...download, '--output', 'log.csv'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('file-exists'),
  })
  mkdirSync(join(shell.folder, 'other'))
  writeFileSync(join(shell.folder, 'other', 'kept'), 'kept')
  symlinkSync(join(shell.folder, 'other', 'kept'), join(shell.folder, 'link.csv'))
  expect(await shell.run([...download, '--output', 'link.csv'])).toMatchObject({ code: 2 })
})

test('keys go over https, or stay on this machine', () => {
  expect(readHost(' https://captcha.example.org/ ')).toBe('https://captcha.example.org')
  expect(readHost('https://captcha.example.org/bollard/')).toBe('https://captcha.example.org/bollard')
  for (const host of ['http://localhost:8090', 'http://127.0.0.1', 'http://[::1]:1']) expect(readHost(host)).toBe(host)
  for (const host of ['http://captcha.example.org', 'http://127.0.0.1.example.org', 'http://localhost.example.org'])
    expect(() => readHost(host)).toThrow(expect.objectContaining({ code: 'host-not-https' }))
  for (const host of [
    'captcha.example.org',
    'ftp://a.example',
    'https://a:b@c.example',
    'https://a.example/?x',
    'https://a.example/#x',
    "https://a.example/'+alert(1)+'",
  ])
    expect(() => readHost(host)).toThrow(expect.objectContaining({ code: 'host-invalid' }))
})
