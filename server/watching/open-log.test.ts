import Fastify from 'fastify'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { logRequests } from './log-requests.ts'
import { openLog, takeConsole } from './open-log.ts'

function start(level: 'warn' | 'info' = 'warn') {
  const lines: string[] = []
  const registry = new Registry()
  let now = 0
  const log = openLog({ LOG_LEVEL: level, ROLE: 'api' }, 'api', {
    registry,
    destination: { write: (line) => void lines.push(line) },
    now: () => now,
  })
  return {
    log,
    lines,
    registry,
    read: () => lines.map((line): Record<string, unknown> => JSON.parse(line)),
    wait: (ms: number) => void (now += ms),
  }
}

test('a line says when, how bad, where and about which request', () => {
  const { log, read } = start()
  const err = Object.assign(new Error('It broke'), { code: '23505', table: 'users' })
  log.error({ requestId: 'r-1', route: '/identity/v1/accounts', code: 'internal', durationMs: 3, err }, 'It failed')
  expect(read()).toEqual([
    {
      level: 'error',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
      process: 'api',
      role: 'api',
      requestId: 'r-1',
      route: '/identity/v1/accounts',
      code: 'internal',
      durationMs: 3,
      err: expect.objectContaining({ type: 'Error', message: 'It broke', code: '23505', table: 'users' }),
      message: 'It failed',
    },
  ])
})

test('what people typed, and what would let somebody in, is in no line', () => {
  const { log, lines } = start()
  const secrets = [
    'ada@example.org',
    'bsec_0123456789abcdefghij',
    'sk_live_0123456789',
    'swordfish',
    'pass-word-1',
    'eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl',
  ]
  const [email, key, stripe, password, other, jwt] = secrets
  const err = Object.assign(
    new Error(`duplicate ${email} with ${key}, ${stripe}, postgresql://bollard:${password}@db/x, token=${other}`),
    { detail: `Key (email)=(${email}) already exists.`, where: email, parameters: [email], cause: new Error(jwt) },
  )
  log.error({ err, email, password: other, nested: { recipient: email, said: `Bearer ${jwt}` } }, `No ${email} ${jwt}`)
  log.warn(`cookie: bollard.session_token=${other} of ${email}`)
  const text = lines.join('')
  for (const secret of secrets) expect(text, secret).not.toContain(secret)
  expect(text).toContain('[email]')
})

test('a fault that comes again and again is told ten times a minute, and then how often it was not', async () => {
  const { log, read, wait, registry } = start()
  for (let index = 0; index < 25; index += 1) log.error({ requestId: `r-${index}`, route: '/a' }, 'It failed')
  log.error({ route: '/b' }, 'It failed')
  expect(read()).toHaveLength(11)
  wait(60_000)
  log.error({ route: '/a' }, 'It failed')
  expect(read().at(-1)).toMatchObject({ route: '/a', untold: 15 })
  expect(await registry.metrics()).toContain('bollard_log_lines_total{level="error"} 27')
})

test('what a library tells the console is a line like all others', () => {
  const { log, read } = start()
  const { error, warn } = console
  onTestFinished(() => void Object.assign(console, { error, warn }))
  takeConsole(log)
  console.error('A page failed:', new Error('It broke'))
  console.warn('Careful')
  expect(read()).toMatchObject([
    { level: 'error', message: 'A page failed:', err: { message: 'It broke' } },
    { level: 'warn', message: 'Careful' },
  ])
})

test('requests are told at the level info alone, and without it nothing is hooked in', async () => {
  const { log, read } = start('info')
  const app = Fastify({ genReqId: () => 'r-1' })
  onTestFinished(() => app.close())
  logRequests(app, log)
  app.get('/people/:id', async () => 'ok')
  await app.inject('/people/ada?email=ada@example.org')
  expect(read()).toMatchObject([
    {
      level: 'info',
      requestId: 'r-1',
      method: 'GET',
      route: '/people/:id',
      status: 200,
      durationMs: expect.any(Number),
    },
  ])
  const hooks: unknown[] = []
  logRequests({ addHook: (...hook: unknown[]) => hooks.push(hook) } as never, start('warn').log)
  expect(hooks).toEqual([])
})
