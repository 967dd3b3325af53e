import { lookup } from 'node:dns/promises'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { sites } from '../sites.ts'
import { StartupFault } from '../startup-fault.ts'
import { findPortHolder } from './find-port-holder.ts'

type PortSetting = (typeof sites)[number]['port'] | 'API_PORT' | 'METRICS_PORT'

/**
 * Throws a `StartupFault` that lists every port that is taken, by whom as far as that can be seen, and
 * the setting that changes it. Waits `patience` milliseconds for ports to become free: processes of a
 * killed start let go of theirs a moment later.
 */
export async function checkPorts(config: Config, patience: number): Promise<void> {
  const faults = (await Promise.all(portsOf(config).map((setting) => describeFault(config, setting, patience)))).filter(
    (fault) => fault !== null,
  )
  if (faults.length > 0) throw new StartupFault(faults.join('\n'))
}

function portsOf(config: Config): PortSetting[] {
  const ofSites = sites.map(({ port }) => port)
  switch (config.ROLE) {
    case 'all':
      return [...ofSites, 'API_PORT', 'METRICS_PORT']
    case 'edge':
    case 'api':
      return ['API_PORT', 'METRICS_PORT']
    case 'sites':
      return [...ofSites, 'METRICS_PORT']
    case 'worker':
    case 'gateway':
      return ['METRICS_PORT']
    case 'probe':
      return []
    default:
      return config.ROLE satisfies never
  }
}

async function describeFault(config: Config, setting: PortSetting, patience: number): Promise<string | null> {
  const host = setting === 'METRICS_PORT' ? config.METRICS_HOST : config.HOST
  const port = config[setting]
  const addresses = await lookup(host, { all: true }).catch(() => null)
  if (!addresses) return `HOST: the name ${host} is not known on this machine.`
  for (const { address } of addresses) {
    const code = await codeOfListening(address, port, patience)
    if (code === 'EADDRINUSE') {
      const holder = findPortHolder(port)
      return `Port ${port} is taken${holder ? ` by ${holder}` : ''}. Stop that program, or set ${setting} to a free port.`
    }
    if (code === 'EACCES')
      return `Port ${port} may only be used by an administrator. Set ${setting} to a port above 1023.`
    // A machine may know "localhost" as ::1 and have IPv6 turned off; one address that works is enough.
    if (code !== null && addresses.length === 1) return `HOST: cannot listen on ${address} (${code}).`
  }
  return null
}

async function codeOfListening(host: string, port: number, patience: number): Promise<string | null> {
  const begun = performance.now()
  for (;;) {
    const code = await tryListening(host, port)
    if (code !== 'EADDRINUSE' || performance.now() - begun > patience) return code
    await pause(50)
  }
}

function tryListening(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}
