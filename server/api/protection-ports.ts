import { join } from 'node:path'
import type { Identified } from '@bollard/crawlers'
import { connectValkey, createValkeyStore } from '@bollard/limits'
import { createVatRegister, type ProtectionServiceOptions } from '@bollard/protection-service'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { type CrawlersOptions, knowCrawlers } from '../know-crawlers.ts'
import { askVies } from './vat-register.ts'

type Ports = Pick<ProtectionServiceOptions, 'identifyProgram' | 'limitStore' | 'askRegister'>

interface PortParts extends Pick<CrawlersOptions, 'dns'> {
  readonly now: () => Date
  readonly vies?: ReturnType<typeof askVies>
}

/** What protection of sites asks outside of the database: who a program is, what was counted, a register where the operator allows it. */
export function protectionPorts(
  {
    DATA_DIR,
    PROTECTION_STORE_URL,
    PROTECTION_VIES,
  }: Pick<Config, 'DATA_DIR' | 'PROTECTION_STORE_URL' | 'PROTECTION_VIES'>,
  log: Pick<Logger, 'warn' | 'error'>,
  { now, vies = askVies(), ...more }: PortParts,
): Ports {
  // The folder that a gateway on this machine reads, too.
  const folder = join(DATA_DIR, 'gateway', 'ranges')
  const crawlers = knowCrawlers({ ...more, folder, say: (line) => log.warn({ code: 'crawler-list-unusable' }, line) })
  void crawlers.reload()
  return {
    identifyProgram(visit) {
      const found = crawlers.identify(visit)
      return found instanceof Promise ? found.then(programOf) : found && programOf(found)
    },
    limitStore: PROTECTION_STORE_URL === undefined ? undefined : valkeyStore(PROTECTION_STORE_URL, log),
    ...(PROTECTION_VIES && { askRegister: createVatRegister(vies, now) }),
  }
}

function programOf({ crawler, verdict }: Identified) {
  return { name: crawler.name, purpose: crawler.purpose, verdict }
}

function valkeyStore(url: string, log: Pick<Logger, 'error'>): Ports['limitStore'] {
  let lastFault = ''
  const connection = connectValkey(url, (error) => {
    const fault = String(error)
    // It is tried every two seconds.
    if (fault !== lastFault) log.error({ err: error, code: 'protection-store-away' }, 'PROTECTION_STORE_URL fails')
    lastFault = fault
  })
  return { ...createValkeyStore(connection), close: () => connection.close() }
}
