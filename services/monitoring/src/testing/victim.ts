/**
 * A process that `kill-engine.ts` kills: a worker that checks and tells of alerts, or a probe. It says when it is ready, and a probe says what it has kept.
 * It gets its options as one JSON text, and ends with the process that started it.
 */
import { openDatabase } from '@bollard/database'
import { createProbe, openSpool } from '@bollard/probe'
import { createLoneService } from './lone-service.ts'

export type VictimOptions =
  | { readonly role: 'worker'; readonly databaseUrl: string }
  | { readonly role: 'probe'; readonly apiUrl: string; readonly token: string; readonly folder: string }

/** What a victim says. */
export type VictimWord =
  | { readonly kind: 'ready' }
  | { readonly kind: 'kept'; readonly serviceId: string; readonly at: number }

const given = process.argv[2]
if (given !== undefined && process.send !== undefined) {
  process.on('disconnect', () => process.exit(1))
  const options: VictimOptions = JSON.parse(given)
  if (options.role === 'worker') work(options.databaseUrl)
  else probe(options)
  say({ kind: 'ready' })
}

function work(databaseUrl: string): void {
  // The database is killed too; the engine tries again.
  const { engine, alerting } = createLoneService(openDatabase({ connectionString: databaseUrl, max: 4 }), {
    onError: () => undefined,
  })
  engine.start()
  alerting.start()
}

function probe({ apiUrl, token, folder }: Extract<VictimOptions, { role: 'probe' }>): void {
  const spool = openSpool(folder, { bytesMax: 64 * 1_048_576, ageMsMax: 86_400_000 })
  if (spool === null) throw new Error('another process has the folder')
  createProbe({
    apiUrl,
    token,
    spool: {
      ...spool,
      keep(result) {
        spool.keep(result)
        say({ kind: 'kept', serviceId: result.serviceId, at: result.result.at })
      },
    },
    kept: null,
    softwareVersion: '0.1.0',
    allowPrivate: true,
    pollMs: 500,
    tell: () => undefined,
  }).start()
}

function say(word: VictimWord): void {
  process.send?.(word)
}
