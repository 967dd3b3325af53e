import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ShownSetting, System } from '@bollard/contracts'
import type { OperationsServiceOptions } from '@bollard/operations-service'
import { type Config, listSettings } from '../config.ts'

export type SystemPort = OperationsServiceOptions['system']

/** Version of this release. */
export const release = versionOf(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** What is told to operators about this installation. */
export function systemOf(config: Config): Omit<SystemPort, 'readFigures'> {
  return { release, settings: () => shownSettings(config), certificates: () => readCertificates(config) }
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

function versionOf(manifest: string): string {
  const { version }: { version?: unknown } = JSON.parse(manifest)
  return typeof version === 'string' ? version : 'unknown'
}
