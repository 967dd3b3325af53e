import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createSolver } from '@bollard/proof-of-work'
import { totpCode } from '@bollard/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openShell, type RunOptions, type TestShell } from '../client/cli/src/testing/test-terminal.ts'
import { type Person, signUpAs } from './testing/api/people.ts'
import { type RunningApi, startApi } from './testing/api/start-api.ts'
import { domainOf } from './testing/start-programme.ts'
import { visit } from './testing/visit.ts'

const bin = fileURLToPath(new URL('../client/cli/src/bin.ts', import.meta.url))
let api: RunningApi
let owner: Person
let solutionId = ''
let siteKey = ''
let apiKey = ''
let readingKey = ''
let serverKey = ''
const shells: TestShell[] = []

beforeAll(async () => {
  api = await startApi({ settings: { API_KEYS_FOR: 'solution-admins' } })
  owner = await signUpAs(api, {
    email: 'owner@command-line.example',
    password: 'a quiet harbour under seven stars',
    givenName: 'Ona',
    address: '198.51.100.9',
  })
  const domain = domainOf(owner.email)
  const made = await owner.client.createSolution({
    solutionNewDto: { type: 'CAPTCHA', label: 'Shop', domains: [domain] },
  })
  solutionId = made.id
  siteKey = made.siteKey ?? ''
  await owner.client.proveSession({ proofDto: { kind: 'PASSWORD', password: owner.password } })
  apiKey = await keyWith('manage')
  readingKey = await keyWith('statistics')
  serverKey = await keyWith('verify')
  const visitor = {
    apiUrl: api.url,
    origin: `https://${domain}`,
    siteKey,
    secretKey: 'none',
    mayAnswer: async () => {},
  }
  const solver = await createSolver({ wasm: true })
  for (const last of [77, 78, 79]) await visit({ ...visitor, solver, address: `198.51.100.${last}` })
}, 60_000)
afterEach(() => shells.splice(0).forEach((shell) => shell.remove()))
afterAll(() => api?.stop())

function shell(): TestShell {
  const opened = openShell({ env: { BOLLARD_HOST: api.url } })
  shells.push(opened)
  return opened
}

/** With the API key of the captcha. */
function withKey(argv: readonly string[], options: RunOptions = {}, at = shell()) {
  return at.run(argv, { ...options, env: { BOLLARD_API_KEY: apiKey, BOLLARD_SOLUTION_ID: solutionId, ...options.env } })
}

async function signedIn(): Promise<TestShell> {
  const at = shell()
  expect(await at.run(['login'], { answers: [owner.email, owner.password] })).toMatchObject({ code: 0 })
  return at
}

