import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AnswerServer, json, serveAnswers } from '../testing/serve-answers.ts'
import { openShell, type TestShell } from '../testing/test-terminal.ts'
import { moveCaptcha } from './move-captcha.ts'
import { readProject } from './project-files.ts'
import { writeChanges } from './write-changes.ts'

const script = '<script src="https://js.hcaptcha.com/1/api.js"></script>'
let service: AnswerServer
const shells: TestShell[] = []
beforeAll(async () => {
  service = await serveAnswers((response, { path }) => {
    if (path.endsWith('.js')) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end('1')
    json(response, 200, { success: true })
  })
})
afterEach(() => shells.splice(0).forEach((shell) => shell.remove()))
afterAll(() => service.stop())

function project(files: Readonly<Record<string, string | Buffer>>): TestShell {
  const shell = openShell({ env: { BOLLARD_HOST: service.url } })
  shells.push(shell)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(shell.folder, path)), { recursive: true })
    writeFileSync(join(shell.folder, path), content)
  }
  return shell
}
const moved = script.replace('https://js.hcaptcha.com', '{host}/hcaptcha')
const after = () => moved.replace('{host}', service.url)

test('what others made, lockfiles and everything outside the folder is never touched', async () => {
  const outside = project({ 'shared.html': script })
  const foreign = [
    'node_modules/a/index.html',
    '.git/hooks/x.html',
    'vendor/b.php',
    'dist/c.html',
    'sub/node_modules/d.html',
    '.venv/e.py',
  ]
  const locks = ['package-lock.json', 'yarn.lock', 'pnpm-lock.yaml', 'composer.lock', 'Gemfile.lock']
  const kept = Object.fromEntries(
    [...foreign, ...locks, 'notes.md', 'picture.svg'].map((path) => [path, `${script}\n`]),
  )
  const shell = project({
    'site/index.html': script,
    ...Object.fromEntries(Object.entries(kept).map(([path, text]) => [`site/${path}`, text])),
  })
  symlinkSync(join(outside.folder, 'shared.html'), join(shell.folder, 'site/link.html'))
  symlinkSync(outside.folder, join(shell.folder, 'site/linked'))
  symlinkSync(join(shell.folder, 'site'), join(shell.folder, 'site/loop'))
  const run = await shell.run(['migrate', 'site', '--yes', '--json'])
  expect(run.code, run.err).toBe(0)
  expect(JSON.parse(run.out).changed).toEqual(['index.html'])
  expect(readFileSync(join(shell.folder, 'site/index.html'), 'utf8')).toBe(after())
  for (const [path, text] of Object.entries(kept))
    expect(readFileSync(join(shell.folder, 'site', path), 'utf8')).toBe(text)
  expect(readFileSync(join(outside.folder, 'shared.html'), 'utf8')).toBe(script)
  expect(lstatSync(join(shell.folder, 'site/link.html')).isSymbolicLink()).toBe(true)
})

test('a file of 50 MB, a binary one and one that cannot be read are named and left', async () => {
  const shell = project({ 'index.html': script, 'binary.php': Buffer.from([0x3c, 0, 0x3e]), 'huge.js': script })
  truncateSync(join(shell.folder, 'huge.js'), 50 * 2 ** 20)
  const run = await shell.run(['migrate', '--yes'])
  expect(run.code).toBe(0)
  expect(run.err).toContain('Not read: huge.js (too-large)')
  expect(run.err).toContain('Not read: binary.php (binary)')
})

test('line ends, tabs, byte order marks, bytes that are no UTF-8 and permissions stay as they were', async () => {
  const latin1 = Buffer.concat([
    Buffer.from([0xef, 0xbb, 0xbf, 0x66, 0xfc, 0x72, 0x20]),
    Buffer.from(`${script}\r\n\t<p>\xe4</p>\r\n`, 'latin1'),
  ])
  const shell = project({ 'a.php': latin1, 'b.html': `\uFEFF\t${script}\r\nlast` })
  chmodSync(join(shell.folder, 'a.php'), 0o750)
  expect(await shell.run(['migrate', '--yes'])).toMatchObject({ code: 0 })
  const [before, now] = [latin1.toString('latin1'), readFileSync(join(shell.folder, 'a.php')).toString('latin1')]
  expect(now).toBe(before.replace(script, after()))
  expect(readFileSync(join(shell.folder, 'b.html'), 'utf8')).toBe(`\uFEFF\t${after()}\r\nlast`)
  expect(lstatSync(join(shell.folder, 'a.php')).mode & 0o777).toBe(0o750)
})

test('a read-only file refuses all of it, before anything is written', async () => {
  const shell = project({ 'a.html': script, 'b.html': script })
  chmodSync(join(shell.folder, 'b.html'), 0o444)
  expect(await shell.run(['migrate', '--yes'])).toMatchObject({
    code: 6,
    err: expect.stringContaining('b.html: file-read-only'),
  })
  expect(readFileSync(join(shell.folder, 'a.html'), 'utf8')).toBe(script)
  expect(existsSync(join(shell.folder, '.bollard-backup'))).toBe(false)
})

