import { type CaptchaKeys, createCaptcha } from '../account.ts'
import { becomeOwner, type Owner } from '../owner.ts'
import { product } from '../product.ts'
import { type Detour, startDetour } from './detour.ts'
import { type Pages, servePages } from './serve-pages.ts'
import { type CustomerServer, startCustomerServer } from './start-customer-server.ts'

export interface World {
  readonly owner: Owner
  /** Another captcha, whose keys are good for nothing here. */
  readonly stranger: CaptchaKeys
  readonly detour: Detour
  readonly pages: Pages
  readonly server: CustomerServer
  close(): Promise<void>
}

/**
 * A customer with all of these libraries. Visitors are driven by a program, which the score would stop, so the owner has
 * switched it off: everybody does the work and gets a token that counts once. `folder` is where the pages and the server lie.
 */
export async function buildWorld(
  name: string,
  hosts: Readonly<Record<string, string>>,
  pageNames: readonly string[] = [],
  folder: URL = new URL('./', import.meta.url),
): Promise<World> {
  const [owner, detour, pages] = await Promise.all([
    becomeOwner(name),
    startDetour(product.api, hosts),
    servePages(pageNames, new URL('pages/', folder)),
  ])
  await owner.set({ riskScoring: false })
  const stranger = await createCaptcha(owner.account, 'Another form')
  const server = await startCustomerServer({
    api: product.api,
    siteKey: owner.siteKey,
    secretKey: owner.secretKey,
    proxy: detour.proxy,
    program: new URL('customer-server.ts', folder),
  })
  return {
    owner,
    stranger,
    detour,
    pages,
    server,
    async close() {
      await Promise.all([server.stop(), pages.close()])
      await detour.close()
    },
  }
}
