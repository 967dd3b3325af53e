import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A message that the receiver has read whole: what happens to whoever sent it afterwards, its people have been told. */
export interface Accepted {
  readonly channel: string
  /** Unix milliseconds. */
  readonly acceptedAt: number
  /** When the answer had gone out, or when the sender was gone before that. */
  endedAt: number
  readonly id: string
  readonly key: string
  /** When the message was made, in Unix milliseconds. */
  readonly madeAt: number
  readonly alerts: readonly { readonly id: string; readonly event: 'OPENED' | 'REPEATED' | 'RESOLVED' }[]
}

export interface AlertReceiver {
  readonly url: string
  readonly accepted: readonly Accepted[]
  /** Resolves with the next message that is accepted, before it is answered. */
  heard(): Promise<void>
  close(): void
}

/** Takes the webhooks of several channels, the channel being the path, and answers each after a random time of so many milliseconds at most. */
export async function startAlertReceiver(slowMs: number, random: () => number): Promise<AlertReceiver> {
  const accepted: Accepted[] = []
  let next = Promise.withResolvers<void>()
  async function answer(one: Accepted, response: ServerResponse): Promise<void> {
    response.on('close', () => void (one.endedAt = Date.now()))
    await pause(random() * slowMs)
    response.end('told')
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
        timestamp: string
        data: { dedupeKey: string; alerts: Accepted['alerts'] }
      }
      const one: Accepted = {
        channel: request.url ?? '',
        acceptedAt: Date.now(),
        endedAt: Infinity,
        id: String(request.headers['webhook-id']),
        key: body.data.dedupeKey,
        madeAt: Date.parse(body.timestamp),
        alerts: body.data.alerts.map(({ id, event }) => ({ id, event })),
      }
      accepted.push(one)
      next.resolve()
      next = Promise.withResolvers()
      void answer(one, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    heard: () => next.promise,
    close: () => void (server.close(), server.closeAllConnections()),
  }
}
