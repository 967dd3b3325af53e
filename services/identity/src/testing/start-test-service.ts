import { inspect } from 'node:util'
import { auditMigrations } from '@bollard/audit'
import { browserIdHeader } from '@bollard/contracts'
import { type Database, openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { createClientIp, createForwardingOf, installProblems, serverOptions } from '@bollard/http'
import { createMailbox, createOutbox, mailMigrations } from '@bollard/mail'
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

interface DatabaseServer {
  createDatabase(...migrations: readonly { schema: string; directory: URL }[]): Promise<string>
  stop(): Promise<void>
}

/** As in `@bollard/testing`: crowds of a test wait in line for longer than production lets anybody wait. */
const patience = { statementTimeoutMs: 60_000, connectTimeoutMs: 60_000 } as const

const ownMigrations = { schema: 'identity', directory: new URL('../migrations/', import.meta.url) }

/**
 * One PostgreSQL for a test file; each call of what it answers starts a service on a database of its own, and `shared` answers
 * with one and the same for tests that are refused or only read. The server comes in from the test, because only tests may
 * import `@bollard/testing`.
 */
export function useTestServices(startServer: () => Promise<DatabaseServer>) {
  let server: DatabaseServer
  let shared: ReturnType<typeof startTestService> | undefined
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(async () => {
    await (await shared)?.stop()
    await server.stop()
  })
  const startOne = async (overrides: Partial<IdentityServiceOptions> = {}) =>
    startTestService(await server.createDatabase(auditMigrations, mailMigrations, ownMigrations), overrides)
  const start = async (overrides?: Partial<IdentityServiceOptions>) => {
    const service = await startOne(overrides)
    onTestFinished(service.stop)
    return service
  }
  return Object.assign(start, { shared: () => (shared ??= startOne()) })
}

export type TestService = Awaited<ReturnType<typeof startTestService>>

async function startTestService(connectionString: string, overrides: Partial<IdentityServiceOptions>) {
  const db = openDatabase({ connectionString, ...patience })
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
  const addresses = addressesOfRoles(connectionString, 'as whom it signs in, the server does not check')
  const [apiDb, workerDb] = [addresses.bollard_api, addresses.bollard_worker].map((address) =>
    openDatabase({ connectionString: address, max: 5, ...patience }),
  ) as [Database, Database]
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
    await Promise.all([db, apiDb, workerDb].map((one) => one.close()))
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
