import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What a page needs of a folder that a framework has built: contents by path. */
export function readFolder(folder: string): ReadonlyMap<string, Buffer> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), readFileSync(path)]),
  )
}
