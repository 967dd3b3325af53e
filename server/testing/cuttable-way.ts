import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'

/** A way over TCP to a PostgreSQL, which a test cuts as a failing network does. */
export interface CuttableWay {
  /** As whom and to which database the address that was given leads, by this way. */
  readonly connectionString: string
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

export async function openCuttableWay(connectionString: string): Promise<CuttableWay> {
  const { hostname, port, pathname, username, password, searchParams } = new URL(connectionString)
  const host = searchParams.get('host') ?? hostname
  const target = host.startsWith('/')
    ? { path: join(host, `.s.PGSQL.${searchParams.get('port') ?? (port || 5432)}`) }
    : { host, port: Number(port || 5432) }
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.once('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.on('error', () => undefined)
    }
    near.pipe(far).pipe(near)
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const at = (server.address() as AddressInfo).port
  async function cut(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }
  const who = [username || searchParams.get('user') || '', password].filter(Boolean).join(':')
  return {
    connectionString: `postgresql://${who}@127.0.0.1:${at}${pathname}`,
    cut,
    mend: () => listen(at),
    close: cut,
  }
}