test('a person signs in, lists their solutions and signs out, and the session stays with them alone', async () => {
  const at = await signedIn()
  const file = join(at.folder, 'settings', 'session.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).not.toContain(owner.password)
  const listed = await at.run(['solutions', 'list'])
  expect(listed.code).toBe(0)
  expect(listed.out).toMatch(/^id +.*label/mu)
  expect(listed.out).toContain('Shop')
  expect(JSON.parse((await at.run(['solutions', 'list', '--json'])).out)).toMatchObject({ items: [{ id: solutionId }] })
  expect(await at.run(['logout'])).toMatchObject({ code: 0, err: 'Signed out.\n' })
  expect(await at.run(['solutions', 'list'])).toMatchObject({ code: 3, err: expect.stringContaining('signed-out') })
})

test('a session goes to its installation alone, and not at all from a file that others may read or that holds nonsense', async () => {
  const at = await signedIn()
  const elsewhere = await at.run(['solutions', 'list', '--host', 'https://captcha.example.org'])
  expect(elsewhere).toMatchObject({ code: 3, err: expect.stringContaining('signed-out') })
  const file = join(at.folder, 'settings', 'session.json')
  chmodSync(file, 0o644)
  expect(await at.run(['solutions', 'list'])).toMatchObject({
    code: 3,
    err: expect.stringContaining('session-file-open'),
  })
  chmodSync(file, 0o600)
  writeFileSync(file, '{"host":')
  expect(await at.run(['solutions', 'list'])).toMatchObject({ code: 3, err: expect.stringContaining('signed-out') })
})

test('a wrong password, no answer and an unknown person end the sign-in with a code', async () => {
  const at = shell()
  const wrong = await at.run(['login', '--email', owner.email], { answers: ['not the password at all'] })
  expect(wrong).toMatchObject({ code: 3, err: expect.stringContaining('credentials-invalid') })
  expect(wrong.err).not.toContain('not the password')
  expect(await at.run(['login'], { answers: [] })).toMatchObject({
    code: 2,
    err: expect.stringContaining('answer-missing'),
  })
})

test('a second factor completes the sign-in, and a proof opens sensitive commands', async () => {
  const person = await signUpAs(api, {
    email: 'careful@command-line.example',
    password: 'nine umbrellas on a tiled floor',
    givenName: 'Cara',
    address: '198.51.100.10',
  })
  const { secret } = await person.client.startTotp()
  const step = () => Math.floor(api.now().getTime() / 30_000)
  const { recoveryCodes } = await person.client.confirmTotp({ totpConfirmationDto: { code: totpCode(secret, step()) } })
  const at = shell()
  const wrong = await at.run(['login', '--email', person.email], { answers: [person.password, '000000'] })
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('code-invalid') })
  const right = await at.run(['login', '--email', person.email], { answers: [person.password, recoveryCodes[0] ?? ''] })
  expect(right).toMatchObject({ code: 0 })
  expect((await at.run(['current-session', 'get'])).out).toContain('Cara')
  const other = (await at.run(['sessions', '--json'])).out
  expect(JSON.parse(other)).toHaveProperty('items')
  api.goTo(new Date(api.now().getTime() + 11 * 60_000))
  const early = await at.run(['other-sessions', 'delete', '--yes'])
  expect(early).toMatchObject({ code: 3, err: expect.stringContaining('bollard prove') })
  expect(await at.run(['prove'], { answers: [person.password] })).toMatchObject({ code: 0 })
  expect(await at.run(['other-sessions', 'delete', '--yes'])).toMatchObject({ code: 0 })
})

test('an API key reads the log of the last hour, whole or blocked visitors only, page by page', async () => {
  const table = await withKey(['captcha', 'verifications', '--since', '1h'])
  expect(table.code).toBe(0)
  expect(table.out.split('\n')[0]).toMatch(/^verificationId +outcome/u)
  expect(table.out.trim().split('\n')).toHaveLength(4)
  expect(await withKey(['captcha', 'verifications', '--since', '1h', '--bots'])).toMatchObject({
    code: 0,
    out: 'None.\n',
  })
  const first = await withKey(['verifications', 'list', '--limit', '2'])
  expect(first.err).toContain('There is more: --all')
  const all = await withKey(['verifications', 'list', '--limit', '2', '--all', '--json'])
  const lines = all.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).verificationId)
  expect(new Set(lines).size).toBe(3)
  expect(await withKey(['verifications', 'get', solutionId, lines[0]])).toMatchObject({
    code: 0,
    out: expect.stringContaining('reasons'),
  })
  expect(await withKey(['statistics', '--json', '--days', '7'])).toMatchObject({ code: expect.any(Number) })
})

