import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { captchaProjects, type TestProject } from '../testing/projects.ts'
import { type AnswerServer, json, serveAnswers } from '../testing/serve-answers.ts'
import { openShell, type TestShell } from '../testing/test-terminal.ts'

const siteKey = `bsk_${'a'.repeat(22)}`
let service: AnswerServer
const shells: TestShell[] = []
beforeAll(async () => {
  service = await serveAnswers((response, { method, path }) => {
    if (path.endsWith('.js')) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end('1')
    json(
      response,
      200,
      method === 'POST' ? { success: true, 'error-codes': ['invalid-input-response'] } : { test: null },
    )
  })
})
afterEach(() => shells.splice(0).forEach((shell) => shell.remove()))
afterAll(() => service.stop())

/** A shell in a folder with these files. */
function project(files: TestProject['files']): TestShell {
  const shell = openShell({ env: { BOLLARD_HOST: service.url } })
  shells.push(shell)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(shell.folder, path)), { recursive: true })
    writeFileSync(join(shell.folder, path), text)
  }
  return shell
}

function read(shell: TestShell, paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(shell.folder, path), 'utf8')]))
}

const migrate = (shell: TestShell, ...flags: string[]) => shell.run(['migrate', '--site-key', siteKey, ...flags])
const filled = (text: string) =>
  text
    .replaceAll('{host}', service.url)
    .replaceAll('{origin}', service.url)
    .replaceAll('{hostname}', new URL(service.url).host)
    .replaceAll('{key}', siteKey)

test.each(captchaProjects)('moves $name, and nothing more the second time', async ({ files, found, after, steps }) => {
  const shell = project(files)
  const dry = await migrate(shell, '--dry-run', '--json')
  expect(read(shell, Object.keys(files))).toEqual(files)
  const planned = JSON.parse(dry.out)
  expect(planned.captchas).toContain(found)
  expect(planned.steps.map(({ code }: { code: string }) => code)).toEqual(steps)

  const run = await migrate(shell, '--yes', '--json')
  expect(run.code, run.err).toBe(steps.length > 0 ? 9 : 0)
  expect(JSON.parse(run.out).diff).toBe(planned.diff)
  const moved = read(shell, Object.keys(files))
  for (const [path, pieces] of Object.entries(after))
    for (const piece of pieces) expect(moved[path]).toContain(filled(piece))
  expect(
    Object.keys(moved)
      .filter((path) => moved[path] !== files[path])
      .toSorted(),
  ).toEqual(JSON.parse(run.out).changed.toSorted())
  expect(JSON.parse(run.out).checks.every(({ state }: { state: string }) => state !== 'failed')).toBe(true)

  const again = JSON.parse((await migrate(shell, '--yes', '--json')).out)
  expect(again.changed).toEqual([])
  expect(read(shell, Object.keys(files))).toEqual(moved)
})

test('asks before it changes, keeps copies, and takes no for an answer', async () => {
  const html = '<script src="https://js.hcaptcha.com/1/api.js"></script>\n'
  const shell = project({ 'a.html': html })
  expect(await shell.run(['migrate'], { answers: ['n'] })).toMatchObject({
    code: 2,
    err: expect.stringContaining('not-confirmed'),
  })
  expect(await shell.run(['migrate'])).toMatchObject({ code: 2 })
  expect(readFileSync(join(shell.folder, 'a.html'), 'utf8')).toBe(html)
  const run = await shell.run(['migrate'], { answers: ['y'] })
  expect(run).toMatchObject({ code: 0, out: expect.stringContaining('-<script src="https://js.hcaptcha.com') })
  const [copies = ''] = readdirSync(join(shell.folder, '.bollard-backup')).filter((name) => name !== '.gitignore')
  expect(readFileSync(join(shell.folder, '.bollard-backup', copies, 'a.html'), 'utf8')).toBe(html)
  expect(statSync(join(shell.folder, '.bollard-backup', copies)).mode & 0o077).toBe(0)
})

test('without a site key the old ones are left and named, and published test keys are no fault', async () => {
  const key = '6LcAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A'
  const shell = project({
    'a.html': `<script src="https://www.google.com/recaptcha/api.js"></script>\n<i data-sitekey="${key}">\n`,
  })
  const run = await shell.run(['migrate', '--yes'])
  expect(run).toMatchObject({ code: 9, out: expect.stringContaining('site-key-missing  a.html:2') })
  expect(readFileSync(join(shell.folder, 'a.html'), 'utf8')).toContain(key)
  const wrong = await shell.run(['migrate', '--site-key', 'bsec_x'])
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('site-key-malformed') })
})

