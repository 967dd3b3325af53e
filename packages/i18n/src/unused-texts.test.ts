import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTexts, type TextTree } from './load-texts.ts'

const repository = join(import.meta.dirname, '../../..')

/** Where the texts of a folder may be used. Reasons and mails are looked up by code and have no place to find. */
const places: Readonly<Record<string, { root: string; folders: readonly string[] }>> = {
  website: { root: '', folders: ['sites/website/app'] },
  identity: { root: '', folders: ['sites/identity/app'] },
  dashboard: { root: '', folders: ['sites/dashboard/app'] },
  docs: { root: '', folders: ['sites/docs/app'] },
  admin: { root: '', folders: ['sites/admin/app'] },
  status: { root: '', folders: ['sites/status/app'] },
  'library-elements': { root: 'elements.', folders: ['sites', 'packages/site-kit/src'] },
  'library-structure': { root: 'structure.', folders: ['sites', 'packages/site-kit/src'] },
}

test.for(Object.keys(places))('every text of %s is used somewhere', (folder) => {
  const place = places[folder]
  const used = pathsIn(place?.folders ?? [])
  const unused = keysOf(readTexts(folder, 'en'), place?.root).filter((key) => !isUsed(key, used))
  expect(unused).toEqual([])
})

/** Used as a whole, or through something above it that is looked up by a value, such as `$.structure.problems[code]`. */
function isUsed(key: string, used: ReadonlySet<string>): boolean {
  const parts = key.replace(/_(?:one|other)$/u, '').split('.')
  return parts.some((_part, index) => used.has(parts.slice(0, index + 1).join('.')))
}

function keysOf(tree: TextTree, path = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`] : keysOf(value, `${path}${key}.`),
  )
}

/** Every path that a selector names: `($) => $.signIn.title` is `signIn.title`. */
function pathsIn(folders: readonly string[]): Set<string> {
  const paths = new Set<string>()
  for (const folder of folders) {
    for (const entry of readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })) {
      const place = join(entry.parentPath, entry.name)
      if (!entry.isFile() || !/\.tsx?$/u.test(entry.name) || /node_modules|[\\/]build[\\/]|\.react-router/u.test(place))
        continue
      for (const [, path = ''] of readFileSync(place, 'utf8').matchAll(/\$((?:\??\.\w+)+)/gu))
        paths.add(path.replaceAll('?', '').slice(1))
    }
  }
  return paths
}
