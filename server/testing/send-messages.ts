import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '@bollard/database'
import { createSecretBox, createWebhookSecret, verifyWebhook } from '@bollard/webhooks'
import { signingKeys } from '../api/signing-keys.ts'
import type { Secrets } from '../supervise/keep-secrets.ts'
import type { Product } from './start-product.ts'

const everyMs = 200

/**
 * Gives the website's own captcha a webhook whose secret has just changed, and keeps putting messages on their way. The product needs
 * `PRIVATE_WEBHOOKS`. `stop` waits until each was delivered, and tells what came and what was not signed with both secrets.
 */
export async function startMessages(product: Product, dataDirectory: string, signal: AbortSignal) {
  const db = openDatabase({ connectionString: product.connectionString, max: 1 })
  const [secret, former] = [createWebhookSecret(randomBytes), createWebhookSecret(randomBytes)]
  const came = new Map<string, string>()
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const message = { headers: request.headers, body: Buffer.concat(chunks).toString() }
    const now = Math.floor(Date.now() / 1000)
    const readings = [secret, former].map((one) => verifyWebhook(message, one, now))
    came.set(String(request.headers['webhook-id']), readings.join(' '))
    response.writeHead(204).end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  if (typeof address !== 'object' || address === null) throw new Error('The receiver has no port')

  const { captchaSigningKeys }: Secrets = JSON.parse(readFileSync(join(dataDirectory, 'secrets.json'), 'utf8'))
  const box = createSecretBox(signingKeys(captchaSigningKeys), randomBytes)
  const webhookId = randomUUIDv7()
  const sealed = [secret, former].flatMap((one) => {
    const { bytes, keyId } = box.seal(one, webhookId)
    return [bytes, keyId]
  })
  const [webhook] = await db.query<{ siteId: number }>('message-webhook', webhookSql, [
    webhookId,
    `http://127.0.0.1:${address.port}/hook`,
    ...sealed,
  ])
  const sent: string[] = []
  let isStopped = false
  const sending = (async () => {
    for (; !isStopped; await pause(everyMs)) {
      const id = randomUUIDv7()
      await db.query('message', messageSql, [id, webhook?.siteId, webhookId])
      sent.push(id)
    }
  })()
  return {
    async stop(): Promise<{ lost: string[]; refused: string[]; sent: number }> {
      isStopped = true
      await sending
      while (sent.some((id) => !came.has(id))) {
        if (signal.aborted) break
        await pause(everyMs)
      }
      await db.close()
      receiver.closeAllConnections()
      receiver.close()
      return {
        lost: sent.filter((id) => !came.has(id)),
        refused: [...came.values()].filter((readings) => readings !== 'valid valid'),
        sent: sent.length,
      }
    },
  }
}

const webhookSql = `insert into captcha.webhooks (id, site_id, url, description, events, secret, secret_key, secret_created_at,
    former_secret, former_secret_key, former_until, created_at, updated_at)
  select $1::uuid, s.id, $2::text, '', '{alert.raised}', $3::bytea, $4::int, now(), $5::bytea, $6::int, now() + interval '1 day', now(), now()
  from captcha.sites s join server.own_sites o on o.solution_id = s.solution_id where o.name = 'website' returning site_id as "siteId"`
const messageSql = `insert into captcha.alert_outbox (id, site_id, webhook_id, type, body, created_at, next_try_at)
  values ($1, $2, $3, 'alert.raised', '{}', now(), now())`
