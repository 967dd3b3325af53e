import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'
import { isOtherKey } from './other-key.ts'

const key = z.string().regex(/^[0-9a-f]{64}$/u)
export const secretsSchema = z.object({
  sessionSecret: z.string().min(32),
  captchaSigningKeys: z.array(z.string().regex(/^\+?[0-9a-f]{64}$/u)).min(1),
  encryptionKey: key,
  /** Secrets that only verify. */
  formerSessionSecrets: z.array(z.string().min(32)).optional(),
  /** Keys that only open, see `key-ring.ts`. */
  formerEncryptionKeys: z.array(z.string().refine(isOtherKey)).optional(),
})
const former = secretsSchema.pick({ sessionSecret: true, captchaSigningKeys: true })
export type Secrets = z.infer<typeof secretsSchema>

const fileSchema = secretsSchema.extend({
  /** A change of a secret that has begun: the new one verifies everywhere first, and signs once no process is left that does not know it. */
  rotation: z
    .object({
      which: z.enum(['signing', 'session', 'encryption']),
      step: z.enum(['prepared', 'swapped']),
      next: z.string(),
    })
    .optional(),
})
/** What `secrets.json` holds. */
export type KeptSecrets = z.infer<typeof fileSchema>

export const secretsFile = (dataDirectory: string): string => join(dataDirectory, 'secrets.json')

/** The secrets of the settings; what is not set is made once and kept in `secrets.json` in the data folder. */
export function keepSecrets(config: Config): Secrets {
  const {
    SESSION_SECRET: sessionSecret,
    CAPTCHA_SIGNING_KEYS: captchaSigningKeys,
    ENCRYPTION_KEY: encryptionKey,
    FORMER_SESSION_SECRETS: formerSessionSecrets,
    FORMER_ENCRYPTION_KEYS: formerEncryptionKeys,
  } = config
  const given = {
    ...(formerSessionSecrets ? { formerSessionSecrets } : {}),
    ...(formerEncryptionKeys ? { formerEncryptionKeys } : {}),
  }
  if (sessionSecret && captchaSigningKeys && encryptionKey)
    return { sessionSecret, captchaSigningKeys, encryptionKey, ...given }
  const file = secretsFile(config.DATA_DIR)
  const { rotation: _, ...kept } = existsSync(file) ? readSecrets(file) : make(file)
  return {
    ...kept,
    sessionSecret: sessionSecret ?? kept.sessionSecret,
    captchaSigningKeys: captchaSigningKeys ?? kept.captchaSigningKeys,
    encryptionKey: encryptionKey ?? kept.encryptionKey,
    ...given,
  }
}

/**
 * The key that seals what must not be in the database as it is, and under which the audit log is chained, of an installation that has been started
 * before. Throws a `StartupFault` where there is none: with a new one, nothing written here could be verified there.
 */
export function findEncryptionKey(config: KeysFrom): string {
  return findKeys(config).encryptionKey
}

/** The same with the keys from before, which open what it sealed and say of older entries of the audit log that they are true. */
export function findKeys({ ENCRYPTION_KEY, FORMER_ENCRYPTION_KEYS, DATA_DIR }: KeysFrom): EncryptionKeys {
  const file = secretsFile(DATA_DIR)
  const kept = existsSync(file) && !(ENCRYPTION_KEY && FORMER_ENCRYPTION_KEYS) ? readSecrets(file) : null
  const encryptionKey = ENCRYPTION_KEY ?? kept?.encryptionKey
  const formerEncryptionKeys = FORMER_ENCRYPTION_KEYS ?? kept?.formerEncryptionKeys
  if (encryptionKey !== undefined) return { encryptionKey, ...(formerEncryptionKeys ? { formerEncryptionKeys } : {}) }
  throw new StartupFault(`${file} is missing. Run this where Bollard runs, with the same DATA_DIR or ENCRYPTION_KEY.`)
}

type KeysFrom = Pick<Config, 'ENCRYPTION_KEY' | 'DATA_DIR'> & Partial<Pick<Config, 'FORMER_ENCRYPTION_KEYS'>>
export type EncryptionKeys = Pick<Secrets, 'encryptionKey' | 'formerEncryptionKeys'>

/** Throws a `StartupFault` for a file that is damaged. */
export function readSecrets(file: string): KeptSecrets {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const complete = fileSchema.safeParse(kept)
    if (complete.success) return complete.data
    // Files of an earlier version have no key for sealing yet: it joins the others. What names one is damaged.
    if (typeof kept === 'object' && kept !== null && 'encryptionKey' in kept) throw complete.error
    return writeSecrets(file, { ...former.parse(kept), encryptionKey: randomHex() })
  } catch (error) {
    throw new StartupFault(
      `${file} cannot be understood. Restore it from a backup. Without it everybody is signed out once, and bank accounts of partners have to be entered again.`,
      { cause: error },
    )
  }
}

function make(file: string): KeptSecrets {
  return writeSecrets(file, {
    sessionSecret: randomHex(),
    captchaSigningKeys: [randomHex()],
    encryptionKey: randomHex(),
  })
}

export function randomHex(): string {
  return randomBytes(32).toString('hex')
}

/** Writes them durably and in one piece, whenever the machine fails, readable by their owner alone. */
export function writeSecrets(file: string, secrets: KeptSecrets): KeptSecrets {
  const unfinished = `${file}.new`
  const handle = openSync(unfinished, 'w', 0o600)
  writeSync(handle, `${JSON.stringify(secrets, null, 2)}\n`)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(unfinished, file)
  return secrets
}
