import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'
import { readReloadReport, removeReloadReport } from '../supervise/reload-report.ts'
import { findRunning, isRunning } from '../supervise/running-record.ts'

const lookMs = 100

/** A replaced process is ended after so long at the latest. */
const drainMsMax = 7 * 60_000

/**
 * Asks the running server to replace its processes, and repeats what it says until it is done. Throws a `StartupFault` when there is no
 * server, when it is of a release that cannot reload, or when the reload failed.
 */
export async function reload(config: Config, say: (line: string) => void): Promise<void> {
  const server = findRunning(config.DATA_DIR)
  if (!server) throw new StartupFault('Bollard does not run here. Start it with: npm start')
  if (process.platform === 'win32' || server.reloadSignal === undefined)
    throw new StartupFault(
      process.platform === 'win32'
        ? 'Windows has no signal for a reload. Stop Bollard and start it again.'
        : `The running Bollard is of an older release. Stop it with: kill ${server.pid}\nThen start it again.`,
    )
  removeReloadReport(config.DATA_DIR)
  process.kill(server.pid, server.reloadSignal)
  for (let said = 0; ; await pause(lookMs)) {
    const report = readReloadReport(config.DATA_DIR)
    const news = report?.lines.slice(said) ?? []
    said += news.length
    if (report?.outcome === 'failed') throw new StartupFault(news.join('\n'))
    for (const line of news) say(line)
    if (report?.outcome === 'done') return
    if (!isRunning(config.DATA_DIR)) throw new StartupFault('Bollard ended meanwhile.')
  }
}

/** The same, and waits until no process from before is left; that takes a minute or so. */
export async function reloadAndDrain(config: Config, say: (line: string) => void): Promise<void> {
  await reload(config, say)
  const endsAt = performance.now() + drainMsMax
  while (readReloadReport(config.DATA_DIR)?.drained !== true) {
    if (!isRunning(config.DATA_DIR)) return
    if (performance.now() > endsAt) throw new StartupFault('Processes from before the reload have not ended.')
    await pause(lookMs)
  }
}
