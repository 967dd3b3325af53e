import type { Browser } from '@playwright/test'

export interface Weight {
  /** What the network carries. */
  readonly bytes: number
  /** Of these, scripts. */
  readonly scriptBytes: number
}

/** What a page weighs in a browser that has nothing of it yet. Rejects where the page isn't there. */
export async function weigh(from: Browser, address: string): Promise<Weight> {
  const context = await from.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  let [bytes, scriptBytes] = [0, 0]
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  })
  const answer = await page.goto(address, { waitUntil: 'networkidle' })
  if (!answer?.ok()) throw new Error(`${address} answered ${answer?.status()}`)
  await context.close()
  return { bytes, scriptBytes }
}
