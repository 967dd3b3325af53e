import { createInterface } from 'node:readline'
import { defineRoute } from '@bollard/contracts'
import { openDatabase } from '@bollard/database'
import { createRepeatedCalls, guardRoutes, installProblems, mountRoute, serverOptions } from '@bollard/http'
import Fastify, { type FastifyRequest } from 'fastify'
import { z } from 'zod'

/** A call that makes a row of `public.things`; its number is the answer. */
export const thingRoute = defineRoute({
  id: 'createThing',
  method: 'POST',
  path: '/things/{thingId}',
  access: { audience: 'session' },
  summary: 'Make a thing.',
  params: z.strictObject({ thingId: z.string() }),
  body: { name: 'thingDto', schema: z.object({ name: z.string().optional() }) },
  response: { status: 201, schema: z.object({ id: z.number(), secret: z.string().optional() }) },
  repeatable: { secrets: ['secret'] },
  problems: ['unauthenticated', 'idempotency-mismatch', 'state-conflict'],
})

/**
 * A process of its own that makes things until it is killed. It stops where the header `x-hold-at` of a call says: before it has the row,
 * when it has it but not its answer, before or after the commit. It says `held` there and goes on when it is told `go`.
 */
if (import.meta.main) {
  const { DATABASE_URL = '', LATER_MS = '0' } = process.env
  const db = openDatabase({ connectionString: DATABASE_URL, max: 4 })
  const lines = createInterface(process.stdin)
  // The test is gone.
  lines.once('close', () => process.exit())
  const holdAt = async ({ headers }: FastifyRequest, place: string) => {
    if (place !== headers['x-hold-at']) return
    const told = new Promise<void>((resolve) => void lines.once('line', () => resolve()))
    console.log('held')
    await told
  }
  const app = Fastify(serverOptions())
  installProblems(app, { logger: { error: console.error } })
  const now = () => new Date(Date.now() + Number(LATER_MS))
  const scope = guardRoutes(app, {
    findCaller: async () => personOf('ada'),
    clientIp: () => '192.0.2.1',
    now,
    repeatedCalls: createRepeatedCalls({ db, schema: 'captcha', now }),
  })
  mountRoute(scope, thingRoute, async ({ request, call }) => {
    await holdAt(request, 'begin')
    const made = await db.transaction(async (tx) => {
      const [row] = await tx.query<{ id: number }>('make', 'insert into public.things default values returning id')
      await holdAt(request, 'effect')
      const answer = await call.keepAnswer(tx, { id: row?.id ?? 0, secret: 'told once' })
      await holdAt(request, 'answer')
      return answer
    })
    await holdAt(request, 'commit')
    return made
  })
  console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
}

/** Somebody who is signed in. */
export function personOf(userId: string) {
  return {
    userId,
    isAdmin: false,
    emailVerified: true,
    email: `${userId}@example.org`,
    givenName: userId,
    language: 'en',
    provenAt: null,
  } as const
}
