import { createHash, randomBytes } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib/v1'
import Fastify from 'fastify'
import type { Contender, Served } from '../contender.ts'

/** ALTCHA's library in its first, SHA-256 form: the cheaper of its two for the server. Nothing is stored. */
export async function serveAltcha(): Promise<Served> {
  const hmacKey = randomBytes(32).toString('hex')
  const app = Fastify({ bodyLimit: 8_192 })
  app.get('/challenge', async () =>
    createChallenge({ hmacKey, maxNumber: 100, expires: new Date(Date.now() + 600_000) }),
  )
  app.post<{ Body: { payload: string } }>('/verify', async (request) => ({
    verified: await verifySolution(request.body.payload, hmacKey),
  }))
  return { app, close: () => app.close() }
}

export const altcha: Contender = {
  name: 'altcha-lib 2.8.0 (v1, SHA-256)',
  what: 'signed challenge, 1 hash; no replay protection, no score, nothing stored',
  headers: { accept: '*/*', 'content-type': 'application/json' },
  issue: { method: 'GET', path: '/challenge' },
  solve(issued) {
    const challenge: { algorithm: string; challenge: string; salt: string; signature: string } = JSON.parse(issued)
    let number = 0
    while (
      createHash('sha256')
        .update(challenge.salt + number)
        .digest('hex') !== challenge.challenge
    )
      number++
    const { algorithm, salt, signature } = challenge
    const payload = Buffer.from(
      JSON.stringify({ algorithm, challenge: challenge.challenge, number, salt, signature, took: 120 }),
    ).toString('base64')
    return { method: 'POST', path: '/verify', body: JSON.stringify({ payload }) }
  },
  accepted: (answer) => answer.includes('"verified":true'),
}
