import { DamageError, type Sealing } from '../sealing.ts'
import type { Target } from '@bollard/object-storage'
import { type Manifest, manifestPath, manifestSchema } from '../manifest.ts'

/** A backup as it lies in a target. */
export interface StoredBackup {
  readonly id: string
  /** Null where it can't be read, and then `fault` says why. */
  readonly manifest: Manifest | null
  /** `unfinished`: without a manifest, as while it is being taken and after that was interrupted. */
  readonly state: 'whole' | 'unfinished' | 'unreadable'
  readonly fault: string | null
  /** When its newest object was stored. */
  readonly at: Date
  readonly paths: readonly string[]
  readonly bytes: number
}

/** All backups in a target, the oldest first. */
export async function readManifests(target: Target, sealing: Sealing): Promise<StoredBackup[]> {
  const objects = Map.groupBy(await target.list('base/'), ({ path }) => path.split('/')[1] ?? '')
  const found: StoredBackup[] = []
  for (const [id, parts] of objects) {
    const about = {
      id,
      at: new Date(Math.max(...parts.map(({ at }) => at.getTime()))),
      paths: parts.map(({ path }) => path),
      bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    }
    if (!about.paths.includes(manifestPath(id))) {
      found.push({
        ...about,
        manifest: null,
        state: 'unfinished',
        fault: `base/${id} has no manifest: it isn't whole.`,
      })
      continue
    }
    try {
      const manifest = await readManifest(target, sealing, id)
      found.push({ ...about, manifest, state: 'whole', fault: null })
    } catch (error) {
      if (!(error instanceof DamageError)) throw error
      found.push({ ...about, manifest: null, state: 'unreadable', fault: error.message })
    }
  }
  return found.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

async function readManifest(target: Target, sealing: Sealing, id: string): Promise<Manifest> {
  const path = manifestPath(id)
  const content = await sealing.open((await target.get(path)) ?? Buffer.alloc(0), path)
  const read = manifestSchema.safeParse(asJson(content))
  if (!read.success)
    throw new DamageError(
      `${path} is of another release of Bollard, or damaged (${read.error.issues[0]?.path.join('.')}).`,
    )
  if (read.data.id !== id) throw new DamageError(`${path} was swapped: it describes ${read.data.id}.`)
  return read.data
}

function asJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return null
  }
}
