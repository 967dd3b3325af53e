import { readFile } from 'node:fs/promises'
import type { GatewaySite } from '@bollard/gateway'
import { type GatewayPolicy, type PolicyFault, type Program, readPolicy } from '@bollard/guard'
import { agentUrl, type BotKey, botKeys, readDirectory } from '@bollard/visitor-credentials'
import { createBollard, type Bollard, BollardConfigurationError } from '../../client/node/src/index.ts'
import { StartupFault } from '../startup-fault.ts'
import type { Dashboard } from './dashboard/ask-dashboard.ts'
import type { SignedBots } from './identify-signed.ts'

/** A file that was read with everything it names. */
export interface LoadedFile {
  readonly policy: GatewayPolicy
  readonly sites: readonly GatewaySite[]
  /** Clients of the captchas, by their site keys. */
  readonly captchas: ReadonlyMap<string, Bollard>
  /** By the first hosts of their sites. */
  readonly dashboards: ReadonlyMap<string, Dashboard>
  /** What the owner's monitoring signs its passes with; null: there are none. */
  readonly probeSecret: string | null
  readonly signedBots: SignedBots
}

/** What is wrong with a file, a line each, with its place. */
export function describeFaults(faults: readonly PolicyFault[]): string[] {
  return faults.map(({ line, column, pointer, code, params }) => {
    const more = Object.entries(params).map(([name, value]) => `${name} ${value}`)
    return `line ${line}, column ${column}: ${pointer === '' ? 'the file' : pointer}: ${[code, ...more].join(', ')}`
  })
}

/** Reads the text of a file and the secrets and certificates of authorities that it names. Throws a `StartupFault` with every fault. */
export async function loadFile(text: string): Promise<LoadedFile> {
  const result = readPolicy(text)
  if (result.status === 'invalid') throw new StartupFault(describeFaults(result.faults).join('\n'))
  const { policy } = result
  const { probeSecretFile } = policy
  return {
    policy,
    sites: await Promise.all(policy.sites.map(siteOf)),
    captchas: await captchasOf(policy),
    dashboards: await dashboardsOf(policy),
    signedBots: await signedBotsOf(policy),
    probeSecret: probeSecretFile === undefined ? null : await readSecret('probeSecretFile', probeSecretFile),
  }
}

async function siteOf({ hosts, upstreams, hostHeader, health }: GatewayPolicy['sites'][number]): Promise<GatewaySite> {
  const servers = upstreams.map(async ({ url, caFile }) =>
    caFile === undefined ? { url } : { url, ca: await readNamed('caFile', caFile) },
  )
  return { hosts, hostHeader, upstreams: await Promise.all(servers), ...(health !== undefined && { health }) }
}

async function dashboardsOf({ dashboard: usual, sites }: GatewayPolicy): Promise<ReadonlyMap<string, Dashboard>> {
  const found = new Map<string, Dashboard>()
  for (const { hosts, dashboard = usual } of sites) {
    if (dashboard === undefined) continue
    const { api, secretKeyFile } = dashboard
    const secretKey = (await readNamed('dashboard: secretKeyFile', secretKeyFile)).trim()
    if (!/^bsec_[\w-]+$/u.test(secretKey))
      throw new StartupFault(`dashboard: ${secretKeyFile} holds no API key, which begins with bsec_`)
    found.set(hosts[0] ?? '', { api, secretKey })
  }
  return found
}

async function captchasOf({ captcha, sites }: GatewayPolicy): Promise<ReadonlyMap<string, Bollard>> {
  const clients = new Map<string, Bollard>()
  for (const one of [captcha, ...sites.map((site) => site.captcha)]) {
    if (one === undefined) continue
    const { api: host, siteKey, secretKey, secretKeyFile = '' } = one
    const secret = secretKey ?? (await readNamed('secretKeyFile', secretKeyFile)).trim()
    try {
      // What becomes of requests while nobody answers is the gateway's to decide.
      clients.set(siteKey, createBollard({ secretKey: secret, host, siteKey, failPolicy: 'closed', timeoutMs: 4_000 }))
    } catch (error) {
      if (error instanceof BollardConfigurationError)
        throw new StartupFault(`captcha: ${error.message}`, { cause: error })
      throw error
    }
  }
  return clients
}

async function signedBotsOf({ signedBots }: GatewayPolicy): Promise<SignedBots> {
  const keys: BotKey[] = []
  const byAgent = new Map<string, Pick<Program, 'name' | 'purpose'>>()
  for (const { agent: given, directoryFile, name, purpose } of signedBots) {
    const agent = agentUrl(given)
    if (agent === null) throw new StartupFault(`signedBots: ${given} is no address of an agent`)
    const read = readDirectory(await readNamed('signedBots: directoryFile', directoryFile), agent)
    if (!read.ok) throw new StartupFault(`signedBots: ${directoryFile} is no directory of keys: ${read.code}`)
    keys.push(...read.keys)
    byAgent.set(agent, { name: name ?? new URL(agent).hostname, purpose })
  }
  return { keys: botKeys(keys), byAgent }
}

const secretBytesMin = 32

async function readSecret(name: string, file: string): Promise<string> {
  const secret = (await readNamed(name, file)).trim()
  if (secret.length < secretBytesMin)
    throw new StartupFault(`${name}: ${file} needs at least ${secretBytesMin} characters`)
  return secret
}

/** Reads a file that the file of the gateway names. Throws a `StartupFault` that says where. */
export function readNamed(name: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartupFault(`${name}: ${file} cannot be read (${error.code})`, { cause: error })
  })
}
