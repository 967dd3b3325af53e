import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'

const schema = z.object({ sessionSecret: z.string().min(32), captchaSigningKeys: z.array(z.string().regex(/^[0-9a-f]{64}$/u)).min(1) })
export type Secrets = z.infer<typeof schema>

/** The secrets of the settings; what is not set is made once and kept in `secrets.json` in the data folder. */
export function keepSecrets(config: Config): Secrets {
  const { SESSION_SECRET: sessionSecret, CAPTCHA_SIGNING_KEYS: captchaSigningKeys } = config
  if (sessionSecret && captchaSigningKeys) return { sessionSecret, captchaSigningKeys }
  const file = join(config.DATA_DIR, 'secrets.json')
  const kept = existsSync(file) ? read(file) : make(file)
  return { sessionSecret: sessionSecret ?? kept.sessionSecret, captchaSigningKeys: captchaSigningKeys ?? kept.captchaSigningKeys }
}

function read(file: string): Secrets {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new StartupFault(`${file} cannot be understood. Restore it from a backup, or remove it: everybody is then signed out once.`, { cause: error })
  }
}

function make(file: string): Secrets {
  const secrets = { sessionSecret: randomBytes(32).toString('hex'), captchaSigningKeys: [randomBytes(32).toString('hex')] }
  const unfinished = `${file}.new`
  const handle = openSync(unfinished, 'w', 0o600)
  writeSync(handle, `${JSON.stringify(secrets, null, 2)}\n`)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(unfinished, file)
  return secrets
}
