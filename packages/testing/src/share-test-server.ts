import { createServer } from 'node:http'
import { startTestServer, type TestServer } from './start-test-server.ts'

const variable = 'TEST_DATABASE_DOOR'

/**
 * For the test runner, before all files: one PostgreSQL for the whole run, started when the first file asks for it.
 * Returns the teardown.
 */
export default async function shareTestServer(): Promise<() => Promise<void>> {
  // Each project of the runner calls this.
  if (process.env[variable] !== undefined) return async () => undefined
  let started: Promise<TestServer> | undefined
  const door = createServer(async (_request, response) => {
    // A connection that was kept could end just as a file that computed for long asks again.
    response.setHeader('connection', 'close')
    try {
      started ??= startTestServer()
      response.end((await started).connectionString)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const address = door.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port')
  process.env[variable] = `http://127.0.0.1:${address.port}`
  return async () => {
    delete process.env[variable]
    door.closeAllConnections()
    await new Promise((resolve) => door.close(resolve))
    await (await started)?.stop()
  }
}

/** Connection string of the server that all files of this run share, or null where the runner shares none. */
export async function findSharedServer(): Promise<string | null> {
  const door = process.env[variable]
  if (door === undefined) return null
  const answer = await fetch(door)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The PostgreSQL of this run did not start: ${text}`)
  return text
}
