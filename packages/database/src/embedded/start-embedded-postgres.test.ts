import { spawn, spawnSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeTestFolder, type TestFolder } from '@bollard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../open-database.ts'
import type { Launcher } from './choose-launcher.ts'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'

const isRoot = process.getuid?.() === 0
const settings = { shared_buffers: '16MB' }
const nobody: Launcher = { kind: 'other-user', uid: 65_534, gid: 65_534 }
let made: TestFolder
let folder: string

beforeAll(async () => {
  made = await makeTestFolder()
  folder = made.path
  await chmod(folder, 0o755)
  const template = await startEmbeddedPostgres({
    dataDirectory: join(folder, 'template'),
    settings: { ...settings, fsync: 'off' },
  })
  await template.stop()
})
afterAll(() => made.remove())

/** A data folder as an earlier start left it: making a cluster takes a second of a processor, copying one a fifth. */
async function startedBefore(...name: string[]): Promise<string> {
  const dataDirectory = join(folder, ...name)
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  await cp(join(folder, 'template', 'cluster'), join(dataDirectory, 'cluster'), { recursive: true })
  return dataDirectory
}

async function ask(connectionString: string, text: string): Promise<unknown[]> {
  const db = openDatabase({ connectionString, max: 1 })
  try {
    return await db.query('ask', text)
  } finally {
    await db.close()
  }
}

/** Until the server that starts again answers; a refused connection is the only fault waited for. */
async function untilAnswered(connectionString: string, text: string): Promise<unknown[]> {
  for (;;) {
    try {
      return await ask(connectionString, text)
    } catch (error) {
      if (
        !/ECONNREFUSED|ENOENT|starting up|not yet accepting|shutting down|terminated|ECONNRESET|EPIPE|recovery/u.test(
          String(error),
        )
      )
        throw error
      await pause(10)
    }
  }
}

test('it starts on a new folder, keeps data over a restart, and only its owner can read the folder', async () => {
  const dataDirectory = join(folder, 'kept')
  const first = await startEmbeddedPostgres({ dataDirectory, settings })
  await ask(first.connectionString, 'create table kept as select 7 as n')
  expect(
    await ask(
      first.connectionString,
      `select current_setting('data_checksums') c, current_setting('synchronous_commit') s, current_setting('jit') j`,
    ),
  ).toEqual([{ c: 'on', s: 'on', j: 'off' }])
  await first.stop()
  expect(await first.exited).toEqual({ reason: 'stopped' })
  const second = await startEmbeddedPostgres({ dataDirectory, settings })
  expect(await ask(second.connectionString, 'select n from kept')).toEqual([{ n: 7 }])
  await second.stop()
  expect((await stat(dataDirectory)).mode & 0o777).toBe(0o700)
})

test('a killed server starts again by itself and lost nothing committed', async () => {
  const server = await startEmbeddedPostgres({ dataDirectory: await startedBefore('killed'), settings })
  await ask(server.connectionString, 'create table written (n int)')
  const before = server.pid
  for (const n of [1, 2, 3]) {
    await untilAnswered(server.connectionString, `insert into written values (${n})`)
    process.kill(server.pid, 'SIGKILL')
  }
  expect(await untilAnswered(server.connectionString, 'select count(*)::int as n from written')).toEqual([{ n: 3 }])
  expect(server.pid).not.toBe(before)
  await server.stop()
})

