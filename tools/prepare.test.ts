import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Entry {
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: true
}
interface Lock {
  readonly packages: Readonly<Record<string, Entry>>
}
const { withAddresses }: { withAddresses(lock: Lock): Lock } = await import(
  new URL('prepare.mjs', import.meta.url).href
)

const addressesOf = (packages: Record<string, object>) =>
  Object.values(withAddresses({ packages }).packages).map(({ resolved }) => resolved)
const integrity = 'sha512-AA=='

test('packages have the address that follows from their name and version, under a name that no host has', () => {
  expect(
    addressesOf({
      'node_modules/one': { version: '1.0.0', integrity },
      'node_modules/@some/two': { version: '2.0.0-beta.1', integrity },
      'services/three/node_modules/@some/two': { version: '1.9.0', integrity },
      'node_modules/one/node_modules/four': { version: '4.0.0', integrity },
      'node_modules/alias': { name: '@some/five', version: '5.0.0', integrity },
    }),
  ).toEqual([
    'https://registry.invalid/one/-/one-1.0.0.tgz',
    'https://registry.invalid/@some/two/-/two-2.0.0-beta.1.tgz',
    'https://registry.invalid/@some/two/-/two-1.9.0.tgz',
    'https://registry.invalid/four/-/four-4.0.0.tgz',
    'https://registry.invalid/@some/five/-/five-5.0.0.tgz',
  ])
})

test('what has no hash, an address of its own or lies in this repository is left as it is', () => {
  const packages: Record<string, object> = {
    '': { name: 'all', version: '1.0.0' },
    'node_modules/of-another-system': { version: '1.0.0' },
    'node_modules/elsewhere': { version: '1.0.0', integrity, resolved: 'https://elsewhere.example/one.tgz' },
    'node_modules/ours': { resolved: 'packages/ours', link: true },
    'packages/ours': { version: '1.0.0' },
  }
  expect(withAddresses({ packages })).toEqual({ packages })
})

test('of the lockfile nothing but addresses changes, and each package with one keeps its hash', () => {
  const lock: Lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  const { packages, ...rest } = withAddresses(lock)
  const addressed = Object.entries(packages).filter(
    ([path, { resolved }]) => resolved !== lock.packages[path]?.resolved,
  )
  expect(addressed.length).toBeGreaterThan(500)
  expect(addressed.filter(([, entry]) => !entry.integrity?.startsWith('sha512-'))).toEqual([])
  const before = Object.entries(packages).map(([path, entry]) => [
    path,
    { ...entry, resolved: lock.packages[path]?.resolved },
  ])
  expect({ ...rest, packages: Object.fromEntries(before) }).toEqual(lock)
})
