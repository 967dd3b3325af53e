import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupFault } from '../startup-fault.ts'

const bytesMin = 32

/** What signs passes: the file that is named, or 32 bytes that are made once in the folder of the gateway. Throws a `StartupFault`. */
export function keepSecret(folder: string, secretFile: string | undefined): Buffer {
  const file = secretFile ?? join(folder, 'secret')
  if (secretFile === undefined && !existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(file, randomBytes(bytesMin).toString('hex'), { mode: 0o600 })
  }
  const secret = Buffer.from(read(file).trim())
  if (secret.length < bytesMin) throw new StartupFault(`secretFile: ${file} needs at least ${bytesMin} characters`)
  return secret
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartupFault(`secretFile: ${file} cannot be read`, { cause: error })
  }
}
