import { existsSync } from 'node:fs'
import { openDatabase } from '@bollard/database'
import type { Config } from '../../config.ts'
import { StartupFault } from '../../startup-fault.ts'
import {
  keepSecrets,
  type KeptSecrets,
  randomHex,
  readSecrets,
  secretsFile,
  writeSecrets,
} from '../../supervise/keep-secrets.ts'
import { isRunning } from '../../supervise/running-record.ts'
import { reloadAndDrain } from '../reload.ts'
import { withDatabase } from '../with-database.ts'
import { describeOrder } from './describe-order.ts'
import { finishInCell, finishRotation } from './finish-rotation.ts'
import { finished, kinds, nextSigningKey, prepared, swapped, type Which } from './plan-rotation.ts'

const usage = `Usage: npm start -- rotate-keys <${kinds.join('|')}> [--finish]`
const settings = { signing: 'CAPTCHA_SIGNING_KEYS', session: 'SESSION_SECRET', encryption: 'ENCRYPTION_KEY' } as const

/**
 * Puts a new secret in the place of one in `secrets.json`, while Bollard runs or not: it is known everywhere before it signs, and what the
 * one before has signed stays true. Where it was killed, the next call goes on. Where the secret comes from the environment it says what to
 * set in which order, and `--finish` does the last step. Answers 1 where something is under no secret that is known.
 */
export async function rotateKeys(
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
  now: () => Date = () => new Date(),
): Promise<number> {
  const which = kinds.find((kind) => kind === args[0])
  const finish = args[1] === '--finish'
  if (which === undefined || args.length > (finish ? 2 : 1)) throw new StartupFault(usage)
  if (config.ROLE === 'edge' || config.ROLE === 'sites')
    throw new StartupFault('Run this where accounts are: with ROLE=all, api or worker.')
  if (config[settings[which]] !== undefined) {
    if (finish) {
      const code = await endInDatabase(config, which, say, now())
      if (which === 'encryption')
        say(`Now set the date behind "@" in FORMER_ENCRYPTION_KEYS to ${now().toISOString()} and restart.`)
      return code
    }
    for (const line of describeOrder(which, config, now())) say(line)
    return 0
  }
  if (finish) throw new StartupFault('--finish is for a secret that comes from the environment; this one does not.')
  return rotateInFile(config, which, say, now)
}

async function rotateInFile(
  config: Config,
  which: Which,
  say: (line: string) => void,
  now: () => Date,
): Promise<number> {
  const file = secretsFile(config.DATA_DIR)
  if (!existsSync(file)) throw new StartupFault(`${file} is missing. Run this where Bollard has been started before.`)
  refuseSharedPassword(config, which)
  const write = (secrets: KeptSecrets) => writeSecrets(file, secrets)
  let kept = readSecrets(file)
  if (kept.rotation && kept.rotation.which !== which)
    throw new StartupFault(
      `Another rotation has begun and is not finished. Finish it first: npm start -- rotate-keys ${kept.rotation.which}`,
    )
  if (!kept.rotation) {
    const next = which === 'signing' ? nextSigningKey(kept.captchaSigningKeys, randomHex) : randomHex()
    kept = write(prepared(kept, which, next, now()))
  } else say('Going on with the rotation that has begun.')
  if (kept.rotation?.step === 'prepared') {
    await letKnow(config, say, 'Every process learns the new secret …')
    kept = write(swapped(kept, now()))
  }
  await letKnow(config, say, 'The new secret takes over …')
  const code = await endInDatabase(config, which, say, now())
  write(finished(kept, now()))
  say(`Done. Back up ${file} now: without the new secret, later backups of the database cannot be read.`)
  return code
}

/** A process from before would refuse what the next ones sign, so each step waits until none is left. */
async function letKnow(config: Config, say: (line: string) => void, what: string): Promise<void> {
  if (!isRunning(config.DATA_DIR)) return
  say(`${what} This takes a minute or so.`)
  await reloadAndDrain(config, () => {})
}

async function endInDatabase(config: Config, which: Which, say: (line: string) => void, now: Date): Promise<number> {
  let code = 0
  await withDatabase(config, async (db) => {
    const { lines, isWhole } = await finishRotation(db, which, keepSecrets(config), now)
    for (const line of lines) say(line)
    code = isWhole ? 0 : 1
  })
  for (const [index, connectionString] of config.CELL_URLS.entries()) {
    const db = openDatabase({ connectionString, max: 2, applicationName: 'bollard command' })
    try {
      const { lines, isWhole } = await finishInCell(db, which, keepSecrets(config), now)
      for (const line of lines) say(`Cell ${index + 1}: ${line}`)
      if (!isWhole) code = 1
    } finally {
      await db.close()
    }
  }
  return code
}

/** Passwords of the database's roles follow from the encryption key where the owner has none, and a role has one password at a time. */
function refuseSharedPassword({ DATABASE_URL }: Config, which: Which): void {
  if (which !== 'encryption' || DATABASE_URL === undefined) return
  const { password, searchParams } = new URL(DATABASE_URL)
  if (password === '' && !searchParams.has('password'))
    throw new StartupFault(
      'DATABASE_URL has no password, so those of the database roles follow from the encryption key and would change with it. Give the owner a password in DATABASE_URL and start once, then rotate.',
    )
}
