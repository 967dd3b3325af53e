import { createHash, createHmac, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto'
import { Client } from 'pg'
import { type LoginRole, loginRoleNames, roleStatements } from './ensure-roles.ts'
import { RolesMissingError } from './roles-missing-error.ts'

/** How a process signs in: the connection string of each role. */
export type RoleAddresses = Readonly<Record<LoginRole, string>>

/**
 * The owner's connection string with each role's own name and password in it. The passwords follow from the owner's, so every machine
 * that has that one has these, and no other does; where the owner has none, from `fallback`.
 */
export function addressesOfRoles(owner: string, fallback: string): RoleAddresses {
  const base = baseOf(passwordOf(owner) || fallback)
  const of = (role: LoginRole) => withUser(owner, role, createHmac('sha256', base).update(role).digest('base64url'))
  return { bollard_api: of('bollard_api'), bollard_edge: of('bollard_edge'), bollard_worker: of('bollard_worker') }
}

/** The same roles with the same passwords on another server, such as a standby: all else of each address is that of `server`. */
export function addressesOn(server: string, addresses: RoleAddresses): RoleAddresses {
  const of = (role: LoginRole) => withUser(server, role, passwordOf(addresses[role]))
  return { bollard_api: of('bollard_api'), bollard_edge: of('bollard_edge'), bollard_worker: of('bollard_worker') }
}

let last: { readonly password: string; readonly base: Buffer } | undefined

/** Slow on purpose, and asked for the same password again and again where one process opens many databases. */
function baseOf(password: string): Buffer {
  if (last?.password !== password) last = { password, base: scryptSync(password, 'bollard roles of the database', 32) }
  return last.base
}

/**
 * Lets each role sign in with the password in its address. A role that can already is left alone, so an owner who may not change roles
 * is enough once an administrator has made them.
 * @throws RolesMissingError when a role cannot sign in, and the owner may not give it its password
 */
export async function ensureSignIn(
  owner: { query(text: string): Promise<unknown> },
  addresses: RoleAddresses,
): Promise<void> {
  for (const role of loginRoleNames) {
    if (await canSignIn(addresses[role])) continue
    try {
      await owner.query(passwordStatement(role, passwordOf(addresses[role])))
    } catch (error) {
      throw new RolesMissingError([role], error)
    }
    if (!(await canSignIn(addresses[role]))) throw new RolesMissingError([role])
  }
}

/** For an administrator of the database, where the owner may not make roles: everything in one text, without a readable password. */
export function printRoles(addresses: RoleAddresses): string {
  const made = roleStatements.map((statement) =>
    statement.startsWith('create role')
      ? `do $$ begin ${statement}; exception when duplicate_object then null; end $$;`
      : `${statement};`,
  )
  const passwords = loginRoleNames.map((role) => `${passwordStatement(role, passwordOf(addresses[role]))};`)
  return [...made, ...passwords].join('\n')
}

async function canSignIn(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // Wrong password, no such role, or one that may not sign in.
    if (code.startsWith('28')) return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Only what SCRAM checks a password against goes to the server, so that no log of it ever holds the password. */
function passwordStatement(role: LoginRole, password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096]
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest()
  const verifier = `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored.toString('base64')}:${keyOf('Server Key').toString('base64')}`
  return `alter role ${role} login noinherit password '${verifier}'`
}

/** With `host` in its query, as for a Unix socket, the user stands there as well; such an address has no place for one before the host. */
function withUser(connectionString: string, user: string, password: string): string {
  const address = new URL(connectionString)
  if (address.host === '') {
    address.searchParams.set('user', user)
    address.searchParams.set('password', password)
    return address.href
  }
  address.username = user
  address.password = password
  for (const name of ['user', 'password']) address.searchParams.delete(name)
  return address.href
}

function passwordOf(connectionString: string): string {
  const address = new URL(connectionString)
  return decodeURIComponent(address.password) || (address.searchParams.get('password') ?? '')
}
