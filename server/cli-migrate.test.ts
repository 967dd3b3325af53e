import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createSolver, type Solver } from '@bollard/proof-of-work'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShell } from '../client/cli/src/testing/test-terminal.ts'
import { migrateSite } from '../e2e/migration/migrate-site.ts'
import { readDiffs } from '../e2e/migration/read-diffs.ts'
import { startSite } from '../e2e/migration/start-site.ts'
import { type Person, signUpAs } from './testing/api/people.ts'
import { type RunningApi, startApi } from './testing/api/start-api.ts'
import { freePorts } from './testing/start-product.ts'
import { domainOf } from './testing/start-programme.ts'
import { visit } from './testing/visit.ts'

const before = fileURLToPath(new URL('../e2e/migration/before/', import.meta.url))
const diffs = readDiffs(new URL('../content/en/docs/moving/overview.mdx', import.meta.url))
const shells: ReturnType<typeof openShell>[] = []
let api: RunningApi
let owner: Person
let solver: Solver
let siteKey = ''
let secretKey = ''
let visitors = 0

beforeAll(async () => {
  api = await startApi()
  solver = await createSolver({ wasm: true })
  owner = await signUpAs(api, {
    email: 'owner@migration.example',
    password: 'a quiet harbour under seven stars',
    givenName: 'Ona',
    address: '198.51.100.9',
  })
  const domains = [domainOf(owner.email)]
  const made = await owner.client.createSolution({ solutionNewDto: { type: 'CAPTCHA', label: 'Shop', domains } })
  siteKey = made.siteKey ?? ''
  secretKey = made.secretKey ?? ''
}, 60_000)
afterAll(async () => {
  shells.forEach((shell) => shell.remove())
  await api?.stop()
})

/** A visitor's token, which nobody has verified yet. */
async function freshToken(): Promise<string> {
  visitors += 1
  const seen = await visit({
    apiUrl: api.url,
    origin: `https://${domainOf(owner.email)}`,
    siteKey,
    secretKey: 'none',
    solver,
    address: `203.0.113.${visitors}`,
    mayAnswer: async () => {},
    action: 'subscribe',
  })
  return seen?.token ?? ''
}

function shell() {
  const opened = openShell({ env: { BOLLARD_HOST: api.url, BOLLARD_SECRET_KEY: secretKey } })
  shells.push(opened)
  return opened
}

/** Posts the field to a site: with a token, again with the same, and with none. Gives the three statuses. */
async function submitThrice(url: string, field: string): Promise<number[]> {
  const token = await freshToken()
  const statuses: number[] = []
  for (const value of [token, token, 'nonsense']) {
    const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams({ [field]: value }) })
    statuses.push(status)
  }
  return statuses
}

const sites = [
  ['recaptcha-v2', 'g-recaptcha-response'],
  ['recaptcha-v3', 'token'],
  ['hcaptcha', 'h-captcha-response'],
  ['turnstile', 'cf-turnstile-response'],
  ['friendly-captcha', 'frc-captcha-response'],
] as const

test.each(sites)('a site with %s is moved by one command, and then verifies a real token once', async (name, field) => {
  const at = shell()
  cpSync(join(before, name), at.folder, { recursive: true })
  const run = await at.run(['migrate', '--yes', '--site-key', siteKey])
  expect(run.code, run.out + run.err).toBe(0)
  for (const code of ['site-key-ok', 'secret-ok', 'script-loads', 'test-verified']) expect(run.out).toContain(code)
  const site = await startSite(at.folder, { SITE_KEY: siteKey, SECRET_KEY: secretKey })
  const statuses = await submitThrice(site.url, field)
  await site.stop()
  expect(statuses).toEqual([200, 403, 403])
})

test.each(['recaptcha-v2', 'recaptcha-v3', 'hcaptcha', 'turnstile'])('%s is moved as the guide says', async (name) => {
  const [at, byHand] = [shell(), shell()]
  cpSync(join(before, name), at.folder, { recursive: true })
  await at.run(['migrate', '--yes', '--site-key', siteKey])
  await migrateSite(name, diffs.get(name) ?? [], { folder: byHand.folder, api: api.url })
  for (const file of ['index.html', 'server.mjs'])
    expect(readFileSync(join(at.folder, file), 'utf8')).toBe(readFileSync(join(byHand.folder, file), 'utf8'))
})

