import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPlatform, platformIds, platforms, searchPlatforms } from './platforms.ts'

const repository = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(repository, path), 'utf8')

/** The addresses that the specification names. */
const slugs =
  `android-captcha-sdk angular-captcha craft-cms-captcha-plugin dotnet-captcha flutter-captcha go-captcha groovy-captcha
  ios-captcha-sdk java-captcha javascript-captcha joomla-captcha-plugin keycloak-captcha-plugin kotlin-captcha
  magento-2-captcha-extension nodejs-captcha php-captcha python-captcha react-captcha react-native-captcha ruby-captcha
  rust-captcha scala-captcha typo3-captcha-extension vue-captcha webflow-captcha-app wordpress-captcha-plugin`.split(
    /\s+/u,
  )

test('there is a page for each platform of the specification, and for nothing else', () => {
  expect(platformIds.map((id) => platforms[id].slug).toSorted()).toEqual(slugs)
  expect(findPlatform('rust-captcha')).toBe('rust')
  expect(findPlatform('cobol-captcha')).toBeNull()
})

test.for(platformIds)('%s shows examples that exist, and leads to its guide', (id) => {
  const { widget, server, guide, client } = platforms[id]
  for (const { file, ...example } of [...widget, ...server]) {
    const code = read(file)
    if ('region' in example) expect(code).toMatch(new RegExp(`#region ${example.region}\\b`, 'u'))
  }
  expect(existsSync(join(repository, `content/en/docs${guide}.mdx`))).toBe(true)
  expect(read(`client/${client}/README.md`).length).toBeGreaterThan(0)
})

test.for(platformIds)('%s shows the version of its manifest', (id) => {
  const { client } = platforms[id]
  const changelog = read(`client/${client}/CHANGELOG.md`)
  const [, version] = /^## (\d+\.\d+\.\d+)/mu.exec(changelog) ?? []
  expect(version).toBeDefined()
  for (const manifest of [
    'package.json',
    'composer.json',
    'pom.xml',
    'Cargo.toml',
    'pyproject.toml',
    'pubspec.yaml',
    'bollard.xml',
  ])
    if (existsSync(join(repository, `client/${client}/${manifest}`))) {
      const written = /(?:"version":\s*"|<version>|^version\s*[:=]\s*"?)(\d+\.\d+\.\d+)/mu.exec(
        read(`client/${client}/${manifest}`),
      )
      if (written !== null) expect(written[1], manifest).toBe(version)
    }
})

test('nothing is said to run on its platform without a run that passed', () => {
  const servers = JSON.parse(read('client/last-run.json')) as Record<string, { cases: number; of: number }>
  const frontEnds = JSON.parse(read('client/last-run-front-ends.json')) as Record<string, { result: string }>
  const systems = JSON.parse(read('client/last-run-of-systems.json')) as Record<
    string,
    { checks: { passed: number; of: number } | null }
  >
  const hasRun = (key: string) =>
    (servers[key] !== undefined && servers[key].cases === servers[key].of) ||
    (!key.startsWith('package ') && frontEnds[key]?.result === 'passed') ||
    (systems[key]?.checks ?? null) !== null
  for (const id of platformIds) {
    const { ran, runs, kind }: { ran: string; runs: readonly string[]; kind: string } = platforms[id]
    for (const key of runs)
      expect([...Object.keys(servers), ...Object.keys(frontEnds), ...Object.keys(systems)]).toContain(key)
    if (kind !== 'app') expect(runs.some(hasRun), id).toBe(ran === 'platform')
  }
})

test('a search finds frameworks by the beginnings of words, and all of its words must fit', () => {
  expect(searchPlatforms('laravel')).toEqual(['php'])
  expect(searchPlatforms('  KOTLIN  ktor ')).toEqual(['kotlin'])
  expect(searchPlatforms('go')).toEqual(['go'])
  expect(searchPlatforms('asp.net')).toEqual(['dotnet'])
  expect(searchPlatforms('')).toHaveLength(26)
  expect(searchPlatforms('fortran')).toEqual([])
})
