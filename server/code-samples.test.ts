import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describeApi, operationsWithTestKeys, readReference, testCallOf } from '@bollard/api-reference'
import { testKinds } from '@bollard/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from './testing/api/start-api.ts'
import { writeSamples } from './testing/samples/write-samples.ts'

const run = promisify(execFile)
const { operations } = readReference(describeApi({ serverUrl: 'http://localhost', version: '1' }))
const hasCurl = spawnSync('curl', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'bollard-samples-'))
let api: RunningApi
beforeAll(async () => void (api = await startApi()))
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await api.stop()
})

/** What a program with test keys prints, by its operation. */
async function printed(language: 'curl' | 'javascript', command: string): Promise<[id: string, text: string][]> {
  const samples = writeSamples(language, { serverUrl: api.url, folder: join(folder, language) })
  const running = samples.filter(({ runs }) => runs)
  const texts: [id: string, text: string][] = []
  // One after the other, as at a customer: each waits five seconds for its answer, which many starts at once would use up on a busy machine.
  for (const { id, file } of running) texts.push([id, (await run(command, [file], { timeout: 20_000 })).stdout])
  return texts
}

describe('the code of the reference', () => {
  test('is a program in JavaScript for every operation', async () => {
    const samples = writeSamples('javascript', { serverUrl: api.url, folder: join(folder, 'parsed') })
    expect(samples.length).toBe(operations.size)
    // Node's own parser for modules, in one process for all of them.
    const parse = `const { readFileSync } = require('node:fs'); const { SourceTextModule } = require('node:vm')
      for (const file of JSON.parse(process.argv[1])) new SourceTextModule(readFileSync(file, 'utf8'), { identifier: file })
      console.log('parsed')`
    const files = JSON.stringify(samples.map(({ file }) => file))
    const flags = ['--experimental-vm-modules', '--no-warnings', '-e', parse, files]
    expect((await run(process.execPath, flags)).stdout).toBe('parsed\n')
  })

  test('runs as it is in JavaScript, where it has test keys', async () => {
    const all = await printed('javascript', process.execPath)
    expect(all.map(([id]) => id).toSorted()).toEqual(operationsWithTestKeys.toSorted())
    for (const [id, text] of all)
      expect(text, id).toMatch(new RegExp(`^${operations.get(id)?.example.status} \\{`, 'u'))
    expect(Object.fromEntries(all)['siteverify']).toContain('"success":true')
  })

  test.skipIf(!hasCurl)('runs as it is with curl, where it has test keys', async () => {
    const all = await printed('curl', 'bash')
    expect(all.map(([id]) => id).toSorted()).toEqual(operationsWithTestKeys.toSorted())
    for (const [id, text] of all)
      expect(text, id).toMatch(new RegExp(`^HTTP/1.1 ${operations.get(id)?.example.status} [^]*\\n\\{`, 'u'))
  })
})

test('each test key does in every call what its name says', async () => {
  for (const kind of testKinds) {
    const call = testCallOf('siteverify', kind)
    const answer = await fetch(`${api.url}/captcha/v1/siteverify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call?.body),
    })
    const passes = kind === 'PASSES' || kind === 'STEP_UP'
    expect(await answer.json(), kind).toMatchObject({ success: passes })
  }
  expect(testCallOf('createRule')).toBeUndefined()
  expect(testCallOf('constructor')).toBeUndefined()
})

test('a refusal of the running API names the page about its code', async () => {
  const answer = await fetch(`${api.url}/captcha/v1/verifications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ siteKey: 'bsk_nobody' }),
  })
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({
    type: `${api.siteUrls.docs}/errors/site-key-unknown`,
    code: 'site-key-unknown',
  })
  const unknown = await fetch(`${api.url}/nowhere`)
  expect(await unknown.json()).toMatchObject({ type: `${api.siteUrls.docs}/errors/not-found` })
})
