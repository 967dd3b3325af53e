import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Figure, Figures, ShownSetting, System } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { OperationsServiceOptions } from '@bollard/operations-service'
import type { Registry } from 'prom-client'
import { askHealth } from '../child/ask-health.ts'
import { type Config, listSettings } from '../config.ts'

export type SystemPort = OperationsServiceOptions['system']
/** What is read of processes. */
export type Reading = Pick<SystemPort, 'readFigures' | 'readHealth'>

/** Version of this release. */
export const release = versionOf(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** What is told to operators about this installation. */
export function systemOf(config: Config): Omit<SystemPort, keyof Reading> {
  return {
    release,
    // With the role of an API alone, visitors are answered by machines with the role of an edge.
    servesVisitors: config.ROLE === 'all',
    settings: () => shownSettings(config),
    certificates: () => readCertificates(config),
  }
}

/** Names of settings that hold a secret, or an address with a password in it: too many rather than too few. */
const secretName = /SECRET|PASS|TOKEN|KEY|DATABASE_URL|SMTP_URL/u
/** What these say is public, or only where something is. */
const publicName = /SITE_KEY$|PUBLISHABLE_KEY$|_FILE$|^API_KEYS_FOR$/u
const isSecret = (name: string): boolean => secretName.test(name) && !publicName.test(name)

/** Every setting as it holds, in the order of the manual; a secret says only whether there is one. */
export function shownSettings(config: Config): ShownSetting[] {
  const values: Readonly<Record<string, unknown>> = { ...config }
  return listSettings().map(({ name, default: fallback }) => {
    const given = values[name]
    const text = given === undefined ? null : Array.isArray(given) ? given.join(', ') : String(given)
    // An address of a later setting may carry a password, too.
    const secret = isSecret(name) || /:\/\/[^/\s]*@/u.test(text ?? '')
    return { name, value: secret ? null : text, secret, changed: (text ?? '') !== fallback }
  })
}

/** The certificate of the API, where TLS ends here. One that cannot be read has no end, which an operator sees. */
export async function readCertificates({
  TLS_CERT_FILE: file,
}: Pick<Config, 'TLS_CERT_FILE'>): Promise<System['certificates']> {
  if (file === undefined) return []
  try {
    const { subject, validToDate } = new X509Certificate(await readFile(file))
    return [{ file, subject, expiresAt: validToDate.toISOString() }]
  } catch {
    return [{ file, subject: null, expiresAt: null }]
  }
}

/** What the supervisor knows of all processes of this machine. Throws `unavailable` where it does not answer. */
export const readHealth: SystemPort['readHealth'] = async () => {
  const health = await askHealth()
  if (health === null) throw new ProblemError('unavailable', 'Nobody has looked at this machine yet.')
  return health
}

/** The figures of a process, in the shape of the API. */
export async function figuresOf(registry: Pick<Registry, 'getMetricsAsJSON'>, now: Date): Promise<Figures> {
  const items = await registry.getMetricsAsJSON()
  return { at: now.toISOString(), items: items.map(describeFigure) }
}

type Metric = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]

function describeFigure({ name, help, type, values }: Metric): Figure {
  return {
    name,
    help,
    kind: kindOf(String(type)),
    samples: values.map(({ labels, value, ...rest }) => ({
      name: 'metricName' in rest && typeof rest.metricName === 'string' ? rest.metricName : name,
      labels: Object.fromEntries(Object.entries(labels).map(([label, one]) => [label, String(one)])),
      value: Number.isFinite(value) ? value : 0,
    })),
  }
}

function kindOf(type: string): Figure['kind'] {
  return type === 'counter' || type === 'histogram' || type === 'summary' ? type : 'gauge'
}

/** Before a process serves calls it has no figures. */
export const nothingRead: Reading = {
  async readFigures() {
    throw new ProblemError('unavailable', 'This process has no figures yet.')
  },
  async readHealth() {
    throw new ProblemError('unavailable', 'Nobody has looked at this machine yet.')
  },
}

function versionOf(manifest: string): string {
  const { version }: { version?: unknown } = JSON.parse(manifest)
  return typeof version === 'string' ? version : 'unknown'
}
