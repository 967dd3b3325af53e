import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'

const key = z.string().regex(/^[0-9a-f]{64}$/u)
export const secretsSchema = z.object({
  sessionSecret: z.string().min(32),
  captchaSigningKeys: z.array(key).min(1),
  encryptionKey: key,
})
const former = secretsSchema.omit({ encryptionKey: true })
export type Secrets = z.infer<typeof secretsSchema>

/** The secrets of the settings; what is not set is made once and kept in `secrets.json` in the data folder. */
export function keepSecrets(config: Config): Secrets {
  const {
    SESSION_SECRET: sessionSecret,
    CAPTCHA_SIGNING_KEYS: captchaSigningKeys,
    ENCRYPTION_KEY: encryptionKey,
  } = config
  if (sessionSecret && captchaSigningKeys && encryptionKey) return { sessionSecret, captchaSigningKeys, encryptionKey }
  const file = join(config.DATA_DIR, 'secrets.json')
  const kept = existsSync(file) ? read(file) : make(file)
  return {
    sessionSecret: sessionSecret ?? kept.sessionSecret,
    captchaSigningKeys: captchaSigningKeys ?? kept.captchaSigningKeys,
    encryptionKey: encryptionKey ?? kept.encryptionKey,
  }
}

/**
 * The key that seals what must not be in the database as it is, and under which the audit log is chained, of an installation that has been started
 * before. Throws a `StartupFault` where there is none: with a new one, nothing written here could be verified there.
 */
export function findEncryptionKey({ ENCRYPTION_KEY, DATA_DIR }: Pick<Config, 'ENCRYPTION_KEY' | 'DATA_DIR'>): string {
  if (ENCRYPTION_KEY) return ENCRYPTION_KEY
  const file = join(DATA_DIR, 'secrets.json')
  if (existsSync(file)) return read(file).encryptionKey
  throw new StartupFault(`${file} is missing. Run this where Bollard runs, with the same DATA_DIR or ENCRYPTION_KEY.`)
}

function read(file: string): Secrets {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const complete = secretsSchema.safeParse(kept)
    // Files of an earlier version have no key for sealing yet: it joins the others.
    return complete.success ? complete.data : writeSecrets(file, { ...former.parse(kept), encryptionKey: randomHex() })
  } catch (error) {
    throw new StartupFault(
      `${file} cannot be understood. Restore it from a backup. Without it everybody is signed out once, and bank accounts of partners have to be entered again.`,
      { cause: error },
    )
  }
}

function make(file: string): Secrets {
  return writeSecrets(file, {
    sessionSecret: randomHex(),
    captchaSigningKeys: [randomHex()],
    encryptionKey: randomHex(),
  })
}

function randomHex(): string {
  return randomBytes(32).toString('hex')
}

/** Writes them durably, readable by their owner alone. */
export function writeSecrets(file: string, secrets: Secrets): Secrets {
  const unfinished = `${file}.new`
  const handle = openSync(unfinished, 'w', 0o600)
  writeSync(handle, `${JSON.stringify(secrets, null, 2)}\n`)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(unfinished, file)
  return secrets
}
