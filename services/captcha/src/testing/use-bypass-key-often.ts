import { openDatabase } from '@bollard/database'
import { z } from 'zod'
import { createBypassUses } from '../edge/bypass-keys/use-bypass-key.ts'

const orderSchema = z.object({
  connectionString: z.string(),
  siteId: z.int(),
  number: z.int(),
  now: z.int(),
  times: z.int(),
})

/** A process of its own for a test: uses a bypass key many times at once and tells how often it might. */
process.once('message', (message) => {
  void run(orderSchema.parse(message)).then((passed) => process.send?.(passed))
})
process.send?.('ready')

async function run({ connectionString, siteId, number, now, times }: z.infer<typeof orderSchema>): Promise<number> {
  const db = openDatabase({ connectionString })
  // Several batchers, so that one process has statements in parallel too.
  const uses = Array.from({ length: 5 }, () => createBypassUses(db))
  const results = await Promise.all(
    Array.from({ length: times }, (_, index) => uses[index % uses.length]?.use({ siteId, key: { number }, now })),
  )
  await db.close()
  return results.filter((result) => result === 'used').length
}
