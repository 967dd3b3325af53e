import { seededBytes } from '@bollard/testing/seed'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createWebhookSecret, signWebhook } from './sign-webhook.ts'
import { verifyWebhook } from './verify-webhook.ts'

const randomBytes = seededBytes('secrets of webhooks')
const now = () => Math.floor(Date.now() / 1000)
const body = JSON.stringify({ type: 'alert.raised', data: { name: 'Grüße 👋' } })

test('the library of the specification accepts what we sign', () => {
  const secret = createWebhookSecret(randomBytes)
  const headers = signWebhook({ id: 'msg-1', timestamp: now(), body }, [secret])
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature')
  expect(() => new Webhook(createWebhookSecret(randomBytes)).verify(body, headers)).toThrow('No matching signature')
})

test('we accept what the library of the specification signs', () => {
  const secret = createWebhookSecret(randomBytes)
  const at = new Date(now() * 1000)
  const headers = {
    'webhook-id': 'msg-2',
    'webhook-timestamp': String(now()),
    'webhook-signature': new Webhook(secret).sign('msg-2', at, body),
  }
  expect(verifyWebhook({ headers, body }, secret, now())).toBe('valid')
})

test('the example of the specification has its signature', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }
  const headers = signWebhook(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('while a secret is being replaced, the old one and the new one both verify', () => {
  const [current, former] = [createWebhookSecret(randomBytes), createWebhookSecret(randomBytes)]
  const headers = signWebhook({ id: 'msg-3', timestamp: now(), body }, [current, former])
  for (const secret of [current, former]) {
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(verifyWebhook({ headers, body }, secret, now())).toBe('valid')
  }
})

test('old, new, unsigned and changed messages are refused', () => {
  const secret = createWebhookSecret(randomBytes)
  const headers = signWebhook({ id: 'msg-4', timestamp: 1_000, body }, [secret])
  expect(verifyWebhook({ headers, body }, secret, 1_300)).toBe('valid')
  expect(verifyWebhook({ headers, body }, secret, 1_301)).toBe('too-old')
  expect(verifyWebhook({ headers, body }, secret, 699)).toBe('too-new')
  expect(verifyWebhook({ headers: {}, body }, secret, 1_000)).toBe('headers-missing')
  expect(verifyWebhook({ headers: { ...headers, 'webhook-id': 'msg-5' }, body }, secret, 1_000)).toBe(
    'signature-invalid',
  )
  expect(verifyWebhook({ headers: { ...headers, 'webhook-signature': 'v1a,AAAA' }, body }, secret, 1_000)).toBe(
    'signature-invalid',
  )
})

test.for(['', 'whsec_', 'whsec_!!!', 'whsec_YWJj', Buffer.alloc(32).toString('base64')])(
  '%j is no secret to sign with',
  (secret) => {
    expect(() => signWebhook({ id: 'msg', timestamp: 1, body }, [secret])).toThrow(RangeError)
  },
)

test('an id with a dot and no secret at all are refused', () => {
  expect(() => signWebhook({ id: 'a.b', timestamp: 1, body }, [createWebhookSecret(randomBytes)])).toThrow(RangeError)
  expect(() => signWebhook({ id: 'a', timestamp: 1, body }, [])).toThrow(RangeError)
})