test('a folder in use is refused and its user is not disturbed', async () => {
  const dataDirectory = await startedBefore('used')
  const first = await startEmbeddedPostgres({ dataDirectory, settings })
  await expect(startEmbeddedPostgres({ dataDirectory, settings })).rejects.toMatchObject({
    code: 'in-use',
    directory: dataDirectory,
  })
  expect(await ask(first.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.stop()
})

test('a pid file that names a living stranger does not keep the server from starting', async () => {
  const dataDirectory = await startedBefore('stale')
  const first = await startEmbeddedPostgres({ dataDirectory, settings })
  const pidFile = join(dataDirectory, 'cluster', 'postmaster.pid')
  const [, ...rest] = (await readFile(pidFile, 'utf8')).split('\n')
  await first.stop()
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
  await writeFile(pidFile, [stranger.pid, ...rest].join('\n'))
  await writeFile(join(dataDirectory, '.s.PGSQL.5432.lock'), [stranger.pid, ...rest].join('\n'))
  const second = await startEmbeddedPostgres({ dataDirectory, settings })
  expect(await ask(second.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(stranger.exitCode).toBe(null)
  stranger.kill()
  await second.stop()
})

/** Another program that starts the server and prints its pid; it runs until it is killed. */
async function startElsewhere(dataDirectory: string, uid?: number) {
  const program = `import { startEmbeddedPostgres } from ${JSON.stringify(new URL('start-embedded-postgres.ts', import.meta.url).href)}
    const server = await startEmbeddedPostgres({ dataDirectory: ${JSON.stringify(dataDirectory)}, settings: { shared_buffers: '16MB' } })
    console.log(server.pid)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: '/',
    uid,
    gid: uid,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = await new Promise<number>((resolve) => child.stdout.once('data', (data) => resolve(Number(data))))
  const kill = () => {
    child.kill('SIGKILL')
    return new Promise((resolve) => child.once('exit', resolve))
  }
  return { pid, kill }
}

test('a server left behind by a killed program is ended and its folder taken over', async () => {
  const dataDirectory = await startedBefore('orphaned')
  const elsewhere = await startElsewhere(dataDirectory)
  await elsewhere.kill()
  const server = await startEmbeddedPostgres({ dataDirectory, settings })
  expect(server.pid).not.toBe(elsewhere.pid)
  expect(await ask(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
})

// Skipped where other users cannot read this folder.
test.runIf(isRoot && readableBy(65_534))('a user who is not root starts it as himself', async () => {
  const home = join(folder, 'ordinary')
  await mkdir(home)
  await chown(home, 65_534, 65_534)
  const elsewhere = await startElsewhere(join(home, 'data'), 65_534)
  expect((await stat(`/proc/${elsewhere.pid}`)).uid).toBe(65_534)
  await elsewhere.kill()
})

test('a path too long for a socket gets a short one', async () => {
  const dataDirectory = await startedBefore('long'.repeat(20), 'long'.repeat(20))
  const server = await startEmbeddedPostgres({ dataDirectory, settings })
  expect(await ask(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
})

test('data of another PostgreSQL version is refused and left alone', async () => {
  const dataDirectory = join(folder, 'old')
  await mkdir(join(dataDirectory, 'cluster'), { recursive: true })
  await writeFile(join(dataDirectory, 'cluster', 'PG_VERSION'), '15\n')
  await expect(startEmbeddedPostgres({ dataDirectory, settings })).rejects.toMatchObject({ code: 'wrong-version' })
  expect(await readFile(join(dataDirectory, 'cluster', 'PG_VERSION'), 'utf8')).toBe('15\n')
})

test('a path that is no folder is refused as not writable', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(startEmbeddedPostgres({ dataDirectory: join(folder, 'file', 'data'), settings })).rejects.toMatchObject({
    code: 'not-writable',
  })
})

test.runIf(isRoot)('root without user namespaces runs it as nobody', async () => {
  const dataDirectory = join(folder, 'nobody')
  const server = await startEmbeddedPostgres({ dataDirectory, settings, launcher: nobody })
  expect(await ask(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await stat(join(dataDirectory, 'cluster'))).uid).toBe(65_534)
  await server.stop()
  // Chosen by itself afterwards, because the data belong to nobody.
  const again = await startEmbeddedPostgres({ dataDirectory, settings })
  expect(await ask(again.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  await again.stop()
})

test.runIf(isRoot)('a folder that nobody can reach is refused with the way out', async () => {
  const hidden = join(folder, 'hidden')
  await mkdir(hidden, { mode: 0o700 })
  await expect(
    startEmbeddedPostgres({ dataDirectory: join(hidden, 'data'), settings, launcher: nobody }),
  ).rejects.toMatchObject({
    code: 'not-writable',
    message: expect.stringContaining('DATA_DIR'),
  })
})

function readableBy(uid: number): boolean {
  const source = fileURLToPath(new URL('start-embedded-postgres.ts', import.meta.url))
  return (
    spawnSync('/bin/sh', ['-c', 'test -r "$1" && test -x "$2"', 'sh', source, process.execPath], {
      cwd: '/',
      uid,
      gid: uid,
    }).status === 0
  )
}
