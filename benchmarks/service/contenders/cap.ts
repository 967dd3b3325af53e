import { hash } from 'node:crypto'
import Cap from '@cap.js/server'
import Fastify from 'fastify'
import type { Contender, Served } from '../contender.ts'
import { derive } from './cap-derivation.ts'

/**
 * Cap's server library with its state in memory; its file writing is off, which is to its advantage.
 * One hexadecimal zero instead of four lets answers be prepared; a check hashes fifty times all the same.
 */
export async function serveCap(): Promise<Served> {
  const cap = new Cap({ noFSState: true })
  const app = Fastify({ bodyLimit: 8_192 })
  app.post('/challenge', async () => cap.createChallenge({ challengeDifficulty: 1 }))
  app.post<{ Body: { token: string; solutions: number[] } }>('/redeem', async (request) =>
    cap.redeemChallenge(request.body),
  )
  return { app, close: () => app.close() }
}

export const cap: Contender = {
  name: '@cap.js/server 4.0.5',
  what: '50 hashes, single use in memory; no signature, no score, nothing stored',
  headers: { accept: '*/*', 'content-type': 'application/json' },
  issue: { method: 'POST', path: '/challenge', body: '{}' },
  solve(issued) {
    const { token, challenge }: { token: string; challenge: { c: number; s: number; d: number } } = JSON.parse(issued)
    const solutions = Array.from({ length: challenge.c }, (_, index) => {
      const salt = derive(`${token}${index + 1}`, challenge.s)
      const target = derive(`${token}${index + 1}d`, challenge.d)
      let nonce = 0
      while (!hash('sha256', salt + nonce).startsWith(target)) nonce++
      return nonce
    })
    return { method: 'POST', path: '/redeem', body: JSON.stringify({ token, solutions }) }
  },
  accepted: (answer) => answer.includes('"success":true'),
}
