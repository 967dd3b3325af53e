/**
 * Compares the packed files of former versions with those that a commit of the history has, and ends with 1 where they differ.
 * Run: node_modules/.bin/node server/testing/upgrade/compare-with-commit.ts
 */
import { execFileSync } from 'node:child_process'
import { lastOf5c36d67, readFormerMigrations } from './former-migrations.ts'

const folders: Readonly<Record<string, string>> = {
  server: 'server/migrations',
  audit: 'packages/audit/src/migrations',
  mail: 'packages/mail/src/migrations',
}
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' })

for (const [schema, files] of Object.entries(await readFormerMigrations())) {
  const folder = folders[schema] ?? `services/${schema}/src/migrations`
  const wanted = git('ls-tree', '--name-only', `5c36d67:${folder}`).trim().split('\n')
  const kept = Object.keys(files).filter((name) => Number.parseInt(name, 10) <= (lastOf5c36d67[schema] ?? 99))
  const different = wanted.filter((name) => files[name] !== git('show', `5c36d67:${folder}/${name}`))
  const isSame = different.length === 0 && wanted.toSorted().join() === kept.toSorted().join()
  console.log(`${schema}: ${wanted.length} files, ${isSame ? 'the same' : `different: ${different.join(', ')}`}`)
  if (!isSame) process.exitCode = 1
}
