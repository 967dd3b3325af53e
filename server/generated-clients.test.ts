import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createSolver } from '@bollard/proof-of-work'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domainOf } from './testing/start-programme.ts'
import { signUpAs } from './testing/api/people.ts'
import { type RunningApi, startApi } from './testing/api/start-api.ts'
import { visit } from './testing/visit.ts'

/** Packages of their own, since the generators ask for TypeScript 5, and Spectral brings 130 others. */
const folder = new URL('../e2e/generated-clients/', import.meta.url)
const generators: readonly (readonly string[])[] = [
  // A field with a default may be left out of a body.
  ['openapi-typescript', './build/openapi.json', '--default-non-nullable=false', '-o', 'build/openapi-typescript.ts'],
  ['openapi-ts', '--input', './build/openapi.json', '--output', 'build/hey-api', '--silent', '--no-log-file'],
]
type Customer = {
  issueAndVerify(baseUrl: string, cookie: string, solutionId: string, token: string): Promise<unknown>
}

let api: RunningApi
beforeAll(async () => {
  if (!existsSync(new URL('node_modules', folder)))
    throw new Error('The generators are not installed; "npm test -- server/generated-clients" installs them.')
  api = await startApi()
  await mkdir(new URL('build', folder), { recursive: true })
  await writeFile(new URL('./build/openapi.json', folder), await (await fetch(`${api.url}/openapi.json`)).text())
  await Promise.all(generators.map(([program = '', ...args]) => run(`node_modules/.bin/${program}`, ...args)))
}, 120_000)
afterAll(() => api?.stop())

test(
  'clients that others generate from the description compile under strict TypeScript',
  { timeout: 120_000 },
  async () => {
    await run('node_modules/.bin/tsc', '--project', '.')
  },
)

test('the description keeps the recommended rules of Spectral', { timeout: 120_000 }, async () => {
  await run(process.execPath, 'lint-with-spectral.mjs', 'build/openapi.json')
})

test.each(['with-openapi-fetch.ts', 'with-hey-api.ts'])(
  'with them a customer issues a key and verifies a token, as %s does',
  async (program) => {
    const owner = await signUpAs(api, {
      email: `owner@${program.replace('.ts', '.example')}`,
      password: 'a quiet harbour under seven stars',
      givenName: 'Ona',
      address: '198.51.100.9',
    })
    const domain = domainOf(owner.email)
    const { id, siteKey } = await owner.client.createSolution({
      solutionNewDto: { type: 'CAPTCHA', label: 'Shop', domains: [domain] },
    })
    const seen = await visit({
      apiUrl: api.url,
      origin: `https://${domain}`,
      siteKey: siteKey ?? '',
      // Of nobody, so that the token is verified by the customer alone.
      secretKey: 'none',
      solver: await createSolver({ wasm: true }),
      address: '198.51.100.77',
      mayAnswer: async () => {},
    })
    const { issueAndVerify }: Customer = await import(/* @vite-ignore */ new URL(program, folder).href)
    expect(await issueAndVerify(api.url, owner.cookie(), id, seen?.token ?? '')).toMatchObject({
      state: 'ACTIVE',
      success: true,
      score: expect.any(Number),
      reasons: expect.arrayContaining(['real-pointer-movement']),
    })
  },
)

/** Runs a program in the folder of the generators; rejects with all that it printed when it fails. */
function run(program: string, ...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: fileURLToPath(folder), stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (printed += String(piece)))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}:\n${printed}`)),
    )
  })
}
