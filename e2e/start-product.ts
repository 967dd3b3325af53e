import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeTestFolder } from '@bollard/testing'
import { findFreePorts } from '../server/testing/free-ports.ts'
import { layDatabase, program, sparingWork } from '../server/testing/start-product.ts'
import { startCells } from './cells.ts'
import { plansOfJourneys } from './plans-of-journeys.ts'

/**
 * Starts the whole product as `npm start` does, on free ports and an empty data folder, and hands
 * its addresses to the journeys through the environment. Returns the teardown.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  const folder = await makeTestFolder()
  const dataDirectory = folder.path
  await layDatabase(dataDirectory)
  const cells = await startCells(dataDirectory)
  const ports = await findFreePorts(8)
  const [website, identity, dashboard, docs, api, metrics, admin, status] = ports
  const output: string[] = []
  const product = spawn(process.execPath, [program], {
    cwd: new URL('..', import.meta.url),
    env: {
      ...process.env,
      NODE_ENV: 'test',
      NODE_OPTIONS: sparingWork,
      DATA_DIR: dataDirectory,
      ...cells.environment,
      WEBSITE_PORT: String(website),
      IDENTITY_PORT: String(identity),
      DASHBOARD_PORT: String(dashboard),
      DOCS_PORT: String(docs),
      ADMIN_PORT: String(admin),
      STATUS_PORT: String(status),
      API_PORT: String(api),
      METRICS_PORT: String(metrics),
      PLANS_FILE: plansOfJourneys(dataDirectory),
      // Every journey has accounts of its own, and all come from this machine.
      SIGN_UPS_PER_HOUR: '1000',
      // Journeys are driven by automation, which the own captcha would refuse; one journey has a product of its own with it.
      SIGN_UP_CAPTCHA: 'false',
      // A banner on every page would lie over what journeys click; component tests cover it.
      CONSENT: 'strict',
      // Journeys look at everything that a browser keeps and sends; those of consent have a product of their own with these.
      SESSION_REPLAY: 'false',
      PAGE_VIEWS: 'false',
    },
    // By the channel it learns that the runner is gone, however that ended, and ends too.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  product.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  product.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  const exited = new Promise<void>((resolve) => product.once('exit', () => resolve()))

  // A machine that does much else has needed more than a minute.
  const deadline = Date.now() + 180_000
  while (!(await answers(`http://127.0.0.1:${metrics}/readyz`))) {
    if (product.exitCode !== null || Date.now() > deadline) {
      product.kill('SIGTERM')
      throw new Error(`The product did not start:\n${output.join('')}`)
    }
    await sleep(100)
  }
  process.env['E2E_WEBSITE'] = `http://localhost:${website}`
  process.env['E2E_IDENTITY'] = `http://localhost:${identity}`
  process.env['E2E_DASHBOARD'] = `http://localhost:${dashboard}`
  process.env['E2E_DOCS'] = `http://localhost:${docs}`
  process.env['E2E_ADMIN'] = `http://localhost:${admin}`
  process.env['E2E_STATUS'] = `http://localhost:${status}`
  process.env['E2E_API'] = `http://localhost:${api}`
  process.env['E2E_DATA'] = dataDirectory
  process.env['E2E_OUTPUT'] = output.join('')

  return async () => {
    product.kill('SIGTERM')
    await exited
    await cells.stop()
    await folder.remove()
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  )
}
