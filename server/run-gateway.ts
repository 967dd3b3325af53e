import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { takeLock } from '@bollard/database/embedded'
import type { Config } from './config.ts'
import { identifyCrawlers } from './gateway/identify-crawlers.ts'
import { portsOfFile } from './gateway/ports.ts'
import { startGateway } from './gateway/start-gateway.ts'
import { StartupFault } from './startup-fault.ts'
import { checkDataDirectory } from './supervise/check-data-directory.ts'
import { checkPorts } from './supervise/check-ports.ts'
import { reloadSignal } from './supervise/running-record.ts'
import { openLog } from './watching/open-log.ts'

/**
 * `ROLE=gateway`: stands in front of sites and decides about every request by `GATEWAY_FILE`, until it is told to stop. It has no database.
 * Throws a `StartupFault` for a file that cannot be used, and for a folder that another gateway has.
 */
export async function runGateway(config: Config, say: (line: string) => void): Promise<void> {
  checkDataDirectory(config.DATA_DIR)
  const folder = join(config.DATA_DIR, 'gateway')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = takeLock(join(folder, 'gateway.lock'))
  if (lock === null)
    throw new StartupFault(`A gateway already runs with the folder ${folder}. Give each one its own DATA_DIR.`)
  await checkPorts(config, 0)
  const file = resolve(config.GATEWAY_FILE ?? '')
  const stopping = Promise.withResolvers<void>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.resolve())
  process.on('disconnect', () => stopping.resolve())
  const crawlers = await identifyCrawlers({ folder: join(folder, 'ranges'), say })
  const running = await startGateway(config, {
    folder,
    ports: portsOfFile(file, crawlers.identify),
    say,
    openLog: (registry) => openLog(config, 'gateway', { registry }),
    tellDecision: (line) => void process.stdout.write(`${line}\n`),
  })
  for (const signal of ['SIGHUP', reloadSignal] as const)
    if (process.platform !== 'win32') process.on(signal, () => void running.reload())
  say(`Bollard runs. It stands in front of ${running.hosts().join(', ')}.`)
  await stopping.promise
  say('The gateway stops.')
  crawlers.stop()
  await running.stop()
  lock.release()
  process.exit(0)
}