/** Everything planned for a folder, so that a test can come in between. */
async function planned(shell: TestShell) {
  const { folder, files } = await readProject(shell.folder)
  return { folder, changes: moveCaptcha(files, service.url, null).changes }
}

test('what changes between plan and writing refuses all of it', async () => {
  const edited = project({ 'a.html': script, 'b.html': script })
  const plan = await planned(edited)
  writeFileSync(join(edited.folder, 'b.html'), `${script} edited`)
  await expect(writeChanges(plan.folder, plan.changes, 0)).rejects.toMatchObject({ code: 'file-changed' })
  expect(readFileSync(join(edited.folder, 'a.html'), 'utf8')).toBe(script)

  const swapped = project({ 'a.html': script, 'sub/b.html': script, 'elsewhere/b.html': script })
  const other = await planned(swapped)
  const changes = other.changes.filter(({ path }) => path !== 'elsewhere/b.html')
  renameSync(join(swapped.folder, 'sub'), join(swapped.folder, 'gone'))
  symlinkSync(join(swapped.folder, 'elsewhere'), join(swapped.folder, 'sub'))
  await expect(writeChanges(other.folder, changes, 0)).rejects.toMatchObject({ code: 'file-changed' })
  expect(readFileSync(join(swapped.folder, 'elsewhere/b.html'), 'utf8')).toBe(script)
})

test('when the last of several files cannot be written, the others are as before and no draft is left', async () => {
  const shell = project({ 'a.html': script, 'b.html': script })
  const { folder, changes } = await planned(shell)
  const [first] = changes
  // The name of a draft is longer, and longer than a file system takes.
  const impossible = { path: `${'x'.repeat(250)}.html`, before: null, after: 'x' }
  expect(first).toBeDefined()
  await expect(writeChanges(folder, [...changes, impossible], 0)).rejects.toMatchObject({ code: 'write-failed' })
  expect(readFileSync(join(folder, 'a.html'), 'utf8')).toBe(script)
  expect(readdirSync(folder).filter((name) => name.startsWith('.a') || name.startsWith('.x'))).toEqual([])
  // Found out when the others are in their places already.
  const twice = { path: 'new.html', before: null, after: 'x' }
  await expect(writeChanges(folder, [...changes, twice, twice], 1)).rejects.toMatchObject({ code: 'file-exists' })
  expect(readFileSync(join(folder, 'a.html'), 'utf8')).toBe(script)
  expect(readdirSync(folder).toSorted()).toEqual(['.bollard-backup', 'a.html', 'b.html'])
})

test('copies are never written through a link', async () => {
  const outside = project({})
  const shell = project({ 'a.html': script })
  symlinkSync(outside.folder, join(shell.folder, '.bollard-backup'))
  expect(await shell.run(['migrate', '--yes'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('backup-failed'),
  })
  expect(readdirSync(outside.folder)).toEqual([])
  expect(readFileSync(join(shell.folder, 'a.html'), 'utf8')).toBe(script)
})

test('a folder that is none, or a file, is refused', async () => {
  const shell = project({ 'a.html': script })
  expect(await shell.run(['migrate', 'nowhere'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('folder-missing'),
  })
  expect(await shell.run(['migrate', 'a.html'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('folder-missing'),
  })
  expect(await shell.run(['migrate', '--host', 'http://captcha.example.org'])).toMatchObject({ code: 2 })
})

test('names and texts of a project cannot write into the terminal', async () => {
  const shell = project({ 'a\u001b[2J.html': `${script}\u001b]0;x\u0007\n` })
  const { out, err } = await shell.run(['migrate', '--dry-run'])
  expect(out + err).not.toMatch(/(?![\n\t])\p{Cc}/u)
})

test('texts that are made to be slow to search are searched in one pass', () => {
  const letters = 2 ** 17
  const texts = [
    '"',
    '`',
    ' ',
    '\n',
    '<form ',
    '<form method=post>',
    '<input',
    'sitekey',
    'secret',
    'A_',
    'script-src ',
    'scriptSrc: [',
    '<HCaptcha {',
    "'",
    '\\/',
  ]
  const files = texts.map((text, index) => ({
    path: `f${index}.tsx`,
    // With a second look at each letter for each letter these would take hours. With the marks of each captcha, so that every search runs.
    text: `"@hcaptcha/react-hcaptcha" hcaptcha.com g-recaptcha -src ${text.repeat(letters / text.length)}`,
    encoding: 'utf8' as const,
    mode: 0o644,
  }))
  expect(moveCaptcha(files, 'https://captcha.example.org', `bsk_${'a'.repeat(22)}`).captchas).toContain('hcaptcha')
})
