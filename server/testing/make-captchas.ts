import { randomBytes, randomUUID } from 'node:crypto'
import { createCaptchaService } from '@bollard/captcha-service'
import type { Database } from '@bollard/database'

/** Makes a captcha on shop.example in each of two cells, which are cells 0 and 1. */
export async function makeCaptchas(
  first: Database,
  second: Database,
): Promise<readonly { readonly siteKey: string; readonly secretKey: string }[]> {
  let cell = 0
  const { provisionSite } = createCaptchaService({
    db: first,
    cells: [{ db: second, edgeDb: second, workerDb: second }],
    cellOfNewSite: () => cell,
    findActor: async () => null,
    findRole: async () => null,
    noteVisit: async () => {},
    signingKeys: [{ id: 1, secret: randomBytes(32) }],
    now: () => Date.now(),
    randomBytes,
    trustedProxies: [],
  })
  const made: { siteKey: string; secretKey: string }[] = []
  for (cell = 0; cell < 2; cell += 1)
    made.push(await provisionSite({ solutionId: randomUUID(), domains: ['shop.example'] }))
  return made
}