test('each exit code says what kind of refusal it was, and the error names code and field', async () => {
  const at = shell()
  const bad = await withKey(['verifications', 'list', '--score-from', '2'])
  expect(bad).toMatchObject({ code: 2, err: expect.stringContaining('/scoreFrom: too-big') })
  const asJson = await withKey(['verifications', 'list', '--score-from', '2', '--json'])
  expect(JSON.parse(asJson.err)).toMatchObject({
    error: { code: 'validation-failed', exitCode: 2, fields: [{ pointer: '/scoreFrom', code: 'too-big' }] },
  })
  expect(
    await withKey(['verifications', 'list'], { env: { BOLLARD_API_KEY: `bsec_${'0'.repeat(43)}` } }),
  ).toMatchObject({ code: 3 })
  expect(await withKey(['api-keys', 'list'])).toMatchObject({
    code: 3,
    err: expect.stringContaining('person-required'),
  })
  const name = ['--name', 'No', '--conditions', '[{"field":"country","values":["FR"]}]', '--action', '{"type":"BLOCK"}']
  const denied = await withKey(['rules', 'create', '--priority', '5', ...name], {
    env: { BOLLARD_API_KEY: readingKey },
  })
  expect(denied).toMatchObject({ code: 4, err: expect.stringContaining('scope-missing') })
  const nobody = '01900000-0000-7000-8000-000000000000'
  expect(await withKey(['rules', 'get', solutionId, nobody])).toMatchObject({
    code: 5,
    err: expect.stringContaining('not-found'),
  })
  const settings = JSON.parse((await withKey(['site-settings', 'get', '--json'])).out)
  const put = ['site-settings', 'put', '--data', '-']
  const old = await withKey(put, { input: JSON.stringify({ ...settings, version: 999 }) })
  expect(old).toMatchObject({ code: 6, err: expect.stringContaining('version-conflict') })
  expect(await at.run(['nonsense'])).toMatchObject({ code: 2, err: expect.stringContaining('command-unknown') })
  expect(await at.run([])).toMatchObject({ code: 2 })
  expect(await withKey(['rules', 'list', '--dryrun'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('flag-unknown'),
  })
})

test('deleting asks first, and does nothing without a yes', async () => {
  const rule = [
    '--name',
    'Short',
    '--conditions',
    '[{"field":"country","values":["FR"]}]',
    '--action',
    '{"type":"FLAG"}',
  ]
  const made = await withKey(['rules', 'create', '--priority', '7', ...rule, '--json'])
  const { id } = JSON.parse(made.out)
  const asked = await withKey(['rules', 'delete', solutionId, id], { answers: ['n'] })
  expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('not-confirmed') })
  expect(asked.asked[0]).toContain('Go ahead?')
  expect(await withKey(['rules', 'delete', solutionId, id])).toMatchObject({ code: 2 })
  expect(await withKey(['rules', 'delete', solutionId, id], { answers: ['y'] })).toMatchObject({
    code: 0,
    err: 'Done.\n',
  })
})

test('rules become what a file says, after a dry run and a trial on past visitors that change nothing', async () => {
  const at = shell()
  const file = join(at.folder, 'rules.json')
  const rules = (percent: number) => [
    { name: 'Office', conditions: [{ field: 'ip', values: ['192.0.2.0/24'] }], action: { type: 'ALLOW' } },
    {
      name: 'Hosting',
      conditions: [{ field: 'networkKind', values: ['hosting'] }],
      action: { type: 'DIFFICULTY', percent },
    },
  ]
  writeFileSync(file, JSON.stringify({ rules: rules(50) }))
  const dry = await withKey(['rules', 'apply', 'rules.json', '--dry-run', '--what-if'], {}, at)
  expect(dry.code, dry.err).toBe(0)
  expect(dry.out).toContain('+ Office')
  expect(dry.out).toMatch(/What if: \d+ visitors/u)
  expect(JSON.parse((await withKey(['rules', 'list', '--json'])).out).items).toEqual([])
  expect(await withKey(['rules', 'apply', 'rules.json'], { answers: ['no'] }, at)).toMatchObject({ code: 2 })
  expect(await withKey(['rules', 'apply', 'rules.json', '--yes'], {}, at)).toMatchObject({ code: 0 })
  expect(await withKey(['rules', 'apply', 'rules.json', '--yes'], {}, at)).toMatchObject({
    code: 0,
    out: 'No changes.\n',
  })

  writeFileSync(file, JSON.stringify({ rules: rules(80).slice(1) }))
  const changed = await withKey(['rules', 'apply', 'rules.json', '--dry-run'], {}, at)
  expect(changed.out).toContain('~ Hosting')
  expect(changed.out).toContain('"percent":50')
  expect(changed.out).toContain('1 more of the captcha stay')
  expect(await withKey(['rules', 'apply', 'rules.json', '--yes', '--prune'], {}, at)).toMatchObject({
    code: 0,
    out: expect.stringContaining('- Office'),
  })
  const exported = JSON.parse((await withKey(['rules', 'export'])).out)
  expect(exported.rules).toMatchObject([{ name: 'Hosting', action: { percent: 80 } }])
  writeFileSync(file, JSON.stringify(exported))
  expect((await withKey(['rules', 'apply', 'rules.json'], {}, at)).out).toBe('No changes.\n')
})

