import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@bollard/database'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { Kysely, PostgresDialect } from 'kysely'
import { passwordLength } from '@bollard/contracts'
import { hashPassword, verifyPassword } from './password-hash.ts'

export interface AuthDeps {
  readonly db: Database
  readonly secret: string
  readonly apiUrl: string
  readonly log: (message: string, error?: unknown) => void
}

/**
 * The account engine: it writes users and their passwords. Only its server API is used; none of its HTTP routes is mounted.
 * Sessions are our own (`src/session`), as they are kept as hashes, opened in transactions and given new tokens.
 */
export async function createAuth(deps: AuthDeps) {
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: deps.db.pool }) })
  return betterAuth({ ...authOptions(deps), database: { db: kysely, type: 'postgres', schemaName: 'identity', transaction: true } })
}

export type Auth = Awaited<ReturnType<typeof createAuth>>

/** Exported for the test that holds our migrations to the tables better-auth expects. */
export function authOptions(deps: AuthDeps) {
  return {
    appName: 'Bollard',
    baseURL: deps.apiUrl,
    secret: deps.secret,
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...details) => deps.log(message, details[0]) },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: {
      modelName: 'users',
      fields: { name: 'given_name', emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        language: { type: 'string', required: true },
        isAdmin: { type: 'boolean', required: true, input: false, defaultValue: false, fieldName: 'is_admin' },
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        token: 'token_hash',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        password: 'password_hash',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' } },
    // Our own limits count in PostgreSQL and know the proxies; these here guard HTTP routes that do not exist.
    rateLimit: { enabled: false },
    advanced: {
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => randomUUIDv7(), validateSchema: false },
    },
  } satisfies BetterAuthOptions
}
