import { createHash, randomBytes } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Launcher } from './choose-launcher.ts'

/** Where this program reaches its PostgreSQL; nobody else can. */
export type Endpoint =
  | { readonly kind: 'socket'; readonly folder: string }
  | { readonly kind: 'loopback'; readonly port: number; readonly passwordFile: string }

export const socketName = '.s.PGSQL.5432'
/** `sockaddr_un` holds 108 bytes on Linux, 104 on macOS, with the closing zero. */
const socketPathLengthMax = process.platform === 'linux' ? 107 : 103

export async function chooseEndpoint(dataDirectory: string, launcher: Launcher): Promise<Endpoint> {
  // Node has no Unix sockets on Windows.
  if (process.platform === 'win32')
    return { kind: 'loopback', port: await freePort(), passwordFile: ensurePassword(dataDirectory) }
  const fits = Buffer.byteLength(join(dataDirectory, socketName)) <= socketPathLengthMax
  return { kind: 'socket', folder: fits ? dataDirectory : shortFolder(dataDirectory, launcher) }
}

export function connectionStringFor(endpoint: Endpoint, database: string): string {
  if (endpoint.kind === 'socket')
    return `postgresql:///${database}?${new URLSearchParams({ host: endpoint.folder, user: 'bollard' })}`
  return `postgresql://bollard:${readFileSync(endpoint.passwordFile, 'utf8')}@127.0.0.1:${endpoint.port}/${database}`
}

export function endpointSettings(endpoint: Endpoint): Record<string, string> {
  if (endpoint.kind === 'socket')
    return { listen_addresses: '', unix_socket_directories: endpoint.folder, unix_socket_permissions: '0700' }
  return { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(endpoint.port) }
}

/** Always the same folder for one data folder, so that a killed program leaves no trail of them. */
function shortFolder(dataDirectory: string, launcher: Launcher): string {
  const name = `bollard-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)}`
  const owner = launcher.kind === 'other-user' ? launcher.uid : process.getuid?.()
  let folder = join(tmpdir().length > 60 ? '/tmp' : tmpdir(), name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  const ours =
    found.isDirectory() && (found.uid === owner || found.uid === process.getuid?.()) && (found.mode & 0o077) === 0
  // Somebody else may have made a folder of this name to listen in.
  if (!ours) folder = mkdtempSync('/tmp/bollard-')
  if (launcher.kind === 'other-user') chownSync(folder, launcher.uid, launcher.gid)
  return folder
}

function ensurePassword(dataDirectory: string): string {
  const file = join(dataDirectory, 'password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  return file
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port')),
      )
    })
  })
}
