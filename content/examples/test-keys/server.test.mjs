import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startContactServer } from './contact-server.mjs'

const bollard = process.env.BOLLARD_URL
const alwaysPasses = 'bsec_TestAlwaysPasses0000000000000000_37Csnv'
const alwaysFails = 'bsec_TestAlwaysFails00000000000000000_3N3tyG'
const alreadyUsed = 'bsec_TestAlreadySpent0000000000000000_31Bsyu'

/** The status of a form that was sent to a server with this secret key. */
async function send(secretKey, token) {
  const site = await startContactServer({ bollard, siteKey: 'YOUR_SITE_KEY', secretKey })
  const body = new URLSearchParams({ message: 'Hello', ...(token && { 'bollard-response': token }) })
  const { status } = await fetch(site.url, { method: 'POST', body }).finally(site.stop)
  return status
}

test('a visitor who passed gets through', async () => {
  assert.equal(await send(alwaysPasses, 'any text'), 200)
})

test('a visitor who was blocked does not', async () => {
  assert.equal(await send(alwaysFails, 'any text'), 403)
})

test('a token that was used before does not count', async () => {
  assert.equal(await send(alreadyUsed, 'any text'), 403)
})

test('a form without a token is refused', async () => {
  assert.equal(await send(alwaysPasses), 403)
})
