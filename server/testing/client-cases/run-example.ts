import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Example } from './examples.ts'
import { frameworkTable } from './framework-table.ts'
import { closedPort } from './loopback.ts'
import { end, isUp } from './run-framework.ts'
import type { FrameworkServer } from './serve-frameworks.ts'

/** What an example shows in place of the installation's address, and the port it listens on. */
const placeholder = 'https://captcha.example.org'
const placeholderPort = '3000'

/**
 * Runs an example as it stands, but for the address of Bollard and its port, and plays its visitors. Null when all is well, else what
 * went wrong. What can't run is built or parsed.
 */
export async function runExample(
  server: FrameworkServer,
  { file, before, command, env }: Example,
  cwd: string,
  folder: string,
): Promise<object | null> {
  const application = await closedPort()
  const { port } = new URL(application)
  const copy = `${cwd}/${folder}/${file}`
  mkdirSync(dirname(copy), { recursive: true })
  const text = readFileSync(`${cwd}/examples/${file}`, 'utf8')
  writeFileSync(copy, text.replaceAll(placeholder, server.host).replaceAll(placeholderPort, port))
  if (before !== undefined) {
    const built = spawnSync(before[0] ?? '', before.slice(1), { cwd, encoding: 'utf8' })
    if (built.status !== 0) return { built: `${built.stdout}${built.stderr}`.slice(0, 4_000) }
  }
  if (command === undefined) return null
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd,
    env: {
      ...process.env,
      ...env,
      PORT: port,
      BOLLARD_SECRET_KEY: server.secretKey,
      BOLLARD_HOST: server.host,
      BOLLARD_FAIL_POLICY: 'recorded-outage',
    },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: Buffer[] = []
  child.stderr.on('data', (part: Buffer) => said.push(part))
  const faults: Record<string, object> = {}
  try {
    if (!(await isUp(application, child))) return { said: Buffer.concat(said).toString().slice(-4_000) }
    for (const row of frameworkTable.cases.filter(({ example }) => example)) {
      const fault = await server.run(row, application, 'example').catch((error: unknown) => ({ broken: String(error) }))
      if (fault !== null) faults[row.id] = fault
    }
  } finally {
    await end(child)
  }
  return Object.keys(faults).length === 0 ? null : { ...faults, said: Buffer.concat(said).toString().slice(-4_000) }
}
