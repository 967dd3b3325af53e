import { existsSync, globSync, readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { systems } from '../e2e/client-systems/systems.ts'

const clients = new URL('../client/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, clients), 'utf8')
const version = '0.1.0'

/** Each system's manifest: where it says its version, and its ecosystem's word for "unlicensed". */
const manifests: Readonly<Record<string, readonly [file: string, ...says: RegExp[]]>> = {
  wordpress: ['bollard.php', / \* Version: 0\.1\.0\n/u, / \* License: Unlicensed\n/u, / \* Requires at least: 6\.1\n/u],
  joomla: ['bollard.xml', /<version>0\.1\.0<\/version>/u, /<license>Unlicensed<\/license>/u],
  typo3: ['composer.json', /"version": "0\.1\.0"/u, /"license": "proprietary"/u, /"type": "typo3-cms-extension"/u],
  'craft-cms': ['composer.json', /"version": "0\.1\.0"/u, /"license": "proprietary"/u, /"type": "craft-plugin"/u],
  'magento-2': ['composer.json', /"version": "0\.1\.0"/u, /"license": "proprietary"/u, /"type": "magento2-module"/u],
  keycloak: ['pom.xml', /<version>0\.1\.0<\/version>/u, /<name>Unlicensed<\/name>/u],
  webflow: ['package.json', /"version": "0\.1\.0"/u, /"license": "UNLICENSED"/u],
  android: ['build.gradle.kts', /version = "0\.1\.0"/u, /name = "Unlicensed"/u],
  // Neither format has a field for a licence. A Swift package gets its version from a tag.
  ios: ['Package.swift', /^\/\/ swift-tools-version:5\.9\n/u, /name: "Bollard"/u],
  flutter: ['pubspec.yaml', /\nversion: 0\.1\.0\n/u, /\npublish_to: none\n/u],
}

test('each system has a manifest of its ecosystem, a changelog, and a README that says what was tested', () => {
  for (const [name, [file, ...says]] of Object.entries(manifests)) {
    for (const words of says) expect(read(`${name}/${file}`), `${name}/${file}`).toMatch(words)
    expect(read(`${name}/CHANGELOG.md`), name).toContain(`## ${version} – unreleased`)
    expect(read(`${name}/README.md`), name).toContain('\n## What was tested\n')
    if (name !== 'wordpress')
      expect(read(`${name}/README.md`), name).toMatch(/\nWritten, not (?:compiled and not )?run by us/u)
  }
})

test('the code of each README is an example file, word for word', () => {
  let compared = 0
  for (const name of Object.keys(manifests))
    for (const [, indent = '', file = '', code = ''] of read(`${name}/README.md`).matchAll(
      /^( *)```\w+ (\S+)\n(.*?)\n *```$/gmsu,
    )) {
      const plain = code.replaceAll(new RegExp(`^${indent}`, 'gmu'), '')
      expect(`${plain}\n`, `${name}: ${file}`).toBe(read(`${name}/examples/${file}`))
      compared += 1
    }
  expect(compared).toBe(
    globSync('*/examples/*', { cwd: clients.pathname }).filter((path) => (path.split('/')[0] ?? '') in manifests)
      .length,
  )
})

test('no README shows more code than a command without a file', () => {
  for (const name of Object.keys(manifests))
    for (const [, language = '', file = ''] of read(`${name}/README.md`).matchAll(/^ *```(\w+)(?: (\S+))?\n/gmu))
      if (file === '') expect(language, name).toBe('sh')
})

test('all JSON can be read, and the bundles are of the same version', () => {
  for (const name of Object.keys(manifests))
    for (const path of globSync(`${name}/**/*.json`, { cwd: clients.pathname }).filter(
      (one) => !/node_modules|\/build\//u.test(one),
    ))
      expect(() => void JSON.parse(read(path)), path).not.toThrow()
  const bundle = z.object({ version: z.literal(version), files: z.array(z.string()) })
  for (const name of ['wordpress', 'joomla'])
    for (const file of bundle.parse(JSON.parse(read(`${name}/bundle.json`))).files)
      expect(existsSync(new URL(`${name}/${file}`, clients)), file).toBe(true)
  expect(read('wordpress/src/Plugin.php')).toContain(`VERSION = '${version}'`)
  expect(read('wordpress/readme.txt')).toMatch(/\nStable tag: 0\.1\.0\n/u)
})

test('Android, iOS and Flutter show one page and read its messages by one table', () => {
  for (const copy of [
    'android/src/main/resources/bollard/page.html',
    'ios/Sources/Bollard/Resources/page.html',
    'flutter/assets/page.html',
  ])
    expect(read(copy), copy).toBe(read('app-page.html'))
  for (const copy of ['ios/Tests/BollardTests/Resources/app-messages.json', 'flutter/test/app-messages.json'])
    expect(read(copy), copy).toBe(read('app-messages.json'))
  const table = z.strictObject({
    about: z.string(),
    channel: z.string(),
    origin: z.string(),
    cases: z.array(
      z.strictObject({ says: z.string(), data: z.string(), expect: z.record(z.string(), z.unknown()).nullable() }),
    ),
  })
  const { cases } = table.parse(JSON.parse(read('app-messages.json')))
  const sent = [...read('app-page.html').matchAll(/tell\('(\w+)'/gu)].map(([, type]) => type)
  const known = new Set(cases.flatMap(({ expect: expected }) => (expected === null ? [] : [expected['type']])))
  expect(sent.filter((type) => !known.has(type))).toEqual([])
})

test('every text of WordPress is in its German file, with the same places for values', () => {
  const po = new Map(
    [...read('wordpress/languages/bollard-de_DE.po').matchAll(/\nmsgid "(.+)"\nmsgstr "(.*)"\n/gu)].map(
      ([, text = '', german = '']) => [text, german],
    ),
  )
  const used = globSync('wordpress/src/**/*.php', { cwd: clients.pathname }).flatMap((path) =>
    [...read(path).matchAll(/(?:\b__|esc_html__)\(\s*'((?:[^'\\]|\\.)*)',\s*'bollard',?\s*\)/gu)].map(
      ([, text = '']) => text,
    ),
  )
  expect(used.length).toBeGreaterThan(50)
  for (const text of used) {
    expect(po.get(text), text).toMatch(/./u)
    expect(po.get(text)?.match(/%s/gu)?.length, text).toBe(text.match(/%s/gu)?.length)
  }
  expect([...po.keys()].filter((text) => !used.includes(text))).toEqual([])
})

test('the script for Ninja Forms puts the token of the form’s own widget into its request, and asks for another one', () => {
  const resets: string[] = []
  const widget = (response: string) => ({ response, reset: () => resets.push(response) })
  const widgets: Record<string, object> = { 'nf-form-3-cont': widget('three'), 'nf-form-4-cont': widget('f ü+r') }
  const hooks: Record<string, (...given: object[]) => void> = {}
  const jQuery = Object.assign(
    (given: unknown) =>
      typeof given === 'function'
        ? void given(jQuery)
        : { on: (name: string, hook: () => void) => void (hooks[name] = hook) },
    { ajaxPrefilter: (hook: () => void) => void (hooks['prefilter'] = hook) },
  )
  runInNewContext(read('wordpress/assets/ninja-forms.js'), {
    jQuery,
    URLSearchParams,
    document: {
      getElementById: (id: string) => ({
        querySelector: () => widgets[id] ?? null,
        parentElement: { querySelector: () => null },
      }),
      querySelector: () => null,
    },
  })
  const sent = (data: unknown) => {
    const options = { data }
    hooks['prefilter']?.(options)
    hooks['ajaxComplete']?.({}, {}, options)
    return options.data
  }
  const submission = (id: unknown) => `action=nf_ajax_submit&formData=${encodeURIComponent(JSON.stringify({ id }))}`
  expect(sent(submission(3))).toBe(`${submission(3)}&bollard-response=three`)
  expect(sent(submission('4'))).toBe(`${submission('4')}&bollard-response=f%20%C3%BC%2Br`)
  expect(sent(submission(5))).toBe(`${submission(5)}&bollard-response=`)
  for (const other of ['action=heartbeat', { action: 'nf_ajax_submit' }, undefined]) expect(sent(other)).toBe(other)
  expect(resets).toEqual(['three', 'f ü+r'])
})

test('the last run names every system that has commands or checks', () => {
  const record = z.record(z.string(), z.object({ date: z.iso.date(), commands: z.literal('passed') }))
  const last = record.parse(JSON.parse(read('last-run-of-systems.json')))
  expect(Object.keys(last)).toEqual(systems.map(({ name }) => name).toSorted())
})
