import { join } from 'node:path'
import { createProbe, openKeptChecks, openSpool, type ProbeNews } from '@bollard/probe'
import { release } from './api/system-of.ts'
import type { Config } from './config.ts'
import { StartupFault } from './startup-fault.ts'
import { checkDataDirectory } from './supervise/check-data-directory.ts'
import { openLog } from './watching/open-log.ts'

/** What waits on the disk of a probe: about two days of 100 checks a minute. */
const spoolBounds = { bytesMax: 64 * 1_048_576, ageMsMax: 2 * 86_400_000 }

/**
 * `ROLE=probe`: checks what its solution assigns to its place, until it is told to stop. It has no database and opens no port. Throws a
 * `StartupFault` for a folder that another probe has.
 */
export async function runProbe(config: Config, say: (line: string) => void): Promise<void> {
  checkDataDirectory(config.DATA_DIR)
  const folder = join(config.DATA_DIR, 'probe')
  const spool = openSpool(folder, spoolBounds)
  if (spool === null)
    throw new StartupFault(`A probe already runs with the folder ${folder}. Give each one its own DATA_DIR.`)
  const log = openLog(config, 'probe')
  const tell = (news: ProbeNews) => {
    if (news.kind === 'connected') say(lineOf(news))
    else if (news.kind === 'refused' || news.kind === 'failed') log.error({ code: news.kind }, news.reason)
    else log.warn({ code: news.kind }, news.reason)
  }
  const { API_URL: apiUrl, PROBE_TOKEN: token = '' } = config
  const ageMsMax = config.PROBE_KEEP_HOURS * 3_600_000
  const kept = openKeptChecks({ folder, instance: spool.instance, token, apiUrl, ageMsMax })
  if (ageMsMax === 0) kept.remove()
  const probe = createProbe({
    apiUrl,
    token,
    spool,
    kept: ageMsMax === 0 ? null : kept,
    softwareVersion: release,
    allowPrivate: config.PROBE_ALLOW_PRIVATE,
    tell,
  })
  const stopping = Promise.withResolvers<void>()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopping.resolve())
  process.on('disconnect', () => stopping.resolve())
  probe.start()
  say(`Bollard probes for ${config.API_URL}.`)
  await stopping.promise
  say('The probe stops.')
  await probe.stop()
  spool.close()
  process.exit(0)
}

function lineOf({ place, services, isActive }: Extract<ProbeNews, { kind: 'connected' }>): string {
  if (!isActive) return `Connected as ${place}: another process of this token checks, so this one waits.`
  return `Connected as ${place}: checks ${services} services.`
}
