import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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
  const file = join(folder.path, 'third-party-licenses.txt')
  const app = Fastify()
  serveLicences(app, file)
  expect((await app.inject('/third-party-licenses.txt')).statusCode).toBe(404)
  await writeFile(file, 'fastify 5\nLicense: MIT\n')
  const answer = await app.inject('/third-party-licenses.txt')
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'fastify 5\nLicense: MIT\n',
  ])
})
