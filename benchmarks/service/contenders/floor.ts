import Fastify from 'fastify'
import type { Contender, Served } from '../contender.ts'

/** Fastify reading a small JSON body and answering another: what nobody on this stack can go below. */
export async function serveFloor(): Promise<Served> {
  const app = Fastify({ bodyLimit: 8_192 })
  app.post('/', async () => ({ ok: true }))
  return { app, close: () => app.close() }
}

const call = { method: 'POST', path: '/', body: JSON.stringify({ text: 'x'.repeat(400) }) } as const

export const floor: Contender = {
  name: 'Fastify alone',
  what: 'parses JSON, answers JSON, does nothing',
  headers: { accept: '*/*', 'content-type': 'application/json' },
  issue: call,
  solve: () => call,
  accepted: (answer) => answer.includes('true'),
}
