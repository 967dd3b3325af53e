import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { DamageError, openWithPassphrase, sealWithPassphrase } from '@bollard/backup'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'
import { keepSecrets, secretsSchema, writeSecrets } from '../supervise/keep-secrets.ts'

const lengthMin = 12
const schema = z.object({ secrets: secretsSchema, backupKey: z.string().nullable() })

/** Writes the installation's secrets, and the key of its backups, into a new file that a passphrase opens. */
export async function saveSecrets(
  config: Config,
  file: string,
  say: (line: string) => void,
  work?: number,
): Promise<void> {
  if (existsSync(file)) throw new StartupFault(`${file} exists already. Name a new file.`)
  const fromSettings = config.SESSION_SECRET && config.CAPTCHA_SIGNING_KEYS && config.ENCRYPTION_KEY
  // Otherwise it would make new ones, and save those.
  if (!fromSettings && !existsSync(join(config.DATA_DIR, 'secrets.json')))
    throw new StartupFault(`${config.DATA_DIR} has no secrets. Run this where Bollard runs, with the same settings.`)
  const passphrase = await askPassphrase('Passphrase (12 characters or more): ')
  if (passphrase.length < lengthMin) throw new StartupFault(`The passphrase needs ${lengthMin} characters or more.`)
  const content = JSON.stringify({ secrets: keepSecrets(config), backupKey: config.BACKUP_KEY ?? null })
  writeFileSync(file, await sealWithPassphrase(content, passphrase, work), { mode: 0o600, flag: 'wx', flush: true })
  say(`The secrets are in ${file}. Keep the file and the passphrase apart from the backups.`)
}

/** Writes saved secrets into a data folder, which must not have others. */
export async function restoreSecrets(file: string, to: string, say: (line: string) => void): Promise<void> {
  if (!existsSync(file)) throw new StartupFault(`${file} doesn't exist.`)
  const target = join(to, 'secrets.json')
  if (existsSync(target)) throw new StartupFault(`${target} exists already. Nothing was replaced.`)
  const passphrase = await askPassphrase('Passphrase: ')
  const { secrets, backupKey } = await readSaved(file, passphrase)
  mkdirSync(to, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  writeSecrets(target, secrets)
  say(`The secrets are in ${target}.`)
  if (backupKey !== null) say(`BACKUP_KEY was ${backupKey}`)
}

async function readSaved(file: string, passphrase: string): Promise<z.infer<typeof schema>> {
  try {
    return schema.parse(JSON.parse(await openWithPassphrase(readFileSync(file), passphrase)))
  } catch (error) {
    if (error instanceof DamageError) throw new StartupFault(error.message, { cause: error })
    throw new StartupFault(`${file} holds no secrets of Bollard.`, { cause: error })
  }
}

/** From `BACKUP_PASSPHRASE`, else typed. A terminal shows nothing of it. */
async function askPassphrase(question: string): Promise<string> {
  const given = process.env.BACKUP_PASSPHRASE
  if (given !== undefined && given !== '') return given
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: process.stdin.isTTY })
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  const answer = lines.question(question)
  // readline echoes by writing: from here on it writes nothing.
  if (process.stdin.isTTY) Object.assign(lines, { _writeToOutput: () => {} })
  const typed = await Promise.race([answer, ended])
  lines.close()
  process.stdout.write('\n')
  return typed
}
