import { chownSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chooseLauncher, prepareFor } from './choose-launcher.ts'
import { findBinaries } from './find-binaries.ts'

/** Gives a cluster that this process has unpacked to the user as whom PostgreSQL will run on it. Mostly that is this one. */
export function adoptCluster(folder: string): void {
  const dataDirectory = resolve(folder)
  const binaries = findBinaries()
  const launcher = chooseLauncher(dataDirectory, binaries)
  if (launcher.kind !== 'other-user') return
  prepareFor(launcher, dataDirectory, binaries)
  const cluster = join(dataDirectory, 'cluster')
  chownSync(cluster, launcher.uid, launcher.gid)
  for (const entry of readdirSync(cluster, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), launcher.uid, launcher.gid)
}
