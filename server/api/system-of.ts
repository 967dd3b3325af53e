import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ShownSetting, System } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { OperationsServiceOptions } from '@bollard/operations-service'
import { askFigures } from '../child/ask-figures.ts'
import { type Config, listSettings } from '../config.ts'

export type SystemPort = OperationsServiceOptions['system']

/** Version of this release. */
export const release = versionOf(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** What is told to operators about this installation. */
export function systemOf(config: Config): Omit<SystemPort, 'readFigures'> {
  return { release, settings: () => shownSettings(config), certificates: () => readCertificates(config) }
}

/** Names of settings that hold a secret, or an address with a password in it. */
const secretName = /SECRET|PASSWORD|TOKEN|SIGNING_KEYS|ENCRYPTION_KEY|DATABASE_URL|SMTP_URL/u

/** Every setting as it holds, in the order of the manual; a secret says only whether there is one. */
export function shownSettings(config: Config): ShownSetting[] {
  const values: Readonly<Record<string, unknown>> = { ...config }
  return listSettings().map(({ name, default: fallback }) => {
    const given = values[name]
    const text = given === undefined ? null : Array.isArray(given) ? given.join(', ') : String(given)
    const secret = secretName.test(name)
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
export const readFigures: SystemPort['readFigures'] = async () => {
  const figures = await askFigures()
  if (figures === null) throw new ProblemError('unavailable', 'This process has no figures yet.')
  return figures
}

function versionOf(manifest: string): string {
  const { version }: { version?: unknown } = JSON.parse(manifest)
  return typeof version === 'string' ? version : 'unknown'
}
