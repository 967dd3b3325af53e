import { randomBytes } from 'node:crypto'
import { createWebhookSecret, signWebhook } from '@bollard/webhooks'
import { afterEach, expect, test, vi } from 'vitest'
import { verifySnippet } from './verify-snippet.ts'

afterEach(() => vi.unstubAllEnvs())

/** The snippet as a customer would run it, with a secret of theirs. */
async function runSnippet(secret: string) {
  vi.stubEnv('WEBHOOK_SECRET', secret)
  const source = `${verifySnippet}\n// ${secret}`
  const module: unknown = await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`
  )
  return (module as { isFromBollard(headers: Record<string, string>, body: string): boolean }).isFromBollard
}

test('the snippet takes what we sign, also with two secrets, and nothing else', async () => {
  const [secret, former] = [createWebhookSecret(randomBytes), createWebhookSecret(randomBytes)]
  const isFromBollard = await runSnippet(secret)
  const timestamp = Math.floor(Date.now() / 1000)
  const message = { id: 'msg_1', timestamp, body: '{"type":"ping","text":"ü"}' }
  const headers = signWebhook(message, [former, secret])
  expect(isFromBollard(headers, message.body)).toBe(true)
  expect(isFromBollard(headers, `${message.body} `)).toBe(false)
  expect(isFromBollard({ ...headers, 'webhook-id': 'msg_2' }, message.body)).toBe(false)
  expect(isFromBollard(signWebhook(message, [former]), message.body)).toBe(false)
  expect(isFromBollard({}, message.body)).toBe(false)
  const old = { ...message, timestamp: timestamp - 400 }
  expect(isFromBollard(signWebhook(old, [secret]), old.body)).toBe(false)
})
