import { existsSync, statSync } from 'node:fs'
import type { Config } from '../../config.ts'
import { checkDataDirectory, freeMegabytes } from '../../supervise/check-data-directory.ts'
import { checkPorts } from '../../supervise/check-ports.ts'
import { readSecrets, secretsFile } from '../../supervise/keep-secrets.ts'
import { otherKeysOf } from '../../supervise/key-ring.ts'
import { fault, type Finding, ok, reasonOf, skipped, warning } from './finding.ts'

const dayMs = 86_400_000
/** Below that a day of a busy installation may fill the disk. */
const comfortableMegabytes = 2_048

/** What can be seen on this machine alone. */
export async function checkMachine(config: Config, isRunning: boolean, now: Date): Promise<Finding[]> {
  return [checkFolder(config), ...checkSecrets(config, now), await checkListening(config, isRunning)]
}

function checkFolder({ DATA_DIR }: Config): Finding {
  if (!existsSync(DATA_DIR)) return skipped('disk', 'There is no data folder yet; the first start makes it.')
  try {
    checkDataDirectory(DATA_DIR)
  } catch (error) {
    return fault('disk', reasonOf(error), 'Make room, or give this user the right to write there, then start again.')
  }
  const free = freeMegabytes(DATA_DIR)
  const said = `${free.toLocaleString('en')} MB are free on the disk of ${DATA_DIR}.`
  return free < comfortableMegabytes
    ? warning('disk', said, 'Make room before the disk is full: a full disk stops every verification.')
    : ok('disk', said)
}

function checkSecrets(config: Config, now: Date): Finding[] {
  const file = secretsFile(config.DATA_DIR)
  const former = config.FORMER_ENCRYPTION_KEYS
  if (!existsSync(file)) {
    const given = config.SESSION_SECRET && config.ENCRYPTION_KEY && config.CAPTCHA_SIGNING_KEYS
    const said = given ? 'Secrets come from the environment.' : 'There are no secrets yet; the first start makes them.'
    return [ok('secrets', said), ...checkOverlap(former, now)]
  }
  const { mode } = statSync(file)
  if ((mode & 0o077) !== 0 && process.platform !== 'win32')
    return [
      fault(
        'secrets',
        `Others on this machine may read ${file}.`,
        `Run: chmod 600 ${file}\nThen rotate all three secrets: npm start -- rotate-keys`,
      ),
    ]
  try {
    const { rotation, formerEncryptionKeys } = readSecrets(file)
    if (rotation)
      return [
        warning(
          'secrets',
          `The rotation of the ${rotation.which} secret has begun and is not finished.`,
          `Run: npm start -- rotate-keys ${rotation.which}`,
        ),
      ]
    return [
      ok('secrets', `${file} is readable by its owner alone.`),
      ...checkOverlap(former ?? formerEncryptionKeys, now),
    ]
  } catch (error) {
    return [fault('secrets', reasonOf(error), `Restore ${file} from a backup.`)]
  }
}

/** Until that day the last step of a rotation has to be done, or audit logs count as broken. What is over says of backups when they may end under a key. */
function checkOverlap(formerEncryptionKeys: readonly string[] | undefined, now: Date): Finding[] {
  const ends = otherKeysOf({ formerEncryptionKeys: [...(formerEncryptionKeys ?? [])] }).flatMap(({ endsUntil }) =>
    endsUntil !== null && endsUntil > now ? endsUntil : [],
  )
  const [end] = ends.toSorted((one, other) => one.getTime() - other.getTime())
  if (end === undefined) return []
  const days = Math.floor((end.getTime() - now.getTime()) / dayMs)
  return [
    warning(
      'encryption-key-overlap',
      `The overlap of two encryption keys ends in ${days} days.`,
      'Run "npm start -- rotate-keys encryption --finish", then set the date behind "@" in FORMER_ENCRYPTION_KEYS as it says.',
    ),
  ]
}

async function checkListening(config: Config, isRunning: boolean): Promise<Finding> {
  if (isRunning) return skipped('ports', 'Bollard runs, so its ports are its own.')
  try {
    await checkPorts(config, 0)
    return ok('ports', 'All ports are free for a start.')
  } catch (error) {
    return fault(
      'ports',
      error instanceof Error ? error.message : String(error),
      'Stop that program, or set another port.',
    )
  }
}