test('the secret key is checked with the service, and stands in no file and no output', async () => {
  const secret = `bsec_${'s'.repeat(32)}_000000`
  const shell = project({
    '.env':
      'HCAPTCHA_SITEKEY=1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d\nHCAPTCHA_SECRET=0x0123456789abcdef0123456789abcdef01234567\n',
    'a.js': "const SESSION_SECRET = 'correct-horse-battery'\nfetch('https://api.hcaptcha.com/siteverify')\n",
  })
  const run = await shell.run(['migrate', '--yes', '--site-key', siteKey], { env: { BOLLARD_SECRET_KEY: secret } })
  expect(run.out).toContain('secret-ok')
  expect(service.asked.some(({ body }) => body.includes(secret))).toBe(true)
  for (const hidden of [secret, '0x0123456789', 'correct-horse-battery'])
    expect(run.out + run.err).not.toContain(hidden)
  expect(JSON.stringify(read(shell, ['.env', 'a.js']))).not.toContain(secret)
})

test('an installation that does not answer as it should makes the command end with 9', async () => {
  const shell = project({ 'a.html': '<script src="https://js.hcaptcha.com/1/api.js"></script>\n' })
  const broken = await serveAnswers((response) => void response.writeHead(404).end())
  const run = await shell.run(['migrate', '--yes', '--host', broken.url])
  await broken.stop()
  expect(run).toMatchObject({ code: 9, out: expect.stringMatching(/script-missing[^]*test-not-verified/u) })
})

test('a form without a captcha gets script and widget, with the line ends and the indentation of the file', async () => {
  const html =
    '<html>\r\n\t<head>\r\n\t</head>\r\n\t<form method="post">\r\n\t\t<input name="email">\r\n\t\t<button>Send</button>\r\n\t</form>\r\n</html>\r\n'
  const shell = project({ 'index.html': html })
  const run = await migrate(shell, '--yes')
  expect(run).toMatchObject({ code: 9, out: expect.stringContaining('server-check') })
  expect(readFileSync(join(shell.folder, 'index.html'), 'utf8')).toBe(
    html
      .replace('\t</head>', `\t\t<script type="module" src="${service.url}/widget.js"></script>\r\n\t</head>`)
      .replace('\t\t<button>', `\t\t<bollard-captcha sitekey="${siteKey}"></bollard-captcha>\r\n\t\t<button>`),
  )
  expect(JSON.parse((await migrate(shell, '--json')).out).changed).toEqual([])
})

test.each([
  [
    'React',
    {
      'package.json': '{"dependencies":{"react":"19.0.0"}}',
      'src/Form.tsx': '<form onSubmit={(e) => send(e)}>\n  <button>Go</button>\n</form>',
    },
    ['script-in-page', 'react-element', 'server-check'],
  ],
  [
    'Vue',
    {
      'package.json': '{"dependencies":{"vue":"3.5.0"}}',
      'src/Form.vue': '<form @submit.prevent="send">\n  <button>Go</button>\n</form>',
    },
    ['script-in-page', 'vue-element', 'server-check'],
  ],
  [
    'Angular',
    {
      'package.json': '{"dependencies":{"@angular/core":"20.0.0"}}',
      'src/a.component.html': '<form (ngSubmit)="send()">\n  <button>Go</button>\n</form>',
    },
    ['script-in-page', 'angular-element', 'server-check'],
  ],
  [
    'Flask',
    {
      'app.py': 'from flask import Flask\n',
      'templates/a.html': '<head></head><form method=post><button>Go</button></form>',
    },
    ['server-check'],
  ],
  [
    'Django',
    { 'requirements.txt': 'Django==5.1\n', 'a.html': '<head></head><form method=post><button>Go</button></form>' },
    ['server-check'],
  ],
  [
    'Rails',
    { Gemfile: "gem 'rails'\n", 'a.html.erb': '<head></head><form method="post"><input type="submit"></form>' },
    ['server-check'],
  ],
  ['PHP', { 'a.php': '<?php ?><head></head><form method="post"><button>Go</button></form>' }, ['server-check']],
  [
    'Next.js',
    {
      'package.json': '{"dependencies":{"next":"16.0.0"}}',
      'app/page.jsx': '<form action={send}><button>Go</button></form>',
    },
    ['script-in-page', 'server-check'],
  ],
])('a project of %s without a captcha gets the widget, and is told the rest', async (name, files, steps) => {
  const { out } = await migrate(project(files), '--yes', '--json')
  const told = JSON.parse(out)
  expect(told.frameworks).toContain(name)
  expect(told.changed.length).toBe(1)
  expect(told.steps.map(({ code }: { code: string }) => code)).toEqual(steps)
})

test('with several forms, or none, it says what goes where and changes nothing', async () => {
  const form = '<form method="post"><button>Go</button></form>\n'
  const several = await migrate(
    project({ 'a.html': form + form, 'b.html': '<form><input type="search"></form>' }),
    '--yes',
  )
  expect(several).toMatchObject({ code: 9, out: expect.stringContaining('several-forms  a.html:1, a.html:2') })
  expect((await migrate(project({ 'a.txt': 'nothing' }), '--yes')).out).toContain('no-form')
  const keyless = await project({ 'a.html': form }).run(['migrate', '--yes'])
  expect(keyless).toMatchObject({ code: 2, err: expect.stringContaining('site-key-missing') })
})
