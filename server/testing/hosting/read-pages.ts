import { strict as assert } from 'node:assert'
import type { freePorts } from '../start-product.ts'

type Ports = Awaited<ReturnType<typeof freePorts>>

/** Whether all of an installation on this machine answers. */
export async function isReady({ METRICS_PORT }: Ports): Promise<boolean> {
  return fetch(`http://127.0.0.1:${METRICS_PORT}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Reads what needs a file that an image could lack: pages, drawn pictures, files for others. Throws for what is missing. */
export async function readPages(ports: Ports): Promise<void> {
  const at = (port: keyof typeof ports) => `http://127.0.0.1:${ports[port]}`
  const website = await (await fetch(`${at('WEBSITE_PORT')}/en/products/captcha`)).text()
  const picture = /\/social\/[a-z\d]+\/en\/[\w/-]+\.png/u.exec(website)?.[0]
  assert.ok(picture)
  const addresses = [
    `${at('WEBSITE_PORT')}${picture}`,
    `${at('IDENTITY_PORT')}/de/sign-in`,
    `${at('DOCS_PORT')}/fr`,
    `${at('API_PORT')}/widget.js`,
    `${at('API_PORT')}/third-party-licenses.txt`,
    `${at('API_PORT')}/bom.cdx.json`,
    `${at('API_PORT')}/openapi.json`,
  ]
  for (const address of addresses) {
    const answer = await fetch(address)
    assert.deepEqual([address, answer.status], [address, 200])
    assert.ok((await answer.arrayBuffer()).byteLength > 1_000, address)
  }
}
