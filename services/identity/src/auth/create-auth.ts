import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@bollard/database'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { getAdapter } from 'better-auth/db/adapter'
import { Kysely, PostgresDialect } from 'kysely'
import { passwordLength } from '@bollard/contracts'
import { hashSessionTokens } from './hash-session-tokens.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { signInAsPlugin } from './sign-in-as.ts'

export interface AuthDeps {
  readonly db: Database
  readonly secret: string
  readonly apiUrl: string
  /** Parent domain of all sites, for the session cookie; without it the cookie belongs to one host. */
  readonly cookieDomain?: string | undefined
  /** True behind https: the cookie is `Secure` and its name starts with `__Secure-`. */
  readonly secure: boolean
  readonly log: (message: string, error?: unknown) => void
}

export const sessionIdleSeconds = 7 * 86_400
export const sessionAbsoluteSeconds = 30 * 86_400

/** The account engine. Only its server API is used; none of its HTTP routes is mounted. */
export async function createAuth(deps: AuthDeps) {
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: deps.db.pool }) })
  const options = authOptions(deps)
  const adapter = await getAdapter({ ...options, database: { db: kysely, type: 'postgres', schemaName: 'identity', transaction: true } })
  return betterAuth({ ...options, database: () => hashSessionTokens(adapter) })
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
      expiresIn: sessionIdleSeconds,
      updateAge: 86_400,
      // A cached session would outlive a sign-out.
      cookieCache: { enabled: false },
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
    plugins: [signInAsPlugin],
    // Our own limits count in PostgreSQL and know the proxies; these here guard HTTP routes that do not exist.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'bollard',
      useSecureCookies: deps.secure,
      ...(deps.cookieDomain ? { crossSubDomainCookies: { enabled: true, domain: deps.cookieDomain } } : {}),
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => randomUUIDv7(), validateSchema: false },
    },
  } satisfies BetterAuthOptions
}
