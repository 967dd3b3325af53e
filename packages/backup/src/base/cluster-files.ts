import { type Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders that a restored server fills anew: they are kept empty. */
const emptied = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
/** PostgreSQL expects them in the folder of the log. */
const expectedInLog = ['pg_wal/archive_status/', 'pg_wal/summaries/']
const left = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'current_logfiles',
  'backup_label',
  'backup_label.old',
  'tablespace_map',
  'tablespace_map.old',
  'backup_manifest',
  'recovery.signal',
  'standby.signal',
])
const control = 'global/pg_control'

export interface ClusterListing {
  /** With a slash at the end, parents before what they hold. */
  readonly folders: readonly string[]
  /** The control file is the last. */
  readonly files: readonly string[]
  /** Tablespaces outside of the folder. */
  readonly tablespaces: readonly string[]
}

/**
 * What a base backup copies of the folder of a running server, by the rules of PostgreSQL's manual ("Making a base backup using the
 * low level API"): neither what belongs to the running process nor what is lost in a crash anyway.
 */
export async function listCluster(cluster: string): Promise<ClusterListing> {
  const listing = { folders: [...expectedInLog], files: [] as string[], tablespaces: [] as string[] }
  await walk(cluster, '', listing)
  return {
    folders: listing.folders.toSorted(),
    files: [...listing.files.filter((path) => path !== control).toSorted(), control],
    tablespaces: listing.tablespaces,
  }
}

async function walk(
  cluster: string,
  inside: string,
  listing: { folders: string[]; files: string[]; tablespaces: string[] },
): Promise<void> {
  const entries = await readdir(join(cluster, inside), { withFileTypes: true }).catch((error: unknown) => {
    // A database that was dropped in the meantime.
    if (inside !== '' && error instanceof Error && 'code' in error && error.code === 'ENOENT') return [] as Dirent[]
    throw error
  })
  const names = new Set(entries.map(({ name }) => name))
  for (const entry of entries) {
    const path = `${inside}${entry.name}`
    if (entry.isDirectory()) {
      if (entry.name.startsWith('pgsql_tmp')) continue
      listing.folders.push(`${path}/`)
      if (!emptied.includes(path)) await walk(cluster, `${path}/`, listing)
    } else if (inside === 'pg_tblspc/') listing.tablespaces.push(path)
    else if (entry.isFile() && isKept(path, names)) listing.files.push(path)
  }
}

/** `siblings` are the names in the same folder. */
export function isKept(path: string, siblings: ReadonlySet<string>): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (left.has(path) || name.startsWith('pgsql_tmp') || name.startsWith('pg_internal.init')) return false
  if (path.endsWith('.auto.conf.tmp')) return false
  if (!/^(?:base|global)\//u.test(path)) return true
  // Of a temporary table: t, its session, its file.
  if (/^t\d+_\d+(?:_(?:fsm|vm|init))?(?:\.\d+)?$/u.test(name)) return false
  // Of a table that isn't logged only its empty beginning is kept.
  const [, relation, fork] = /^(\d+)(?:_(fsm|vm|init))?(?:\.\d+)?$/u.exec(name) ?? []
  return relation === undefined || fork === 'init' || !siblings.has(`${relation}_init`)
}
