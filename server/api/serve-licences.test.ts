import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { makeTestFolder } from '@bollard/testing'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { findThirdParties, writeLicences } from '../../tools/third-party-licences.ts'
import { serveLicences } from './serve-licences.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('every package that is shipped or run has a licence and its text', () => {
  const parties = findThirdParties(root)
  expect(parties.filter(({ license, text }) => license === '' || text.length < 100)).toEqual([])
  const named = parties.map(({ name }) => name)
  // Of a browser, of the server, of a font, of a binary, of what the build leaves in the widget.
  expect(named).toEqual(
    expect.arrayContaining(['react', 'fastify', '@fontsource-variable/geist', 'PostgreSQL', 'assemblyscript']),
  )
  // Nothing of ours, and no tool that only builds or tests.
  expect(
    named.filter((name) => name.startsWith('@bollard/') || ['vitest', 'oxlint', 'typescript'].includes(name)),
  ).toEqual([])
})

test('one text quotes them all, with the sources of our data', () => {
  const text = writeLicences(root)
  for (const { name, version } of findThirdParties(root)) expect(text).toContain(`${name} ${version}\nLicense: `)
  expect(text).toContain('DB-IP')
})

test('the API serves what the build collected, and nothing before that', async () => {
  const folder = await makeTestFolder()
  onTestFinished(() => folder.remove())
  const app = Fastify()
  serveLicences(app, pathToFileURL(join(folder.path, '/')))
  expect((await app.inject('/third-party-licenses.txt')).statusCode).toBe(404)
  await writeFile(join(folder.path, 'third-party-licenses.txt'), 'fastify 5\nLicense: MIT\n')
  await writeFile(join(folder.path, 'bom.cdx.json'), '{}')
  const answers = await Promise.all(['/third-party-licenses.txt', '/bom.cdx.json'].map((path) => app.inject(path)))
  expect(answers.map(({ statusCode, headers, body }) => [statusCode, headers['content-type'], body])).toEqual([
    [200, 'text/plain; charset=utf-8', 'fastify 5\nLicense: MIT\n'],
    [200, 'application/vnd.cyclonedx+json; version=1.6', '{}'],
  ])
})
