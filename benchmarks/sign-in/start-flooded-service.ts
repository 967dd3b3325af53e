import { randomBytes } from 'node:crypto'
import { auditMigrations } from '@bollard/audit'
import { browserIdHeader } from '@bollard/contracts'
import { type Database, migrate } from '@bollard/database'
import { installProblems, serverOptions } from '@bollard/http'
import { createIdentityService } from '@bollard/identity-service'
import { createMailbox, mailMigrations } from '@bollard/mail'
import fastify from 'fastify'

export interface FloodedService {
  /** To which sign-ins are sent. */
  readonly url: string
  /** One person signs in from a network of their own: with a browser that is known, or with a captcha. */
  signIn(index: number, how: { isKnown: boolean }): Promise<{ ms: number; status: number }>
  stop(): Promise<void>
}

const password = 'quiet posts along the kerb'
const browserOf = (index: number) => `browser-of-person-${index.toString().padStart(4, '0')}`
const emailOf = (index: number) => `person-${index}@example.org`

/** The identity service on a port of its own with its usual limits and costs, and as many people who have signed in before. */
export async function startFloodedService(db: Database, people: number): Promise<FloodedService> {
  const identity = createIdentityService({
    db,
    enqueueMail: (tx, mail) => createMailbox(tx).send(mail),
    mailbox: null,
    mailboxKey: null,
    forwardingOf: () => 'none',
    captcha: { verify: async () => 'passed' },
    isBounced: async () => false,
    belongings: { list: async () => [], requireAll: async () => {}, leaveAll: async () => {}, forget: async () => {} },
    exportParts: async () => [],
    secondFactorFrom: async () => null,
    weeklyFigures: async () => [],
    secret: randomBytes(32).toString('hex'),
    clientIp: (request) => String(request.headers['x-measured-ip']),
    apiUrl: 'http://localhost',
    identityUrl: 'http://localhost',
    dashboardUrl: 'http://localhost',
    secure: false,
  })
  for (const migrations of [
    auditMigrations,
    mailMigrations,
    { schema: identity.schema, directory: identity.migrations },
  ])
    await migrate(db, migrations)
  const app = fastify(serverOptions())
  installProblems(app, { logger: { error: (_fields, message) => console.error(message) } })
  await app.register(identity.routes)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const send = (path: string, index: number, body: object, headers: Record<string, string> = {}) =>
    fetch(`${origin}/identity/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-measured-ip': `20.${index}.0.1`,
        [browserIdHeader]: browserOf(index),
        ...headers,
      },
      body: JSON.stringify(body),
    })

  const cookies: string[] = []
  for (let index = 0; index < people; index += 1) {
    const email = emailOf(index)
    const account = { email, password, givenName: 'Ada', language: 'en', acceptedTerms: true, captchaToken: 'solved' }
    await send('/accounts', index, account)
    await db.pool.query('update identity.users set email_verified = true where email = $1', [email])
    const answer = await send('/sessions', index, { email, password })
    if (answer.status !== 201) throw new Error(`The sign-in before the flood was answered ${answer.status}`)
    cookies.push(
      answer.headers
        .getSetCookie()
        .flatMap((cookie) => cookie.split(';', 1))
        .join('; '),
    )
  }
  await identity.drain()

  return {
    url: `${origin}/identity/v1/sessions`,
    async signIn(index, { isKnown }) {
      const began = performance.now()
      const answer = isKnown
        ? await send('/sessions', index, { email: emailOf(index), password }, { cookie: cookies[index] ?? '' })
        : await send('/sessions', index, { email: emailOf(index), password, captchaToken: 'solved' })
      await answer.arrayBuffer()
      const ms = performance.now() - began
      // As the browser keeps the new one.
      if (isKnown && answer.ok)
        cookies[index] = answer.headers
          .getSetCookie()
          .flatMap((cookie) => cookie.split(';', 1))
          .join('; ')
      return { ms, status: answer.status }
    },
    async stop() {
      app.server.closeAllConnections()
      await app.close()
      await identity.drain()
    },
  }
}
