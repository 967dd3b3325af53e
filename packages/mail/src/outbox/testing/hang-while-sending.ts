import { openDatabase } from '@bollard/database'
import { createOutbox } from '../outbox.ts'

/** Takes one mail of the given database on and never comes to its end; whoever started this kills it. */
const db = openDatabase({ connectionString: process.argv[2] ?? '', max: 1 })
const transport = {
  async send() {
    process.stdout.write('sending\n')
    await new Promise(() => setInterval(() => {}, 1000))
  },
}
await createOutbox(db, transport, { now: () => new Date(process.argv[3] ?? '') }).sendDue(1)
