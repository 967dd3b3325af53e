import { randomBytes } from 'node:crypto'
import { auditMigrations } from '@bollard/audit'
import { type Database, migrate } from '@bollard/database'
import { installProblems, serverOptions } from '@bollard/http'
import { createIdentityService } from '@bollard/identity-service'
import { createMailbox, mailMigrations } from '@bollard/mail'
import fastify from 'fastify'

export interface MeasuredService {
  addressOf(kind: 'known' | 'unknown', index: number): string
  /** Milliseconds until the whole answer is there, and its status and code. */
  signIn(email: string, password: string): Promise<{ ms: number; answer: string }>
  stop(): Promise<void>
}

const plenty = { limit: 1_000_000, seconds: 3600 }
const addressOf = (kind: 'known' | 'unknown', index: number) => `${kind}-${index}@example.org`

/** The identity service on a port of its own, with limits that nobody reaches and `accounts` confirmed accounts that differ in nothing but their address. */
export async function startService(db: Database, accounts: number): Promise<MeasuredService> {
  const identity = createIdentityService({
    db,
    enqueueMail: (tx, mail) => createMailbox(tx).send(mail),
    mailbox: null,
    mailboxKey: null,
    captcha: null,
    isBounced: async () => false,
    belongings: { list: async () => [], requireAll: async () => {}, leaveAll: async () => {}, forget: async () => {} },
    exportParts: async () => [],
    secondFactorFrom: async () => null,
    weeklyFigures: async () => [],
    secret: randomBytes(32).toString('hex'),
    clientIp: () => '192.0.2.1',
    forwardingOf: () => 'none',
    apiUrl: 'http://localhost',
    identityUrl: 'http://localhost',
    dashboardUrl: 'http://localhost',
    secure: false,
    rateLimits: { signInPerAccountAndIp: plenty, signInPerIp: plenty, signInPerAccount: plenty },
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
  const send = (path: string, body: object) =>
    fetch(`${origin}/identity/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  const first = {
    email: addressOf('known', 0),
    password: randomBytes(12).toString('base64url'),
    givenName: 'Ada',
    language: 'en',
    acceptedTerms: true,
  }
  const made = await send('/accounts', first)
  if (made.status !== 201) throw new Error(`The account was answered ${made.status}`)
  await identity.drain()
  await copyAccount(db, first.email, accounts)

  return {
    addressOf,
    async signIn(email, password) {
      const began = performance.now()
      const answer = await send('/sessions', { email, password })
      const body = (await answer.json()) as { code?: string }
      return { ms: performance.now() - began, answer: `${answer.status} ${body.code}` }
    },
    async stop() {
      await app.close()
      await identity.drain()
    },
  }
}

/** One hash serves all of them: making each by a sign-up would take longer than the measurement. */
async function copyAccount(db: Database, email: string, accounts: number): Promise<void> {
  await db.pool.query('update identity.users set email_verified = true where email = $1', [email])
  await db.pool.query(
    `insert into identity.users (id, email, given_name, email_verified, language, timezone, created_at, updated_at)
     select gen_random_uuid(), 'known-' || n || '@example.org', given_name, true, language, timezone, created_at, updated_at
     from identity.users cross join generate_series(1, $2::int) as n where email = $1`,
    [email, accounts - 1],
  )
  await db.pool.query(
    `insert into identity.accounts (id, user_id, account_id, provider_id, password_hash, created_at, updated_at)
     select gen_random_uuid(), others.id, others.id::text, a.provider_id, a.password_hash, a.created_at, a.updated_at
     from identity.users as others cross join identity.accounts as a join identity.users as first on first.id = a.user_id
     where first.email = $1 and others.email <> $1`,
    [email],
  )
  await db.pool.query('analyze identity.users')
}