const fastifyServer = `import Fastify from 'fastify'

const app = Fastify()
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, Object.fromEntries(new URLSearchParams(body))),
)
app.get('/', async () => 'form')
app.post('/', async () => 'Welcome')
await app.listen({ port: Number(process.env.PORT), host: 'localhost' })
`

test('a Fastify site without a captcha is protected by one command, and then verifies a real token once', async () => {
  const at = shell()
  writeFileSync(join(at.folder, 'package.json'), '{ "type": "module", "dependencies": { "fastify": "5.12.8" } }\n')
  writeFileSync(join(at.folder, 'server.mjs'), fastifyServer)
  const page = '<html>\n  <head></head>\n  <form method="post">\n    <button>Send</button>\n  </form>\n</html>\n'
  writeFileSync(join(at.folder, 'index.html'), page)
  symlinkSync(fileURLToPath(new URL('../node_modules', import.meta.url)), join(at.folder, 'node_modules'))
  const run = await at.run(['migrate', '--yes', '--site-key', siteKey, '--json'])
  const told = JSON.parse(run.out)
  expect(told).toMatchObject({ frameworks: ['Fastify'], changed: ['index.html', 'server.mjs', 'bollard-check.mjs'] })
  expect(told.steps.map(({ code }: { code: string }) => code)).toEqual(['secret-key-setting'])
  const site = await startSite(at.folder, { BOLLARD_SECRET_KEY: secretKey })
  const statuses = await submitThrice(site.url, 'bollard-response')
  await site.stop()
  expect(statuses).toEqual([200, 403, 403])
})

test('the middleware that an Express site gets verifies a real token once', async () => {
  const at = shell()
  writeFileSync(join(at.folder, 'package.json'), '{ "type": "module", "dependencies": { "express": "5.1.0" } }\n')
  writeFileSync(
    join(at.folder, 'server.mjs'),
    "import express from 'express'\nconst app = express()\napp.post('/signup', (request, response) => response.end('Welcome'))\n",
  )
  const run = await at.run(['migrate', '--yes', '--site-key', siteKey, '--json'])
  expect(JSON.parse(run.out).changed).toEqual(['server.mjs', 'bollard-check.mjs'])
  expect(readFileSync(join(at.folder, 'server.mjs'), 'utf8')).toBe(
    "import { requireCaptcha } from './bollard-check.mjs'\nimport express from 'express'\nconst app = express()\napp.post('/signup', requireCaptcha, (request, response) => response.end('Welcome'))\n",
  )
  process.env['BOLLARD_SECRET_KEY'] = secretKey
  const { requireCaptcha } = await import(/* @vite-ignore */ pathToFileURL(join(at.folder, 'bollard-check.mjs')).href)
  // Express gives handlers these three, and its own body in `request.body`.
  const server = createServer(async (request, response) => {
    const body = Object.fromEntries(new URLSearchParams(await text(request)))
    await requireCaptcha({ body }, response, () => response.end('Welcome'))
  })
  const { API_PORT: port } = await freePorts()
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve))
  const statuses = await submitThrice(`http://127.0.0.1:${port}/`, 'bollard-response')
  server.close()
  delete process.env['BOLLARD_SECRET_KEY']
  expect(statuses).toEqual([200, 403, 403])
})

test('a wrong secret key is found, although everything else is right', async () => {
  const at = shell()
  mkdirSync(join(at.folder, 'site'))
  cpSync(join(before, 'hcaptcha'), join(at.folder, 'site'), { recursive: true })
  const run = await at.run(['migrate', 'site', '--yes', '--site-key', siteKey], {
    env: { BOLLARD_SECRET_KEY: `bsec_${'0'.repeat(32)}_000000` },
  })
  expect(run).toMatchObject({ code: 9, out: expect.stringContaining('secret-invalid') })
})
