import type { ValkeyClient } from './valkey-store.ts'
import { LimitFault } from '../limit/limit-fault.ts'

export interface ValkeyConnection extends ValkeyClient {
  readonly close: () => Promise<void>
}

const connectTimeoutMs = 2_000
const reconnectMsMax = 2_000

/**
 * Connects to the server at `redis://` or `valkey://`, with TLS at `rediss://` or `valkeys://`, with a name, password
 * and number of a database if the address has them. Answers at once; as long as there is no connection, commands are
 * refused instead of waiting for one, and it is tried again every two seconds at most. `onFault` hears of each failure.
 * Throws a LimitFault for the field `url`: `bad-store-url`.
 */
export function connectValkey(url: string, onFault: (error: unknown) => void): ValkeyConnection {
  const opening = open(readUrl(url), onFault)
  opening.catch(onFault)
  return {
    sendCommand: async (words) => (await opening).sendCommand(words),
    async close() {
      ;(await opening).destroy()
    },
  }
}

/** The client is loaded here: it is a megabyte, and most processes count in the database. */
async function open(url: string, onFault: (error: unknown) => void) {
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: connectTimeoutMs,
      reconnectStrategy: (tries) => Math.min(reconnectMsMax, 50 * 2 ** Math.min(tries, 10)),
    },
  })
  client.on('error', onFault)
  client.connect().catch(onFault)
  return client
}

function readUrl(url: string): string {
  const [, scheme = '', rest = ''] = /^(redis|valkey)(s?:\/\/.+)$/u.exec(url) ?? []
  if (scheme === '' || !URL.canParse(`redis${rest}`))
    // Not the address itself: it may have a password.
    throw new LimitFault(
      'bad-store-url',
      'url',
      'the address of a store begins with redis:// or valkey://, with an s for TLS',
    )
  return `redis${rest}`
}
