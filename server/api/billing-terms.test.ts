import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { billingTermsOf } from './billing-terms.ts'

test('payments go to the address of Stripe that the environment names', async () => {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    request.resume()
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id: 'cus_1', object: 'customer' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const settings = readConfig({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_API_URL: url })
  if (settings.status === 'invalid') throw new Error(settings.faults.join('\n'))
  expect(
    await billingTermsOf(settings.config).provider?.createCustomer({ userId: 'user-ada', email: 'ada@example.org' }),
  ).toBe('cus_1')
  expect(calls).toEqual(['POST /v1/customers'])
})

test('without keys of Stripe there is bank transfer alone', () => {
  const settings = readConfig({})
  expect(settings.status === 'valid' && billingTermsOf(settings.config).provider).toBeNull()
})
