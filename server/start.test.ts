import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeLock } from '@bollard/database/embedded'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { claimDataDirectory } from './supervise/running-record.ts'
import { freePorts, program, programEnvironment } from './testing/start-product.ts'

const isRoot = process.getuid?.() === 0
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bollard-start-'))
  await chmod(folder, 0o755)
})
afterAll(async () => rm(folder, { recursive: true }))

/** Starts the server and answers what it said when it ended; none of these starts may succeed. */
function refusedStart(
  environment: Record<string, string>,
  { uid, args = [] }: { uid?: number; args?: string[] } = {},
): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...programEnvironment, ...environment },
      uid,
      gid: uid,
      // Should one succeed, it ends with this process.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const output: string[] = []
    child.stdout?.on('data', (data) => output.push(String(data)))
    child.stderr?.on('data', (data) => output.push(String(data)))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, said: output.join('') }))
  })
}

/** Listens on free ports for as long as `use` takes. */
async function withTakenPorts<T>(count: number, use: (ports: number[]) => Promise<T>): Promise<T> {
  const servers = await Promise.all(
    Array.from({ length: count }, () => {
      const server = createServer()
      return new Promise<typeof server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
    }),
  )
  const ports = servers.map((server) => {
    const address = server.address()
    return address && typeof address === 'object' ? address.port : 0
  })
  return use(ports).finally(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))))
}

const ports = async () => ({ HOST: '127.0.0.1', ...(await freePorts()) })

test('wrong settings are all told and nothing is started', async () => {
  const { code, said } = await refusedStart({ API_PORT: 'x', ROLE: 'y', DATA_DIR: join(folder, 'unused') })
  expect(code).toBe(1)
  expect(said).toContain('API_PORT: ')
  expect(said).toContain('ROLE: ')
  await expect(stat(join(folder, 'unused'))).rejects.toThrow('ENOENT')
})

test('pages made of their sources are refused in production', async () => {
  const secrets = {
    SESSION_SECRET: 'x'.repeat(32),
    ENCRYPTION_KEY: 'ab'.repeat(32),
    CAPTCHA_SIGNING_KEYS: 'cd'.repeat(32),
  }
  const environment = { ...(await ports()), ...secrets, NODE_ENV: 'production', DATA_DIR: join(folder, 'sources') }
  const { code, said } = await refusedStart(environment, { args: ['--from-sources'] })
  expect([code, said]).toEqual([1, expect.stringContaining('are for development')])
  await expect(stat(join(folder, 'sources'))).rejects.toThrow('ENOENT')
})

test('each port that is taken is told with the program that has it and the setting that changes it', async () => {
  const environment = await ports()
  await withTakenPorts(2, async ([website, api]) => {
    const { code, said } = await refusedStart({
      ...environment,
      WEBSITE_PORT: String(website),
      API_PORT: String(api),
      DATA_DIR: join(folder, 'ports'),
    })
    expect(code).toBe(1)
    expect(said).toMatch(new RegExp(`Port ${website} is taken.*WEBSITE_PORT`, 'u'))
    expect(said).toMatch(new RegExp(`Port ${api} is taken.*API_PORT`, 'u'))
    if (process.platform === 'linux') expect(said).toContain(`process ${process.pid}`)
  })
})

test('a data folder that cannot be written is told with the setting that changes it', async () => {
  await writeFile(join(folder, 'file'), '')
  const { code, said } = await refusedStart({ ...(await ports()), DATA_DIR: join(folder, 'file', 'data') })
  expect(code).toBe(1)
  expect(said).toContain('cannot be written (ENOTDIR)')
  expect(said).toContain('DATA_DIR')
})

test.runIf(process.platform === 'linux')('a data folder where no folder can be made is refused at once', async () => {
  const { code, said } = await refusedStart({ ...(await ports()), DATA_DIR: '/proc/bollard/data' })
  expect(code).toBe(1)
  expect(said).toContain('cannot be written')
})

test.runIf(isRoot && canRead(65_534))('a data folder of somebody else is told as not writable', async () => {
  const dataDirectory = join(folder, 'foreign')
  await mkdir(dataDirectory, { mode: 0o755 })
  const { code, said } = await refusedStart({ ...(await ports()), DATA_DIR: dataDirectory }, { uid: 65_534 })
  expect(code).toBe(1)
  expect(said).toContain('cannot be written (EACCES)')
})

// Only root may mount a small disk to fill up.
test.runIf(isRoot && canMount())('a disk without room is told before anything is written', async () => {
  const dataDirectory = join(folder, 'small')
  await mkdir(dataDirectory)
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', dataDirectory])
  try {
    const { code, said } = await refusedStart({ ...(await ports()), DATA_DIR: dataDirectory })
    expect(code).toBe(1)
    expect(said).toMatch(/is full: \d MB are free, 200 MB are needed/u)
  } finally {
    spawnSync('umount', [dataDirectory])
  }
})

test('a second start says where the first runs and leaves it alone', async () => {
  const environment = { ...(await ports()), DATA_DIR: join(folder, 'twice') }
  await mkdir(environment.DATA_DIR)
  const settings = readConfig(environment)
  if (settings.status === 'invalid') throw new Error(settings.faults.join())
  const claim = claimDataDirectory(settings.config)
  if (claim.status !== 'taken') throw new Error('the folder is new')
  const { code, said } = await refusedStart(environment)
  expect(code).toBe(1)
  expect(said).toContain('Bollard already runs')
  expect(said).toContain(settings.config.WEBSITE_URL)
  expect(said).toContain(`kill ${process.pid}`)
  expect(claimDataDirectory(settings.config).status).toBe('running')
  claim.release()
  expect(claimDataDirectory(settings.config)).toMatchObject({ status: 'taken', abandoned: false })
})

test('a reload without a server, or of a release that would end by the signal, is refused', async () => {
  const environment = { ...(await ports()), DATA_DIR: join(folder, 'reload') }
  const reload = () => refusedStart(environment, { args: ['reload'] })
  expect(await reload()).toEqual({ code: 1, said: expect.stringContaining('Bollard does not run here') })
  await mkdir(environment.DATA_DIR)
  const lock = takeLock(join(environment.DATA_DIR, 'server.lock'))
  await writeFile(join(environment.DATA_DIR, 'running.json'), JSON.stringify({ pid: process.pid, addresses: [] }))
  expect(await reload()).toEqual({ code: 1, said: expect.stringContaining(`kill ${process.pid}`) })
  lock?.release()
})

test('the help needs no valid settings', async () => {
  const result = spawnSync(process.execPath, [program, '--help'], { env: { API_PORT: 'x' }, encoding: 'utf8' })
  expect(result.status).toBe(0)
  expect(result.stdout).toContain('DATA_DIR')
})

function canRead(uid: number): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'test -r "$1" && test -x "$2"', 'sh', program, process.execPath], {
      cwd: '/',
      uid,
      gid: uid,
    }).status === 0
  )
}

function canMount(): boolean {
  const probe = spawnSync('sh', [
    '-c',
    'd=$(mktemp -d) && mount -t tmpfs -o size=1m tmpfs "$d" && umount "$d" && rmdir "$d"',
  ])
  return probe.status === 0
}
