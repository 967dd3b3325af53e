import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { monitoringProbeCalls, type ProbeAssignments } from '@bollard/contracts'

/** What the product assigned last. */
export interface Kept {
  /** When it was said, in Unix milliseconds by the clock of this machine. */
  readonly heardAt: number
  /** How far that clock was ahead of the product's, in milliseconds; null where nobody knew. */
  readonly clockMs: number | null
  readonly answer: ProbeAssignments
}

/** What a probe has to check, sealed on the disk, so that it continues after a start without a connection. */
export interface KeptChecks {
  /** Null where nothing is kept that still counts at a moment: what is too old, of another token, folder or version, or damaged, is removed. */
  read(now: number): Kept | null
  /** Replaces what is kept, all or nothing. Throws where the disk does not take it. */
  write(kept: Kept): void
  /** Throws where the file cannot be removed. */
  remove(): void
  /** What was heard longer ago is not to be checked any more. */
  readonly ageMsMax: number
}

export interface KeptChecksOptions {
  /** That of the spool, which one process at a time has. */
  readonly folder: string
  readonly instance: string
  readonly token: string
  readonly apiUrl: string
  readonly ageMsMax: number
}

/** A clock may be put right by so much between two starts. */
const aheadMsMax = 300_000
const formatVersion = 1
const [nonceBytes, tagBytes] = [12, 16]

/** Only who has the token can read the file, and only in the folder and for the address that it was written for. */
export function openKeptChecks({ folder, instance, token, apiUrl, ageMsMax }: KeptChecksOptions): KeptChecks {
  const path = join(folder, 'checks.sealed')
  const draft = `${path}.new`
  const key = Buffer.from(hkdfSync('sha256', token, '', 'bollard probe checks on disk, 1', 32))
  const belongsTo = Buffer.from([`bollard probe checks, ${formatVersion}`, apiUrl, instance].join('\n'))

  function open(sealed: Buffer): Kept {
    const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decipher.setAAD(belongsTo).setAuthTag(tag)
    const opened = Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
    const { heardAt, clockMs, answer } = JSON.parse(opened.toString('utf8')) as Kept
    return { heardAt, clockMs, answer: monitoringProbeCalls.fetchProbeAssignments.response.schema.parse(answer) }
  }
  const remove = () => rmSync(path, { force: true })
  return {
    ageMsMax,
    read(now) {
      const sealed = readIfThere(path)
      if (sealed === null) return null
      try {
        const kept = open(sealed)
        if (now - kept.heardAt <= ageMsMax && kept.heardAt <= now + aheadMsMax) return kept
      } catch {
        // Whatever is wrong with it, nothing else can be made of it.
      }
      remove()
      return null
    },
    write(kept) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(belongsTo)
      const sealed = Buffer.concat([cipher.update(JSON.stringify(kept)), cipher.final()])
      rmSync(draft, { force: true })
      const file = openSync(draft, 'wx', 0o600)
      try {
        for (const part of [nonce, cipher.getAuthTag(), sealed]) writeAll(file, part)
        fsyncSync(file)
      } catch (error) {
        rmSync(draft, { force: true })
        throw error
      } finally {
        closeSync(file)
      }
      renameSync(draft, path)
    },
    remove,
  }
}

function writeAll(file: number, part: Buffer): void {
  for (let written = 0; written < part.length;) written += writeSync(file, part, written)
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
