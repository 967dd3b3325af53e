import Fastify from 'fastify'
import type { Contender, Served } from '../contender.ts'
import { ours } from './ours.ts'

/** Fastify reading a small JSON body and answering another: what nobody on this stack can go below. */
export async function serveFloor(): Promise<Served> {
  const app = Fastify({ bodyLimit: 8_192 })
  app.post('/', async () => ({ ok: true }))
  return { app, close: () => app.close() }
}

const call = (size: number) =>
  ({ method: 'POST', path: '/', body: JSON.stringify({ text: 'x'.repeat(size) }) }) as const

export const floor: Contender = {
  name: 'Fastify alone',
  what: 'the same headers and a body of the same size, parsed, and nothing done with it',
  headers: { ...ours('').headers, 'content-type': 'application/json' },
  issue: call(50),
  solve: () => call(400),
  accepted: (answer) => answer.includes('true'),
}
