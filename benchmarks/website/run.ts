/**
 * What content pages of the website and the documentation cost the server and their readers, against the whole product as `npm start` runs it:
 * pages a second and CPU of a page with the load generator on the same cores, weight in Chromium, and Lighthouse for a phone. Ends with 1 where
 * a page misses what it must hold. Run: `npm run build`, `npm ci` in benchmarks/website/lighthouse, then node_modules/.bin/node benchmarks/website/run.ts
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeTestFolder } from '@bollard/testing'
import { chromium } from '@playwright/test'
import { leanInstalledBrowser } from '../../e2e/lean-browser.ts'
import { findFreePorts } from '../../server/testing/free-ports.ts'
import { endOf, freePorts, startProduct } from '../../server/testing/start-product.ts'
import { weigh } from '../docs/weigh.ts'
import { judge, loadLighthouse } from './judge.ts'
import { measureSpeed } from './speed.ts'

const must = { pagesPerSecond: 1_500, cpuMsPerPage: 1, bytes: 350_000, performance: 98 } as const

/** One page of each kind. Those that are the same for everybody are also asked for as fast as they come. */
const kinds = {
  website: [
    { path: '/en/products/captcha' },
    { path: '/en/products/captcha/pricing' },
    { path: '/en/products/captcha/integrations', isContent: true },
    { path: '/en/products/captcha/integrations/nodejs-captcha', isContent: true },
    { path: '/en/reports/bot-lab', isContent: true },
    { path: '/en/learn' },
    { path: '/en/wiki/what-are-bots', isContent: true },
    { path: '/en/legal/data-processing-agreement', isContent: true },
    { path: '/en/legal/cookie-settings' },
    { path: '/en/contact-us' },
  ],
  docs: [
    { path: '/en' },
    { path: '/en/start/quick-start', isContent: true },
    { path: '/en/api/siteverify', isContent: true },
  ],
} as const satisfies Record<string, readonly { path: string; isContent?: true }[]>

/** A company that is made up: without one there are no contracts. */
const operator = {
  legalName: 'Muster Betrieb GmbH',
  address: { street: 'Musterstraße 1', postalCode: '10115', city: 'Berlin', countryCode: 'DE' },
  email: 'mail@operator.example',
  contact: { name: 'Office', phone: '+49 30 1234567', email: 'mail@operator.example' },
  vatId: 'DE123456788',
  taxNumber: '30/123/45678',
  hosting: 'Muster Rechenzentrum GmbH, Berlin',
  subprocessors: [],
  bank: { accountHolder: 'Muster Betrieb GmbH', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
}

const secret = () => randomBytes(32).toString('hex')

const lighthouse = await loadLighthouse()
const folder = await makeTestFolder()
writeFileSync(join(folder.path, 'operator.json'), JSON.stringify(operator))
const ports = await freePorts()
const origins = {
  website: `http://localhost:${ports.WEBSITE_PORT}`,
  docs: `http://localhost:${ports.DOCS_PORT}`,
}
const product = await startProduct(ports, folder.path, {
  NODE_ENV: 'production',
  SESSION_SECRET: secret(),
  ENCRYPTION_KEY: secret(),
  CAPTCHA_SIGNING_KEYS: secret(),
  // As people reach it: addresses of pages name it.
  WEBSITE_URL: origins.website,
  DOCS_URL: origins.docs,
  OPERATOR_FILE: join(folder.path, 'operator.json'),
})
try {
  await measure()
} finally {
  product.supervisor.kill('SIGTERM')
  await endOf(product.supervisor)
  await folder.remove()
}

async function measure(): Promise<void> {
  const pid = product.pidOf('sites')
  if (pid === undefined) throw new Error('No process serves the sites')
  const pages = (['website', 'docs'] as const).flatMap((site) =>
    kinds[site].map((kind) => ({ site, origin: origins[site], ...kind })),
  )
  // What the product does once it runs, such as warming up, is over by then.
  await sleep(3_000)
  const speed = []
  for (const page of pages)
    if ('isContent' in page) speed.push({ site: page.site, ...(await measureSpeed(page.origin, page.path, pid)) })

  console.table(speed)

  const [port = 0] = await findFreePorts(1)
  const options = await leanInstalledBrowser()
  const browser = await chromium.launch({ ...options, args: [...options.args, `--remote-debugging-port=${port}`] })
  const weight = []
  const judged = []
  let version = ''
  for (const { site, origin, path } of pages) {
    const html = await (await fetch(`${origin}${path}`)).text()
    // React, its router and its texts would come as modules that the page loads beforehand.
    const hasFramework = /rel="modulepreload"|entry\.client|id="site"/u.test(html)
    weight.push({ site, path, ...(await weigh(browser, `${origin}${path}`)), hasFramework })
    const { judgement, lighthouseVersion } = await judge(lighthouse, origin, path, port)
    judged.push({ site, ...judgement })
    console.log(path, JSON.stringify(judgement), JSON.stringify(weight.at(-1)))
    version = lighthouseVersion
  }
  const chromiumVersion = browser.version()
  await browser.close()

  const result = {
    measuredAt: new Date().toISOString(),
    machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version },
    must,
    speed,
    weight,
    lighthouse: { version, chromium: chromiumVersion, pages: judged },
  }
  const results = new URL('../results/', import.meta.url)
  mkdirSync(results, { recursive: true })
  writeFileSync(new URL('website.json', results), `${JSON.stringify(result, null, 2)}\n`)
  const faults = [
    ...speed
      .filter((one) => one.pagesPerSecond < must.pagesPerSecond || one.cpuMsPerPage > must.cpuMsPerPage)
      .map(({ path, pagesPerSecond, cpuMsPerPage }) => `${path}: ${pagesPerSecond} pages/s, ${cpuMsPerPage} ms`),
    ...weight
      .filter(({ bytes, hasFramework }) => bytes > must.bytes || hasFramework)
      .map(({ path, bytes, hasFramework }) => `${path}: ${bytes} bytes${hasFramework ? ', a framework' : ''}`),
    ...judged
      .filter(
        ({ performance, accessibility, bestPractices, seo }) =>
          performance < must.performance || Math.min(accessibility, bestPractices, seo) < 100,
      )
      .map(
        ({ path, performance, accessibility, bestPractices, seo, faults: why }) =>
          `${path}: ${[performance, accessibility, bestPractices, seo].join('/')} ${why.join(', ')}`,
      ),
  ]
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
