import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { Fault } from '../fault.ts'
import type { Terminal } from '../terminal.ts'

/** A signed-in person at one installation, as a browser would keep it. */
export interface Session {
  readonly host: string
  /** By name. */
  readonly cookies: Readonly<Record<string, string>>
  /** Tells the service that it is the same browser as before. */
  readonly browserId: string
}

const fileOf = ({ settingsFolder }: Pick<Terminal, 'settingsFolder'>) => join(settingsFolder, 'session.json')

/** The kept session of the host; null without one. Refuses a file that others of this machine may read or that belongs to them. */
export async function readSession(terminal: Pick<Terminal, 'settingsFolder'>, host: string): Promise<Session | null> {
  const session = await readAnySession(terminal)
  return session?.host === host ? session : null
}

/** The host at which somebody is signed in. */
export async function readAnySession(terminal: Pick<Terminal, 'settingsFolder'>): Promise<Session | null> {
  const file = fileOf(terminal)
  const found = await stat(file).catch(() => null)
  if (found === null) return null
  const isOthers = process.getuid !== undefined && found.uid !== process.getuid()
  if (process.platform !== 'win32' && (isOthers || (found.mode & 0o077) !== 0))
    throw new Fault('credentials', 'session-file-open', `Others of this machine may read or change ${file}.`, {
      advice: 'Delete it, sign out of that session in your account, and sign in again.',
    })
  const session: unknown = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => null)
  return isSession(session) ? session : null
}

/** Keeps it for this person alone; the file is whole at every moment. */
export async function writeSession(terminal: Pick<Terminal, 'settingsFolder'>, session: Session): Promise<void> {
  const { settingsFolder } = terminal
  await mkdir(settingsFolder, { recursive: true, mode: 0o700 })
  await chmod(settingsFolder, 0o700)
  const draft = join(settingsFolder, `.session-${randomBytes(6).toString('hex')}`)
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(session)}\n`)
  } finally {
    await handle.close()
  }
  await rename(draft, fileOf(terminal))
}

export async function deleteSession(terminal: Pick<Terminal, 'settingsFolder'>): Promise<void> {
  await rm(fileOf(terminal), { force: true })
}

/** The session with the cookies of an answer; those with an age of 0 are gone. */
export function withCookies(session: Session, headers: Headers): Session {
  const cookies = new Map(Object.entries(session.cookies))
  for (const text of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^\s*([^=;\s]+)=([^;]*)/u.exec(text) ?? []
    if (name === '') continue
    if (/;\s*max-age=(?:0|-\d+)\s*(?:;|$)/iu.test(text) || value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
  return { ...session, cookies: Object.fromEntries(cookies) }
}

/** Headers of a call in the person's name. */
export function sessionHeaders({ cookies, browserId }: Session): Record<string, string> {
  const cookie = Object.entries({ ...cookies, browser_id: browserId })
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  return { cookie, 'browser-id': browserId }
}

export function newSession(host: string): Session {
  return { host, cookies: {}, browserId: randomBytes(24).toString('base64url') }
}

function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false
  const { host, cookies, browserId } = value as Record<string, unknown>
  if (typeof host !== 'string' || typeof browserId !== 'string' || typeof cookies !== 'object' || cookies === null)
    return false
  return Object.values(cookies).every((cookie) => typeof cookie === 'string')
}
