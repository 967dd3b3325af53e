import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../../server/testing/start-product.ts'

/** Starts the server of a site as its owner does, with its keys in the environment. */
export async function startSite(
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { API_PORT: port } = await freePorts()
  const server = spawn(process.execPath, ['server.mjs'], {
    cwd: folder,
    env: { PORT: port, ...environment },
    stdio: 'inherit',
  })
  const ended = once(server, 'exit')
  const url = `http://localhost:${port}/`
  for (const deadline = Date.now() + 60_000; !(await answers(url)); await sleep(50))
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`The server in ${folder} did not start`)
  return {
    url,
    async stop() {
      server.kill()
      await ended
    },
  }
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
