import { inspect } from 'node:util'
import { auditMigrations } from '@bollard/audit'
import { browserIdHeader } from '@bollard/contracts'
import { createClientIp, createForwardingOf, installProblems, serverOptions } from '@bollard/http'
import { createMailbox, createOutbox, mailMigrations } from '@bollard/mail'
import { lendDatabase, type RolesDatabase, type TestDatabase } from '@bollard/testing'
import Fastify, { type InjectOptions } from 'fastify'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { createIdentityService, type IdentityServiceOptions } from '../create-identity-service.ts'
import type { PasswordCost } from '../secrets/password-hash.ts'

export const internalSecret = 'internal-secret-of-the-tests-0123456789'
export const mailboxKey = 'mailbox-key-of-the-tests-0123456789-abcdefghijk'
/** The browser that every call of a test comes from, unless its headers name another one. */
export const browserId = 'browser-of-the-tests-01'
export const ada = {
  email: 'ada@example.org',
  password: 'correct horse battery',
  givenName: 'Ada',
  language: 'en',
  acceptedTerms: true,
} as const

/** Hardly any work: what is tested is rarely what a hash costs, and a few hundred usual ones are a minute. */
const cheap: PasswordCost = { memory: 64, passes: 1, parallelism: 1 }

/** What other services answer where nobody has anything there. */
const noOtherServices = {
  isBounced: async () => false,
  belongings: { list: async () => [], requireAll: async () => {}, leaveAll: async () => {}, forget: async () => {} },
  exportParts: async () => [],
  secondFactorFrom: async () => null,
  weeklyFigures: async () => [],
}

const migrations = [
  auditMigrations,
  mailMigrations,
  { schema: 'identity', directory: new URL('../migrations/', import.meta.url) },
]

/**
 * One PostgreSQL for a test file; each call of what it answers starts a service on a database that no other has meanwhile, and `shared` answers
 * with one and the same for tests that are refused or only read.
 */
export function useTestServices(startServer: () => Promise<TestDatabase>) {
  let server: TestDatabase
  let shared: ReturnType<typeof startTestService> | undefined
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(async () => {
    await (await shared)?.stop()
    await server.stop()
  })
  const startOne = async (overrides: Partial<IdentityServiceOptions> = {}) =>
    startTestService(await lendDatabase(server, { migrations, max: 10 }), overrides)
  const start = async (overrides?: Partial<IdentityServiceOptions>) => {
    const service = await startOne(overrides)
    onTestFinished(service.stop)
    return service
  }
  return Object.assign(start, { shared: () => (shared ??= startOne()) })
}

export type TestService = Awaited<ReturnType<typeof startTestService>>

async function startTestService(db: RolesDatabase, overrides: Partial<IdentityServiceOptions>) {
  const mailbox = createMailbox(db, { readAttachment: async ({ kind, id }) => Buffer.from(`%PDF ${kind} ${id}`) })
  const outbox = createOutbox(db, mailbox)
  /** Runs as the real one, ahead by `offset`; `stand` stops it, for what has to happen within one moment. */
  const clock = {
    offset: 0,
    stopped: null as number | null,
    now: (): number => (clock.stopped ?? Date.now()) + clock.offset,
    stand: (): void => void (clock.stopped = Date.now()),
  }
  const logged: string[] = []
  const [apiDb, workerDb] = [db.as('bollard_api'), db.as('bollard_worker')]
  const service = createIdentityService({
    db: apiDb,
    workerDb,
    enqueueMail: (tx, mail) => outbox.enqueue(tx, mail),
    mailbox,
    mailboxKey,
    captcha: null,
    termsVersion: '2026-11',
    ...noOtherServices,
    secret: 'secret-of-the-tests-0123456789-abcdef',
    clientIp: createClientIp({ internalSecret, trustedProxies: [] }),
    forwardingOf: createForwardingOf({ internalSecret, trustedProxies: [] }),
    apiUrl: 'http://localhost:8090',
    identityUrl: 'http://localhost:8081',
    dashboardUrl: 'http://localhost:8082',
    secure: false,
    passwordCost: cheap,
    now: () => new Date(clock.now()),
    log: (message, error) => logged.push(`${message} ${String(error)}`),
    ...overrides,
  })
  const app = Fastify(serverOptions())
  installProblems(app, { logger: { error: (fields, message) => logged.push(`${message} ${inspect(fields)}`) } })
  await app.register(service.routes)
  const stop = async () => {
    await app.close()
    await service.drain()
    await db.close()
  }

  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options: { body?: unknown; headers?: Record<string, string>; ip?: string } = {},
  ) => {
    const request: InjectOptions = {
      method,
      url: `/identity/v1${path}`,
      headers: { host: 'localhost:8090', [browserIdHeader]: browserId, ...options.headers },
    }
    if (options.body !== undefined) request.payload = JSON.stringify(options.body)
    if (options.body !== undefined) request.headers = { 'content-type': 'application/json', ...request.headers }
    if (options.ip !== undefined) request.remoteAddress = options.ip
    return app.inject(request)
  }
  type Answer = Awaited<ReturnType<typeof call>>
  const cookieOf = (answer: Answer) =>
    answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  /** The newest mail of a kind to an address; its text is empty when there is none. */
  const mailTo = async (to: string, tag: string) => {
    const entry = (await mailbox.list()).find((mail) => mail.to === to && mail.tag === tag)
    const text = (entry && (await mailbox.get(entry.id)))?.text ?? ''
    return { text, token: /\?token=([\w.-]+)/u.exec(text)?.[1] ?? '', code: /\b\d{6}\b/u.exec(text)?.[0] ?? '' }
  }
  const tokenInMail = async (index = 0) => {
    const entry = (await mailbox.list())[index]
    const mail = entry && (await mailbox.get(entry.id))
    return /verify-email\?token=([\w-]+)/u.exec(mail?.text ?? '')?.[1] ?? ''
  }
  /** Signs up and confirms, and answers the session's `cookie` header. */
  const becomeUser = async (person: object = {}, headers: Record<string, string> = {}) => {
    await call('POST', '/accounts', { body: { ...ada, ...person } })
    const answer = await call('POST', '/email-verifications', { body: { token: await tokenInMail() }, headers })
    return cookieOf(answer)
  }
  return { app, db, apiDb, stop, service, mailbox, clock, logged, call, cookieOf, mailTo, tokenInMail, becomeUser }
}
