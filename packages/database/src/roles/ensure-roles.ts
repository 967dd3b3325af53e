import type { Client } from 'pg'
import { RolesMissingError } from './roles-missing-error.ts'

/**
 * Roles that a transaction takes on, see `asRole`. Row-level security binds each of them to what the transaction says it is for; none
 * can sign in.
 */
export const boundRoles = [
  'bollard_solution',
  'bollard_billing',
  'bollard_identity',
  'bollard_captcha',
  'bollard_contact',
  'bollard_monitoring',
  'bollard_protection',
] as const

/**
 * Roles that processes sign in as. They own nothing, so they can neither create nor alter nor see past row-level security, and they may
 * take on these of the others.
 */
export const loginRoles = {
  /** Calls of people and of their servers. */
  bollard_api: boundRoles,
  /** The hot path: challenges, answers to them, and tokens. */
  bollard_edge: [],
  /** What nobody waits for: roll-ups, mails, bills, deletions. */
  bollard_worker: ['bollard_solution', 'bollard_billing'],
} as const satisfies Record<string, readonly (typeof boundRoles)[number][]>

export type LoginRole = keyof typeof loginRoles
export const loginRoleNames: readonly LoginRole[] = ['bollard_api', 'bollard_edge', 'bollard_worker']

/** Statements that make every role that is missing on a new server. */
export const roleStatements: readonly string[] = [
  ...boundRoles.map((role) => `create role ${role} nologin`),
  // What one of them may take on counts only once it does: `noinherit`.
  ...loginRoleNames.map((role) => `create role ${role} login noinherit`),
  ...loginRoleNames.flatMap((role) => loginRoles[role].map((bound) => `grant ${bound} to ${role}`)),
]

/**
 * Makes the roles that the server lacks. Roles belong to the whole server, so another database of it may have made them.
 * @throws RolesMissingError when the owner may not
 */
export async function ensureRoles(client: Pick<Client, 'query'>): Promise<void> {
  const missing = await findMissing(client)
  if (missing.length === 0) return
  for (const statement of missing) {
    try {
      await client.query(statement)
    } catch (error) {
      if (isMeanwhileMade(error)) continue
      const roles = missing.map((one) => /(?:role|to) (\S+)/u.exec(one)?.[1] ?? one)
      throw new RolesMissingError([...new Set(roles)], error)
    }
  }
}

async function findMissing(client: Pick<Client, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('create role %s nologin', role) as statement from unnest($1::text[]) role where to_regrole(role) is null
     union all select format('create role %s login noinherit', role) from unnest($2::text[]) role where to_regrole(role) is null
     union all select format('grant %s to %s', bound, role) from unnest($3::text[], $4::text[]) as pair (bound, role)
       where to_regrole(bound) is null or to_regrole(role) is null or not pg_has_role(to_regrole(role), to_regrole(bound), 'member')`,
    [
      boundRoles,
      loginRoleNames,
      loginRoleNames.flatMap((role) => loginRoles[role].map((bound) => bound)),
      loginRoleNames.flatMap((role) => loginRoles[role].map(() => role)),
    ],
  )
  return rows.map(({ statement }) => statement)
}

/** Two databases of one server that start together make the same roles. */
function isMeanwhileMade(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  // duplicate_object, unique_violation, and "tuple concurrently updated".
  return code === '42710' || code === '23505' || code === 'XX000'
}