test('a file of rules that the API would refuse is refused before anything is asked, by field', async () => {
  const at = shell()
  const refuse = async (file: string) => {
    writeFileSync(join(at.folder, 'rules.json'), file)
    return withKey(['rules', 'apply', 'rules.json', '--yes'], {}, at)
  }
  const rule = { name: 'A', conditions: [{ field: 'country', values: ['fr'] }], action: { type: 'BLOCK' } }
  expect(await refuse('{')).toMatchObject({ code: 2, err: expect.stringContaining('malformed-json') })
  expect(await refuse('{}')).toMatchObject({ code: 2, err: expect.stringContaining('/rules: required') })
  expect(await refuse(JSON.stringify({ rules: [rule] }))).toMatchObject({
    code: 2,
    err: expect.stringContaining('/rules/0/conditions/0/values/0'),
  })
  const good = { ...rule, conditions: [{ field: 'country', values: ['FR'] }] }
  expect(await refuse(JSON.stringify({ rules: [good, good] }))).toMatchObject({
    code: 2,
    err: expect.stringContaining('/rules/1/name: duplicate'),
  })
  expect(await refuse(JSON.stringify({ rules: [], more: 1 }))).toMatchObject({
    code: 2,
    err: expect.stringContaining('/more: unknown-field'),
  })
  expect(await withKey(['rules', 'apply', 'nowhere.json'], {}, at)).toMatchObject({
    code: 2,
    err: expect.stringContaining('file-unreadable'),
  })
  expect(await at.run(['rules', 'apply', 'rules.json'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--solution-id'),
  })
})

test('the doctor finds a captcha healthy, and every fault of keys and domain by its code', async () => {
  const at = shell()
  const codes = async (argv: readonly string[], env = {}) => {
    const { out, code } = await at.run(['doctor', ...argv, '--json'], { env })
    return { code, codes: JSON.parse(out).findings.map((finding: { code: string }) => finding.code) }
  }
  const domain = domainOf(owner.email)
  expect(await codes([siteKey, '--domain', domain, '--secret', serverKey])).toEqual({
    code: 0,
    codes: ['reachable', 'tls-none', 'clock-ok', 'site-key-ok', 'widget-ok', 'domain-allowed', 'secret-ok'],
  })
  const wrong = await codes([siteKey, '--domain', 'other.example', '--secret', `bsec_${'0'.repeat(32)}_000000`])
  expect(wrong).toMatchObject({ code: 9, codes: expect.arrayContaining(['origin-not-allowed', 'secret-invalid']) })
  const unknown = await codes([`bsk_${'0'.repeat(22)}`, '--secret', 'nonsense'])
  expect(unknown).toMatchObject({ code: 9, codes: expect.arrayContaining(['site-key-unknown', 'secret-malformed']) })
  const another = await owner.client.createSolution({
    solutionNewDto: { type: 'CAPTCHA', label: 'Other', domains: ['b.example'] },
  })
  const mixed = await codes([siteKey], { BOLLARD_SECRET_KEY: another.secretKey ?? '' })
  expect(mixed).toMatchObject({ code: 9, codes: expect.arrayContaining(['secret-of-other-site']) })
  const tests = await codes(['bsk_TestAlwaysPasses000000'], {
    BOLLARD_SECRET_KEY: 'bsec_TestAlwaysPasses0000000000000000_37Csnv',
  })
  expect(tests).toMatchObject({ code: 0, codes: expect.arrayContaining(['site-key-test', 'secret-test']) })
  expect((await at.run(['doctor', siteKey, '--domain', domain])).out).toContain('ok       reachable: The API answers.')
})

test('the MCP server answers a conversation over the streams of a process of its own, and ends with it', async () => {
  const child = spawn(process.execPath, [bin, 'mcp', '--service', 'captcha'], {
    env: { BOLLARD_HOST: api.url, BOLLARD_API_KEY: readingKey, BOLLARD_SOLUTION_ID: solutionId },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const say = (id: number, method: string, params = {}) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  say(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } })
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  say(2, 'tools/list')
  say(3, 'tools/call', { name: 'listVerifications', arguments: { limit: 2 } })
  say(4, 'tools/call', { name: 'deleteRule', arguments: { ruleId: solutionId } })
  child.stdin.end()
  const answers = (await text(child.stdout))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(await ended).toEqual([0, null])
  expect(answers.map(({ id }) => id)).toEqual([1, 2, 3, 4])
  expect(await shell().run(['mcp', '--service', 'nonsense'])).toMatchObject({ code: 2 })
  expect(answers[1].result.tools.length).toBe(28)
  expect(JSON.parse(answers[2].result.content[0].text).items).toHaveLength(2)
  expect(answers[3].error.code).toBe(-32_602)
  expect(JSON.stringify(answers)).not.toContain(readingKey)
})

test('the program itself asks for the lines of its input where nobody sits at a terminal', async () => {
  const settings = shell()
  const child = spawn(process.execPath, [bin, 'login', '--host', api.url], {
    env: { XDG_CONFIG_HOME: settings.folder },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  child.stdin.end(`${owner.email}\nnot the password at all\n`)
  expect(await text(child.stderr)).toContain('credentials-invalid')
  expect(await ended).toEqual([3, null])
})

test('the README shows what its commands print, and its files are those of the examples', async () => {
  const readme = readFileSync(new URL('../client/cli/README.md', import.meta.url), 'utf8')
  const examples = new URL('../client/cli/examples/', import.meta.url)
  const fences = [...readme.matchAll(/^```(\w+) ?(\S*)\n(.*?)^```$/gmsu)].map(([, kind, name = '', body = '']) => ({
    kind,
    name,
    body,
  }))
  const files = fences.filter(({ kind }) => kind === 'json')
  expect(files.map(({ name }) => name)).toEqual(['rules.json', 'mcp.json'])
  for (const { name, body } of files) expect(readFileSync(new URL(name, examples), 'utf8')).toBe(body)

  const quiet = await owner.client.createSolution({
    solutionNewDto: { type: 'CAPTCHA', label: 'Quiet', domains: ['q.example'] },
  })
  const at = shell()
  cpSync(examples, at.folder, { recursive: true })
  // Too large to be uploaded, for its single heartbeats alone.
  const kuma = new DatabaseSync(join(at.folder, 'kuma.db'))
  kuma.exec(`create table monitor (id integer primary key, name text);
    create table heartbeat (id integer primary key, monitor_id integer, important boolean, msg text);
    insert into monitor values (1, 'Shop');
    insert into heartbeat (monitor_id, important, msg)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 300) select 1, i % 100 = 0, zeroblob(131072) from n`)
  kuma.close()
  const person = ['login', '--email', owner.email]
  expect(await at.run(person, { answers: [owner.password] })).toMatchObject({ code: 0 })
  const shownKey = 'bsk_your_site_key'
  for (const { body } of fences.filter(({ kind }) => kind === 'console')) {
    const [, words = '', printed = ''] = /^\$ bollard ([^\n]+)\n(.*)$/su.exec(body) ?? []
    const argv = words
      .replaceAll('http://localhost:8090', api.url)
      .replaceAll(shownKey, quiet.siteKey ?? '')
      .split(' ')
    const run = await at.run(argv, { env: { BOLLARD_SOLUTION_ID: quiet.id } })
    const out = run.out.replaceAll(api.url, 'http://localhost:8090').replaceAll(quiet.siteKey ?? '', shownKey)
    if (printed === '') expect(run).toMatchObject({ code: 0, err: '' })
    else expect(out).toBe(printed)
  }
})

/** A further API key of the captcha. */
async function keyWith(scope: 'verify' | 'statistics' | 'manage'): Promise<string> {
  const apiKeyNewDto = { name: scope, scopes: [scope], expiresAt: null }
  return (await owner.client.createApiKey({ solutionId, apiKeyNewDto })).secretKey
}
