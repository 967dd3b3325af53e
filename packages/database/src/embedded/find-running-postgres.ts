import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { connectionStringFor } from './choose-endpoint.ts'

/**
 * How to reach the PostgreSQL that another process of ours runs on a data folder; null where none has written down that it does.
 * Whether it is alive shows when it is asked.
 */
export function findRunningPostgres(folder: string): string | null {
  const dataDirectory = resolve(folder)
  const file = join(dataDirectory, 'cluster', 'postmaster.pid')
  if (!existsSync(file)) return null
  // Process, folder, start, port, folder of the socket, address, …: one on each line.
  const [, , , port = '', socketFolder = ''] = readFileSync(file, 'utf8').split('\n')
  if (socketFolder !== '') return connectionStringFor({ kind: 'socket', folder: socketFolder }, 'bollard')
  return connectionStringFor(
    { kind: 'loopback', port: Number(port), passwordFile: join(dataDirectory, 'password') },
    'bollard',
  )
}
