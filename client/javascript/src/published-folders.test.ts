import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const client = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, client), 'utf8')
const packages = ['javascript', 'react', 'vue', 'angular', 'react-native']
const pages = ['svelte', 'solid', 'astro']

test.each([...packages, ...pages])('the README of %s shows its examples word for word, and all of them', (folder) => {
  const shown = [...read(`${folder}/README.md`).matchAll(/^```\w+ ([\w.-]+)\n(.*?)^```$/gmsu)].map(([, name, text]) => [
    name,
    text,
  ])
  const examples = readdirSync(new URL(`${folder}/examples/`, client)).map((name) => [
    name,
    read(`${folder}/examples/${name}`),
  ])
  expect(examples.length).toBeGreaterThan(0)
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(examples))
  // Commands to type are all that may stand there without a file.
  expect(
    read(`${folder}/README.md`)
      .match(/^```\w+$/gmu)
      ?.every((fence) => fence === '```sh'),
  ).toBe(true)
})

test.each(packages)(
  '%s is ready to be published: one version everywhere, no licence before there is one, only what was built',
  (folder) => {
    const manifest = JSON.parse(read(`${folder}/package.json`))
    const lock = JSON.parse(read(`${folder}/package-lock.json`))
    const { version } = JSON.parse(read('javascript/package.json'))
    expect(manifest).toMatchObject({
      name: `@bollard/${folder}`,
      version,
      private: true,
      license: 'UNLICENSED',
      type: 'module',
      files: ['dist', 'CHANGELOG.md'],
      types: './dist/index.d.ts',
    })
    expect([lock.version, lock.packages[''].peerDependencies]).toEqual([version, manifest.peerDependencies])
    expect(manifest.dependencies).toBeUndefined()
    if (folder !== 'javascript') expect(manifest.peerDependencies['@bollard/javascript']).toBe(version)
    expect(read(`${folder}/CHANGELOG.md`)).toContain(`## ${version}`)
    expect(existsSync(new URL(`${folder}/README.md`, client))).toBe(true)
  },
)

test('an example for the browser names the version that it loads', () => {
  const { version } = JSON.parse(read('javascript/package.json'))
  expect(read('javascript/examples/contact-form.html')).toContain(`/@bollard/javascript@${version}/dist/bollard.js`)
})
